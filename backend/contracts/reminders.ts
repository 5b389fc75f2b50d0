/** What a delivered contract reminds its sellers of: warranty, inspection, end of the plan and of the policy. */
import { sql } from 'kysely';
import { contractReminders, type Reminder } from '#domain/contracts/reminders.ts';
import { addDays } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import { day } from '#domain/italian.ts';
import { OWN } from '../db/tenant.ts';
import type { Ctx } from '../lib/work/context.ts';
import { contractHref } from '../lib/records/links.ts';
import { notify } from '../lib/people/notify.ts';
import type { Schedule } from '../lib/work/schedules.ts';

/** The most reminders of a company in a morning; the others come on the next one, each before its day. */
const MOST = 500;

interface Due {
  what: Reminder;
  id: number;
  number: string;
  sellerId: number;
  partnerId: number | null;
  customer: string | null;
  vehicle: string;
  on: string;
}

/** The last day of a used car's warranty counts from its delivery. */
const days: Readonly<Record<Reminder, ReturnType<typeof sql>>> = {
  plan: sql`t.plan_ends_on`,
  policy: sql`t.policy_ends_on`,
  warranty: sql`(select max(t.delivered_on + make_interval(months => u.warranty_months))::date from contract_cars k
    join used_cars u on u.company_id = ${OWN} and u.id = k.used_car_id
    where k.company_id = ${OWN} and k.contract_id = t.id and u.warranty_months > 0)`,
};

async function remind(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  for (const what of keysOf(contractReminders)) {
    const { before, label } = contractReminders[what];
    const until = addDays(ctx.today, before);
    const { rows } =
      await sql<Due>`select t.id, t.number, t.seller_id, t.partner_id, c.name as customer, t.vehicle, d.on
      from contracts t left join customers c on c.company_id = ${companyId} and c.id = t.customer_id
      cross join lateral (select ${days[what]} as on) d
      where t.company_id = ${companyId} and t.delivered_on is not null and t.canceled_at is null and t.withdrawn_at is null
        and d.on > ${ctx.today} and d.on <= ${until}
        and not exists (select from notifications n where n.company_id = ${companyId} and n.user_id = t.seller_id
          and n.once = 'contract_ending:' || t.id || ${`:${what}:`} || d.on)
      order by d.on, t.id limit ${MOST}`.execute(ctx.db);
    for (const { id, number, sellerId, partnerId, customer, vehicle, on } of rows)
      await notify(ctx, [sellerId, ...(partnerId === null ? [] : [partnerId])], {
        kind: 'contract_ending',
        title: `${number}: ${label} il ${day(on)}`,
        text: [customer, vehicle].filter(Boolean).join(' · '),
        href: contractHref(id),
        once: `contract_ending:${id}:${what}:${on}`,
      });
  }
}

/** Reminds sellers in the morning. */
export const endingContracts: Schedule = { name: 'ending-contracts', at: ['08:05'], run: remind };
