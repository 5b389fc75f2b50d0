import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { B2bCar, B2bService, B2bSheet } from '#domain/quotes/b2b/schema.ts';
import { capOf, type RoleCap } from '#domain/quotes/approvals/caps.ts';
import type { Costed } from '#domain/stock/margin.ts';
import { barsSale, heldText, type Buyer } from '#domain/stock/rules.ts';
import { isSellable, sellableStates, usedStates, type Regime, type UsedState } from '#domain/stock/terms.ts';
import { holds, type Ctx } from '#backend/lib/work/context.ts';
import { readFiscalParams, readQuoteSettings } from '#backend/lib/records/params.ts';
import { capsUnder, readCaps } from '../sheet/params.ts';
import { found } from '#backend/lib/records/search.ts';
import { withDeciders } from '../approvals/requests.ts';
import { readB2bServices } from '../sheet/sold.ts';
import { readApproval } from '../approvals/stored-approval.ts';

/** The most cars that a search returns. */
const MOST_FOUND = 20;

interface Row {
  id: number;
  name: string;
  plate: string;
  body: string;
  colour: string;
  kw: number | null;
  km: number | null;
  registeredOn: string | null;
  state: UsedState;
  archived: boolean;
  regime: Regime;
  b2bPrice: number | null;
  minPrice: number | null;
  b2bExpense: number | null;
  exportExpense: number | null;
  purchaseCost: number | null;
  purchaseTaxRate: number;
  consignmentFee: number | null;
  costsGross: number;
  costsNet: number;
  makerId: number | null;
  reservedBy: number | null;
  holder: string | null;
  reservedFor: number | null;
  reservedUntil: string | null;
}

const readRows = async ({ db, user }: Ctx, wanted: RawBuilder<SqlBool>, limit: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select c.id, concat_ws(' ', c.maker, c.model, nullif(c.version_name, '')) as name, c.plate, c.body, c.colour, c.kw, c.km, c.registered_on, c.state,
      c.archived_at is not null as archived, c.regime, c.b2b_price, c.min_price, c.b2b_expense, c.export_expense, c.purchase_cost,
      c.purchase_tax_rate, c.consignment_fee, c.costs_gross, c.costs_net, c.reserved_by, c.reserved_for, c.reserved_until, u.name as holder,
      (select m.id from makers m where lower(m.name) = lower(c.maker) order by m.id limit 1) as maker_id
    from used_cars c left join users u on u.company_id = c.company_id and u.id = c.reserved_by
    where c.company_id = ${user.companyId} and ${wanted} order by c.acquired_on, c.id limit ${limit}`.execute(db);
  return rows;
};

const costedOf = (row: Row): Costed => ({
  state: row.state,
  regime: row.regime,
  purchaseCost: row.purchaseCost,
  purchaseTaxRate: row.purchaseTaxRate,
  consignmentFee: row.consignmentFee,
  costs: { gross: row.costsGross, net: row.costsNet },
});

/** The car with its costs; `customerId`: a reservation for this customer does not count. */
function carOf(ctx: Ctx, row: Row, caps: readonly RoleCap[], customerId: number | null): B2bCar {
  const { state, b2bPrice, minPrice, reservedUntil: until } = row;
  const isHeld = until !== null && new Date(until) > ctx.now && (customerId === null || row.reservedFor !== customerId);
  const lowest = [minPrice, b2bPrice].filter((price) => price !== null);
  return {
    id: row.id,
    name: row.name,
    plate: row.plate,
    body: row.body,
    colour: row.colour,
    km: row.km,
    registeredOn: row.registeredOn,
    makerId: row.makerId,
    kw: row.kw,
    regime: row.regime === 'retail' ? 'margin' : 'vat',
    barred: isSellable(state) && !row.archived ? null : `non si vende più (${usedStates[state].label.toLowerCase()})`,
    held: isHeld ? `è opzionata da ${row.holder}${heldText(until, (end) => day(dayInRome(new Date(end))))}` : null,
    askingPrice: b2bPrice,
    // The company's own price for traders is never below its minimum price.
    minimum: lowest.length > 0 ? Math.min(...lowest) : null,
    ownTransfer: { b2b: row.b2bExpense, export: row.exportExpense },
    costed: costedOf(row),
    cap: capOf(caps, ctx.user.roleName, { makerId: row.makerId, usage: 'used' }),
  };
}

/**
 * Everything that prices an offer of these cars today, costs included. `rootId` is the offer's first revision; a
 * reservation for `customerId` does not count. Cars that the company does not have are left out.
 */
export async function readB2bSheet(
  ctx: Ctx,
  carIds: readonly number[],
  { customerId = null, rootId = null }: { customerId?: number | null; rootId?: number | null } = {},
): Promise<B2bSheet> {
  const { companyId } = ctx.user;
  const fiscal = await readFiscalParams(ctx.db, ctx.user.companyId, ctx.today);
  const settings = await readQuoteSettings(ctx.db, companyId, ctx.today);
  const caps = await capsUnder(ctx.db, companyId, settings);
  const rows = carIds.length > 0 ? await readRows(ctx, sql`c.id = any(${carIds}::bigint[])`, carIds.length) : [];
  const deedCost = (type: 'b2b' | 'export') =>
    fiscal.filter(({ key }) => key.startsWith(`transfer_${type}_`)).reduce((sum, { value }) => sum + value, 0);
  return {
    day: ctx.today,
    expiryDays: settings.expiryDays,
    agencyFee: settings.agencyFee,
    taxRate: fiscal.find(({ key }) => key === 'tax_rate')!.value,
    transferCosts: { b2b: deedCost('b2b'), export: deedCost('export') },
    mayExceed: holds(ctx, p.approveContracts),
    approval: rootId === null ? null : await withDeciders(ctx, await readApproval(ctx, 'b2bQuotes', rootId), null),
    cars: rows.map((row) => carOf(ctx, row, caps, customerId)),
    services: await readB2bServices(ctx),
  };
}

/** Whether all cars are still available to a buyer who accepts through a private link. */
export async function allThere(ctx: Ctx, carIds: readonly number[], buyer: Buyer): Promise<boolean> {
  const rows = await readRows(ctx, sql`c.id = any(${carIds}::bigint[])`, carIds.length);
  const free = rows.filter((row) => isSellable(row.state) && !row.archived);
  return free.length === carIds.length && !free.some((row) => barsSale(row, { ...buyer, actorId: null }, ctx.now));
}

/** Cars that can be offered, the longest in stock first. */
export async function findCars(ctx: Ctx, q: string): Promise<B2bCar[]> {
  const caps = await readCaps(ctx.db, ctx.user.companyId, ctx.today);
  const search = await found(ctx, 'usedCars', 'c.id', q);
  const wanted = sql<SqlBool>`c.archived_at is null and c.state = any(${sellableStates}::text[]) and ${search}`;
  const rows = await readRows(ctx, wanted, MOST_FOUND);
  return rows.map((row) => visibleCar(ctx, carOf(ctx, row, caps, null)));
}

const visibleCar = (ctx: Ctx, car: B2bCar): B2bCar => (holds(ctx, p.seeMargin) ? car : { ...car, costed: null });

const withoutCosts = (service: B2bService): B2bService => {
  const { cost: _, ...rest } = service;
  return { ...rest, bands: service.bands.map(({ cost: __, ...band }) => band) };
};

/** The sheet as the caller may see it: costs of cars and services only with privilege 33. */
export const visibleB2bSheet = (ctx: Ctx, sheet: B2bSheet): B2bSheet => ({
  ...sheet,
  cars: sheet.cars.map((car) => visibleCar(ctx, car)),
  services: holds(ctx, p.seeMargin) ? sheet.services : sheet.services.map(withoutCosts),
});
