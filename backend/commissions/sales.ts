/** What rules of commissions read of a contract: its columns and rows, never its snapshot. */
import { sql } from 'kysely';
import type { Sale } from '#domain/commissions/matching.ts';
import { triggers, type Trigger } from '#domain/commissions/terms.ts';
import type { ContractKind, Objective } from '#domain/contracts/terms.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { SaleChannel } from '#domain/stock/terms.ts';
import { basketsThen } from '../lib/ports/baskets.ts';
import type { Ctx } from '../lib/work/context.ts';

/** A contract as commissions see it; days: null while it is not so far, or was taken back. */
export interface SoldContract {
  id: number;
  version: number;
  number: string;
  vehicle: string;
  sellerId: number;
  partnerId: number | null;
  sale: Sale;
  /** The day of each trigger that is reached. */
  reached: Partial<Record<Trigger, string>>;
}

interface Row {
  id: number;
  version: number;
  number: string;
  vehicle: string;
  kind: ContractKind;
  channel: SaleChannel;
  locationId: number | null;
  makerId: number | null;
  modelId: number | null;
  basketIds: number[];
  objectives: Objective[];
  sellerId: number;
  partnerId: number | null;
  approvedOn: string | null;
  billedOn: string | null;
  deliveredOn: string | null;
  paidOn: string | null;
  canceled: boolean;
  cars: number;
  marginFirst: number | null;
  marginSecond: number | null;
  marginThird: number | null;
  netRevenue: number | null;
  financed: number;
  lent: number | null;
  insurances: number;
  insured: number | null;
  policies: number | null;
  others: number;
  otherNet: number | null;
  otherEarned: number | null;
  pickups: number;
}

const saleOf = (row: Row): Sale => ({
  kind: row.kind === 'b2b' ? 'used_b2b' : row.kind,
  channel: row.channel,
  locationId: row.locationId,
  makerId: row.makerId,
  modelId: row.modelId,
  basketIds: row.basketIds,
  objectives: row.objectives,
  cars: Math.max(1, row.cars),
  marginFirst: row.marginFirst,
  marginSecond: row.marginSecond,
  marginThird: row.marginThird,
  netRevenue: row.netRevenue,
  sold: {
    financial: { count: row.financed > 0 ? 1 : 0, net: row.financed, earned: row.lent },
    insurance: { count: row.insurances, net: row.insured, earned: row.policies },
    rent: { count: row.objectives.includes('rent') ? 1 : 0, net: null, earned: null },
    other: { count: row.others, net: row.otherNet, earned: row.otherEarned },
    pickup: { count: row.pickups, net: null, earned: null },
  },
});

const reachedBy = ({ canceled, ...row }: Row): SoldContract['reached'] =>
  canceled
    ? {}
    : Object.fromEntries(keysOf(triggers).flatMap((trigger) => (row[`${trigger}On`] ? [[trigger, row[`${trigger}On`]]] : []))); // prettier-ignore

/** The car of contract `c`. */
const ofCar = {
  maker: sql`c.maker_id`,
  model: sql`c.model_id`,
  version: sql`c.version_id`,
  fuel: sql`(select v.fuel from versions v where v.id = c.version_id)`,
};

/** Reads contracts for commissions, by id; those that are not the company's are left out. */
export async function readSales(
  { db, today, user: { companyId } }: Ctx,
  ids: readonly number[],
): Promise<SoldContract[]> {
  const lines = (what: string, of: string) =>
    sql`(select sum(${sql.raw(what)})::bigint from contract_lines l where l.company_id = ${companyId} and l.contract_id = c.id and ${sql.raw(of)})`;
  const others = `l.kind in ('service', 'warranty', 'accessory') and l.amount > 0`;
  const { rows } =
    await sql<Row>`select c.id, c.version, c.number, c.vehicle, c.kind, c.channel, c.location_id, c.maker_id, c.model_id, c.seller_id, c.partner_id,
      c.approved_on, c.billed_on, c.delivered_on, c.canceled_at is not null as canceled,
      c.margin_first, c.margin_second, c.margin_third, c.net_revenue, c.financed, c.insurances,
      ${basketsThen(companyId, ofCar, sql`coalesce(c.approved_on, ${today}::date)`)} as basket_ids,
      array(select o.objective from contract_objectives o where o.company_id = ${companyId} and o.contract_id = c.id) as objectives,
      (select count(*)::int from contract_cars k where k.company_id = ${companyId} and k.contract_id = c.id) as cars,
      case when c.approved_on is not null and c.received >= c.total
        then (select greatest(c.approved_on, max(r.received_on)) from contract_receipts r where r.company_id = ${companyId} and r.contract_id = c.id) end as paid_on,
      ${lines('l.earned', `l.kind = 'plan'`)} as lent, ${lines('l.net', `l.kind = 'policy'`)} as insured,
      ${lines('l.earned', `l.kind = 'policy'`)} as policies,
      (select count(*)::int from contract_lines l where l.company_id = ${companyId} and l.contract_id = c.id and ${sql.raw(others)}) as others,
      ${lines('l.net', others)} as other_net, ${lines('l.net - l.cost', others)} as other_earned,
      jsonb_array_length(jsonb_path_query_array(c.agreed_trade_ins, '$[*] ? (@.type == "barter")')) as pickups
    from contracts c where c.company_id = ${companyId} and c.id = any(${ids}::bigint[]) and c.origin <> 'history' order by c.id`.execute(
      db,
    );
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    number: row.number,
    vehicle: row.vehicle,
    sellerId: row.sellerId,
    partnerId: row.partnerId,
    sale: saleOf(row),
    reached: reachedBy(row),
  }));
}

/** Persons with the role that they have today. */
export async function readRoles({ db, user }: Ctx, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'roleName'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [0, ...ids])
    .execute();
  return new Map(rows.map(({ id, roleName }) => [id, roleName]));
}
