/**
 * Makes leads of what ends for customers' cars, such as inspections, where the company wants it and the customer
 * consents to marketing today (art. 6 and 7 GDPR; to be checked by a lawyer).
 */
import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/dates.ts';
import { blankOf } from '#domain/record/fields.ts';
import { day } from '#domain/italian.ts';
import { expiries, type Expiry } from '#domain/leads/expiry-terms.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { LeadInput } from '#domain/leads/schema.ts';
import type { LeadSettings } from '#domain/leads/setting-fields.ts';
import type { Ctx } from '../lib/work/context.ts';
import { marketingHolds } from '../lib/people/marketing.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { assigneesOf, nextAssignee } from './assignees.ts';
import { readLeadSettings } from './in-force.ts';
import { make } from './make.ts';

/** The most leads of a kind in a morning; the others come on the next ones. */
const MOST = 100;
/** The name of the source of these leads, by which later runs find them. */
const SOURCE = 'Promemoria';

interface Ending {
  /** The kind, the record and its day: one reminder for each. */
  key: string;
  customerId: number;
  name: string;
  phone: string | null;
  email: string | null;
  sellerId: number | null;
  locationId: number | null;
  vehicle: string;
  plate: string;
  on: string;
}

const person = sql`c.id as customer_id, c.name, c.phone, c.email`;
/** Delivered contracts that were not cancelled, with the day in `column`. */
const ofContracts =
  (what: Expiry, column: RawBuilder<unknown>) =>
  ({ user }: Ctx) =>
    sql`select ${`${what}:`} || t.id || ':' || ${column} as key, ${person}, coalesce(c.seller_id, t.seller_id) as seller_id,
      t.location_id, t.vehicle, '' as plate, ${column}::text as on
    from contracts t join customers c on c.company_id = ${user.companyId} and c.id = t.customer_id
    where t.company_id = ${user.companyId} and t.delivered_on is not null and t.canceled_at is null and t.withdrawn_at is null`;

/** Where each kind of end is found, how many days before it the lead comes, and what the lead asks for. */
const kinds: Readonly<
  Record<
    Expiry,
    {
      days: (settings: LeadSettings) => number;
      asks: Pick<LeadInput, 'type' | 'subtype'>;
      from: (ctx: Ctx) => RawBuilder<unknown>;
    }
  >
> = {
  inspection: {
    days: ({ inspectionDays }) => inspectionDays,
    asks: { type: 'service', subtype: 'svc_revision' },
    from: ({
      user,
    }) => sql`select ${'inspection:'} || c.id || ':' || (car ->> 'inspectionUntil') as key, ${person}, c.seller_id,
        null::bigint as location_id, concat_ws(' ', car ->> 'maker', car ->> 'model') as vehicle, coalesce(car ->> 'plate', '') as plate,
        car ->> 'inspectionUntil' as on
      from customers c cross join lateral jsonb_array_elements(c.cars) car
      where c.company_id = ${user.companyId} and c.inspection_until is not null and car ->> 'inspectionUntil' <> ''`,
  },
  policy: {
    days: ({ policyDays }) => policyDays,
    asks: { type: 'insurance', subtype: null },
    from: ofContracts('policy', sql`t.policy_ends_on`),
  },
  plan: {
    days: ({ planDays }) => planDays,
    asks: { type: 'sales', subtype: 'lease_end_tcm' },
    from: ofContracts('plan', sql`t.plan_ends_on`),
  },
};

/** What ends within some days and has no lead yet, of customers who consent, want contact and can be reached. */
async function endingOf(ctx: Ctx, what: Expiry, days: number): Promise<Ending[]> {
  const { companyId } = ctx.user;
  const consents = await marketingHolds(ctx);
  const { rows } = await sql<Ending>`select distinct on (e.on, e.key) e.* from (${kinds[what].from(ctx)}) e
    join customers p on p.company_id = ${companyId} and p.id = e.customer_id and p.archived_at is null
    where e.on > ${ctx.today} and e.on <= ${addDays(ctx.today, days)} and coalesce(e.phone, e.email) is not null
      and ${consents(sql`e.customer_id`)}
      and not exists (select from lead_intakes i where i.company_id = ${companyId} and i.source = ${SOURCE} and i.external_id = e.key)
      and not ${isQuietPerson({ customerId: sql`e.customer_id`, phones: [sql`e.phone`, sql`p.phone2`], emails: [sql`e.email`] })}
    order by e.on, e.key limit ${MOST}`.execute(ctx.db);
  return rows;
}

/** Makes the lead for the customer's seller, else for whose turn it is; its key keeps it from being made twice. */
async function makeOne(
  ctx: Ctx,
  what: Expiry,
  { key, customerId, name, phone, email, sellerId, locationId, vehicle, plate, on }: Ending,
  { sellers, isOneOfMany }: { sellers: ReadonlySet<number>; isOneOfMany: boolean },
): Promise<void> {
  const lead: LeadInput = {
    ...blankOf(leadFields),
    name,
    phone,
    email,
    vehicle,
    plate,
    locationId,
    customerId,
    ...kinds[what].asks,
    source: 'reminder',
    message: `${expiries[what]}: ${day(on)}`,
  };
  const own = sellerId !== null && sellers.has(sellerId) ? sellerId : null;
  const leadId = await make(ctx, lead, own ?? (await nextAssignee(ctx, lead)), { isOneOfMany });
  await ctx.db
    .insertInto('leadIntakes')
    .values({
      companyId: ctx.user.companyId,
      source: SOURCE,
      externalId: key,
      raw: '{}',
      receivedAt: ctx.now,
      leadId,
    })
    .execute();
}

/** Makes the leads of a morning. */
export async function remindOfExpiries(ctx: Ctx): Promise<void> {
  const settings = await readLeadSettings(ctx);
  if (settings.reminds.length === 0) return;
  const sellers = new Set((await assigneesOf(ctx)).map(({ id }) => id));
  for (const what of settings.reminds) {
    const ending = await endingOf(ctx, what, kinds[what].days(settings));
    for (const one of ending) await makeOne(ctx, what, one, { sellers, isOneOfMany: ending.length > 10 });
  }
}

export const expiryLeads: Schedule = { name: 'expiry-leads', at: ['08:20'], run: remindOfExpiries };
