/** What contracts bring in, by business center, and what they earn. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { reports } from '#domain/reports/reports.ts';
import { OWN } from '#backend/db/tenant.ts';
import { reported, type Reported } from '#backend/lib/ports/reported.ts';
import { contractDays, contractGroupings, counts, dayColumns, daysOfRows, eachDay, ofContracts } from './common.ts';

const common = {
  ...ofContracts,
  from: () => sql`contracts t`,
  where: counts,
  id: sql`t.id`,
};
const piecesOf = (kind: string) => sql`case when t.kind = ${kind} then t.pieces else 0 end`;
/** A contract whose costs nobody knows: its margin is missing from the sums. */
const unknown = sql`case when t.margin_second is null then 1 else 0 end`;
const kind = { by: sql`t.kind` };

/** What of a contract, or of a target in its place, the rows of business centers have. */
const columnsOf = (of: 'contract' | 'target') =>
  of === 'contract'
    ? sql`t.id, t.number, t.customer_id, t.location_id, t.seller_id, t.partner_id, t.state, t.kind, t.channel, t.business_center_id,
        1 as contracts, t.pieces, t.financed, t.insured, t.total, t.net_revenue, t.margin_second, 0 as target`
    : sql`null::bigint, t.title, null::bigint, t.location_id, t.seller_id, null::bigint, '', t.kind, null, t.business_center_id,
        0, 0, 0, false, 0, 0, 0, t.amount`;
/** The report of business centers, with what is to be sold; `targets`: a relation of pieces by month, from who keeps them. */
export const businessCenters = (targets: RawBuilder<unknown>): Reported =>
  reported<typeof reports.businessCenters>({
    report: reports.businessCenters,
    ...common,
    from: () => sql`(select t.company_id, t.id as row_id, ${contractDays}, ${columnsOf('contract')} from contracts t
        where t.company_id = ${OWN} and ${counts}
      union all select t.company_id, -t.id, ${eachDay((basis) => sql`case when t.basis = ${basis} then t.day end`)}, ${columnsOf('target')} from ${targets} t)
      t (company_id, row_id, ${dayColumns}, id, number, customer_id, location_id, seller_id, partner_id, state, kind, channel, business_center_id,
        contracts, pieces, financed, insured, total, net_revenue, margin_second, target)`,
    where: sql<SqlBool>`true`,
    id: sql`t.row_id`,
    days: daysOfRows,
    groups: {
      center: {
        by: sql`t.business_center_id`,
        name: (key) =>
          sql`(select b.name from business_centers b where b.company_id = ${OWN} and b.id = ${key}::bigint)`,
      },
      kind,
      ...contractGroupings,
    },
    columns: {
      kind: sql`t.kind`,
      contracts: sql`t.contracts`,
      pieces: sql`t.pieces`,
      newPieces: piecesOf('new'),
      usedPieces: piecesOf('used'),
      b2bPieces: piecesOf('b2b'),
      target: sql`t.target`,
      financed: sql`case when t.financed > 0 then 1 else 0 end`,
      insured: sql`case when t.insured then 1 else 0 end`,
      total: sql`t.total`,
      netRevenue: sql`t.net_revenue`,
      marginSecond: sql`t.margin_second`,
      unknown,
    },
    only: {
      contracts: sql`r.contract_id is not null`,
      targets: sql`r.contract_id is null`,
      financed: sql`r.financed > 0`,
      insured: sql`r.insured > 0`,
    },
  });

export const performance = reported<typeof reports.performance>({
  report: reports.performance,
  ...common,
  groups: {
    seller: contractGroupings.seller,
    place: contractGroupings.place,
    model: {
      by: sql`t.model_id`,
      name: (key) =>
        sql`(select k.name || ' ' || m.name from models m join makers k on k.id = m.maker_id where m.id = ${key}::bigint)`,
    },
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
