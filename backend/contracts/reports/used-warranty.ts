/** The warranties of used cars that were sold, from the day on which each was handed over. */
import { sql, type SqlBool } from 'kysely';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported } from '#backend/lib/ports/reported.ts';
import { contractGroupings, ofContracts } from './common.ts';

/** Null while the car is not handed over, or where nobody said for how long. */
const ends = sql`(t.delivered_on + make_interval(months => w.months))::date`;

export const usedWarranty = reported<typeof reports.usedWarranty>({
  report: reports.usedWarranty,
  ...ofContracts,
  from: () => sql`contract_lines w join contracts t on t.company_id = ${OWN} and t.id = w.contract_id`,
  where: sql<SqlBool>`w.company_id = ${OWN} and w.kind = 'warranty' and t.kind <> 'new' and t.canceled_at is null`,
  id: sql`w.id`,
  days: { ends, ...ofContracts.days },
  undated: { ends: sql<SqlBool>`t.delivered_on is not null` },
  groups: { type: { by: sql`w.type` }, place: contractGroupings.place, seller: contractGroupings.seller },
  columns: {
    type: sql`w.type`,
    car: sql`t.vehicle`,
    months: sql`w.months`,
    startsOn: sql`t.delivered_on`,
    endsOn: ends,
    warranties: sql`1`,
    price: sql`w.amount`,
    cost: sql`w.cost`,
  },
  only: { sold: sql`r.price <> 0`, included: sql`r.price = 0` },
});
