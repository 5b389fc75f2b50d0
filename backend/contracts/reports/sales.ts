/** What contracts bring in, by business center, and what they earn. */
import { sql, type SqlBool } from 'kysely';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported } from '#backend/lib/ports/reported.ts';
import { contractGroupings, ofContracts } from './common.ts';

const common = {
  ...ofContracts,
  from: () => sql`contracts t`,
  where: sql<SqlBool>`t.canceled_at is null`,
  id: sql`t.id`,
};
const piecesOf = (kind: string) => sql`case when t.kind = ${kind} then t.pieces else 0 end`;
/** A contract whose costs nobody knows: its margin is missing from the sums. */
const unknown = sql`case when t.margin_second is null then 1 else 0 end`;
const kind = { by: sql`t.kind` };

export const businessCenters = reported<typeof reports.businessCenters>({
  report: reports.businessCenters,
  ...common,
  groups: {
    center: {
      by: sql`t.business_center_id`,
      name: (key) => sql`(select b.name from business_centers b where b.company_id = ${OWN} and b.id = ${key}::bigint)`,
    },
    kind,
    ...contractGroupings,
  },
  columns: {
    kind: sql`t.kind`,
    pieces: sql`t.pieces`,
    newPieces: piecesOf('new'),
    usedPieces: piecesOf('used'),
    b2bPieces: piecesOf('b2b'),
    financed: sql`case when t.financed > 0 then 1 else 0 end`,
    insured: sql`case when t.insured then 1 else 0 end`,
    total: sql`t.total`,
    netRevenue: sql`t.net_revenue`,
    marginSecond: sql`t.margin_second`,
    unknown,
  },
  only: { financed: sql`r.financed > 0`, insured: sql`r.insured > 0` },
});

export const performance = reported<typeof reports.performance>({
  report: reports.performance,
  ...common,
  groups: {
    seller: contractGroupings.seller,
    place: contractGroupings.place,
    car: { by: sql`left(t.vehicle, 160)`, column: 'car' },
    stock: {
      by: sql`case when t.stock_days <= 30 then 'a' when t.stock_days <= 60 then 'b' when t.stock_days <= 90 then 'c'
        when t.stock_days > 90 then 'd' end`,
    },
    kind,
    channel: contractGroupings.channel,
  },
  columns: {
    car: sql`t.vehicle`,
    stockDays: sql`t.stock_days`,
    pieces: sql`t.pieces`,
    netRevenue: sql`t.net_revenue`,
    marginFirst: sql`t.margin_first`,
    marginSecond: sql`t.margin_second`,
    marginThird: sql`t.margin_third`,
    unknown,
  },
  only: { unknown: sql`r.unknown > 0`, loss: sql`r.margin_second < 0` },
});
