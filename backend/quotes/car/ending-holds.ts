import { sql } from 'kysely';
import { addDays, dayInRome, instantInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { quoteHref } from '#backend/lib/records/links.ts';
import { notify } from '#backend/lib/people/notify.ts';
import { hourly } from '#domain/due-times.ts';
import type { Schedule } from '#backend/lib/work/schedules.ts';

type Ending = Parameters<typeof quoteHref>[0] & {
  number: string;
  sellerId: number;
  customerName: string | null;
  vehicle: string;
  until: string;
};

/** Asks each seller whose hold ends today, or has ended, whether to prolong it or to let the car go. */
async function ask(ctx: Ctx): Promise<void> {
  const tomorrow = instantInRome(addDays(ctx.today, 1), '00:00');
  const of = (cars: 'used_cars' | 'new_cars') => sql`
    select q.id, q.stock_id, q.maker_id, q.model_id, q.version_id, q.number, q.seller_id, q.customer_name, q.vehicle, r.reserved_until as until
    from ${sql.table(cars)} r join quotes q on q.company_id = r.company_id and q.root_id = r.reserved_quote
      and not q.superseded and q.state = 'accepted'
    where r.company_id = ${ctx.user.companyId} and r.reserved_until < ${tomorrow}`;
  const { rows } = await sql<Ending>`${of('used_cars')} union all ${of('new_cars')}`.execute(ctx.db);
  for (const { number, sellerId, customerName, vehicle, until, ...quote } of rows)
    await notify(ctx, [sellerId], {
      kind: 'hold_ending',
      title: `${number}: l’auto è tenuta fino al ${day(dayInRome(new Date(until)))}`,
      text: [customerName, vehicle, 'prolungare o lasciare l’auto'].filter(Boolean).join(' · '),
      href: quoteHref(quote),
      // A hold that is prolonged is asked about again.
      once: `hold_ending:${quote.id}:${until}`,
    });
}

/** Asks sellers about holds of accepted quotes, during working hours only. */
export const endingHolds: Schedule = {
  name: 'ending-holds',
  at: hourly(7, 19, 12),
  run: ask,
};
