import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import type { HashedSheet, Incentive, PriceSheet, QuoteDraft, SaleItem } from '#domain/quotes/schema.ts';
import { daysBetween, monthsBetween } from '#domain/dates.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { incentivesFor, type CampaignCar } from '#domain/quotes/campaigns/reach.ts';
import { Failure } from '#domain/errors.ts';
import { netOf, sum } from '#domain/money.ts';
import { privileges as p } from '#domain/privileges.ts';
import { capOf } from '#domain/quotes/approvals/caps.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { holds } from '#backend/lib/work/context.ts';
import { readQuoteSettings } from '#backend/lib/records/params.ts';
import { readProvinces } from '#backend/lib/records/provinces.ts';
import { readAgencyCosts } from './agency-costs.ts';
import type { Sale } from '../campaigns/left.ts';
import { readBaskets, readRunning } from '../campaigns/running.ts';
import { capsUnder, extrasOf, readParams } from './params.ts';
import { readInsurances, readPlans, readServices } from './sold.ts';
import type { VersionPricing } from '#backend/lib/ports/pricing.ts';
import type { Reader } from '#backend/lib/ports/sellable.ts';
import { readStockCar } from '../car/stock-car.ts';
import { keptListOf } from './list-day.ts';
import { readUsedCar } from '../car/used-car.ts';

type Trx = Transaction<DB>;

/**
 * Everything that prices a version, or a car of the used stock, on a day for the caller's company. It includes costs,
 * which `visibleSheet` removes before the sheet leaves the backend. A car that is not sold on that day has list price
 * 0. `rootId`, `contractId`: campaign budgets are read without the use of this quote's own revisions, and of this
 * contract, and the catalogue is that of the list which the quote keeps, or today's without `keepsList`. Throws `not_found` for an unknown version or car.
 */
export const readSheet = async (
  reader: Reader,
  asked: ChosenCar,
  rootId: number | null = null,
  contractId: number | null = null,
  keepsList = true,
): Promise<PriceSheet> => (await readSheetFor(reader, asked, { rootId, contractId }, keepsList)).sheet;

/** The sheet of a version that is ordered. */
export const sheetOfVersion: VersionPricing = (reader, versionId) =>
  readSheet(reader, { versionId, stockId: null, newCarId: null });

type ChosenCar = Pick<QuoteDraft, 'versionId' | 'stockId' | 'newCarId'>;

/** The sheet, and its car as campaigns judge it. */
export async function readSheetFor(
  { db, today, now, user }: Reader,
  { versionId, stockId, newCarId }: ChosenCar,
  sale: Sale,
  keepsList = true,
): Promise<{ sheet: PriceSheet; car: CampaignCar }> {
  const { rootId } = sale;
  // Rows of the catalogue are those of the list that the quote keeps; all else is today's.
  const isKept = keepsList && rootId !== null && stockId === null;
  const list = isKept ? await keptListOf({ db, today, user }, rootId, versionId) : null;
  const listDay = list?.day ?? today;
  const car =
    stockId === null ? await readCar(db, versionId, listDay) : await readUsedCar({ db, today, now, user }, stockId);
  if (!car) throw new Failure('not_found');
  const { maker, model, version, used } = car;
  const own = newCarId === null || used ? undefined : await readStockCar({ db, today, now, user }, newCarId);
  if (newCarId !== null && own?.versionId !== version.id) throw new Failure('not_found');
  const usage = used ? ('used' as const) : ('new' as const);
  const where = { usage, makerId: maker.id, modelId: model.id, day: today, companyId: user.companyId };
  const options = used ? [] : await readOptions(db, versionId, listDay);
  const images = used ? [] : await readImages(db, versionId);
  const homologation = used ? undefined : await readHomologation(db, versionId, today);
  const months = used?.registeredOn ? monthsBetween(used.registeredOn, today) : used && null;
  const sold = { usage, makerId: maker.id, kw: version.kw, km: used ? used.km : 0, months: used ? months : 0 };
  const arrivedOn = used ? car.acquiredOn : (own?.car.arrivedOn ?? null);
  const judged: CampaignCar = {
    usage,
    channel: used?.saleChannel ?? 'retail',
    makerId: maker.id,
    modelId: model.id,
    versionId: used ? null : version.id,
    // Baskets contain versions that are sold new.
    basketIds: used ? [] : await readBaskets(db, user.companyId, { makerId: maker.id, modelId: model.id, versionId }),
    fuel: version.fuel,
    category: version.category,
    co2: homologation?.bestCo2 ?? version.co2,
    ...(homologation && { mostCo2: homologation.worstCo2 }),
    listPrice: version.listPrice,
    stockDays: arrivedOn === null ? null : daysBetween(arrivedOn, today),
  };
  const settings = await readQuoteSettings(db, user.companyId, today);
  const most = sum([version.listPrice, ...options.map(({ price }) => price)]);
  const agencyCosts = await readAgencyCosts({ db, today, user });
  const sheet: PriceSheet = {
    maker: { id: maker.id, name: maker.name },
    model,
    version,
    used,
    stock: own?.car ?? null,
    options,
    ...(list && { list }),
    ...(homologation && { homologation }),
    ...(images.length > 0 && { images }),
    rules: await readRules(
      db,
      options.map(({ id }) => id),
      listDay,
    ),
    // Accessories of a used car are services or part of its price (specification §3 has no such section).
    accessories: used ? [] : await readAccessories(db, where),
    ...(await readServices({ db, today, now, user }, sold)),
    incentives: await readIncentives({ db, today, user }, judged, { sale, most }),
    plans: await readPlans({ db, today, now, user }, { usage, makerId: maker.id, modelId: model.id, versionId }),
    insurances: await readInsurances({ db, today, now, user }, sold),
    provinces: await readProvinces(db, user.companyId, today),
    params: await readParams(db, user.companyId, today, settings, {
      priceIncludesRoadCost: maker.priceIncludesRoadCost,
      category: version.category,
      isUsed: used !== null,
    }),
    costPercent: own ? costPercentOf(own, version.listPrice, options) : car.costPercent,
    discountCap: capOf(await capsUnder(db, user.companyId, settings), user.roleName, { makerId: maker.id, usage }),
    extras: used ? [] : extrasOf(settings),
    ...(agencyCosts.length > 0 && { agencyCosts }),
  };
  return { sheet, car: judged };
}

/** The net cost of the car in percent of the net list price of its version and options; null if unknown. */
function costPercentOf(
  { car, cost }: NonNullable<Awaited<ReturnType<typeof readStockCar>>>,
  listPrice: number,
  options: PriceSheet['options'],
): number | null {
  const on = options.filter(({ id, standard }) => !standard && car.optionIds.includes(id));
  const list = netOf(on.reduce((sum, { price }) => sum + price, listPrice));
  return cost === null || list === 0 ? null : (cost / list) * 100;
}

interface Where {
  usage: 'new' | 'used';
  makerId: number | null;
  modelId: number | null;
  day: string;
  companyId: number;
}

/** The sold car with its make, and the dealer's cost of a new one. */
interface Car extends Pick<PriceSheet, 'model' | 'version' | 'used' | 'costPercent'> {
  maker: PriceSheet['maker'] & { priceIncludesRoadCost: boolean };
  acquiredOn: string | null;
}

/** SQL for a row `v` of versions as answers contain it; `listPrice` in cents. */
export const versionJson = (
  listPrice: RawBuilder<unknown>,
) => sql`jsonb_build_object('id', v.id, 'modelId', v.model_id, 'code', v.code,
  'name', v.name, 'fuel', v.fuel, 'gearbox', v.gearbox, 'drive', v.drive, 'kw', v.kw, 'cc', v.cc, 'co2', v.co2, 'consumption', v.consumption,
  'euroClass', v.euro_class, 'category', v.category, 'payload', v.payload, 'seats', v.seats, 'listPrice', ${listPrice})`;

/** SQL: a version `v` of a model `o` and a make `m` is on sale on a day: one of them that went later was, then. */
const isSoldOn = (day: string) =>
  sql.join(
    ['v', 'o', 'm'].map((as) => sql`(${sql.ref(`${as}.published`)} or ${sql.ref(`${as}.retired_on`)} > ${day})`),
    sql` and `,
  );

async function readCar(db: Trx, versionId: number, day: string): Promise<Car | undefined> {
  const { rows } = await sql<Omit<Car, 'used' | 'acquiredOn'>>`
    select jsonb_build_object('id', m.id, 'name', m.name, 'priceIncludesRoadCost', m.price_includes_road_cost) as maker,
      jsonb_build_object('id', o.id, 'name', o.name, 'body', o.body) as model, m.cost_percent,
      ${versionJson(sql`case when ${isSoldOn(day)} then coalesce((select p.price from version_prices p
          where p.version_id = v.id and p.valid_from <= ${day} order by p.valid_from desc limit 1), 0) else 0 end`)} as version
    from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id where v.id = ${versionId}`.execute(
    db,
  );
  return rows[0] && { ...rows[0], used: null, acquiredOn: null };
}

/** Condition: the row belongs to the list of the day. */
const isListed = (as: string, day: string) =>
  sql`coalesce(${sql.ref(`${as}.since`)} <= ${day}, true) and coalesce(${sql.ref(`${as}.retired_on`)} > ${day}, true)`;

/** Options with their prices of the day; an option that is neither standard nor priced is not sold. */
async function readOptions(db: Trx, versionId: number, day: string): Promise<PriceSheet['options']> {
  const { rows } = await sql<PriceSheet['options'][number]>`
    select * from (select o.id, o.code, o.name, o.kind, o.colour, vo.standard,
      (select p.price from version_option_prices p where p.version_id = vo.version_id and p.option_id = o.id and p.valid_from <= ${day}
        order by p.valid_from desc limit 1) as price
      from version_options vo join options o on o.id = vo.option_id where vo.version_id = ${versionId} and ${isListed('vo', day)}) s
    where standard or price is not null order by kind, standard desc, price, name, id`.execute(db);
  return rows.map((row) => ({ ...row, price: row.price ?? 0 }));
}

/** The type approval of a version that holds on a day. */
async function readHomologation(db: Trx, versionId: number, day: string): Promise<PriceSheet['homologation']> {
  const { rows } = await sql<NonNullable<PriceSheet['homologation']>>`
    select number, type, variant, edition, emission_class, best_co2, worst_co2, best_consumption::float as best_consumption,
      worst_consumption::float as worst_consumption, best_mass, worst_mass, tyres, options
    from homologations where company_id = ${MANUFACTURER} and version_id = ${versionId} and archived_at is null and valid_from <= ${day}
      and coalesce(valid_to, ${day}) >= ${day} limit 1`.execute(db);
  return rows[0];
}

/** The pictures that a version shows, the first one first. */
async function readImages(db: Trx, versionId: number): Promise<NonNullable<PriceSheet['images']>> {
  return db
    .selectFrom('versionImages')
    .select(['imageId as id', 'optionId'])
    .where('versionId', '=', versionId)
    .where('shown', '=', true)
    .orderBy('place')
    .orderBy('imageId')
    .execute();
}

async function readRules(db: Trx, ids: number[], day: string): Promise<PriceSheet['rules']> {
  const { rows } = await sql<PriceSheet['rules'][number]>`
    select option_id, kind, other_id from option_rules where option_id = any(${ids}::bigint[]) and other_id = any(${ids}::bigint[])
      and ${isListed('option_rules', day)}
    order by option_id, kind, other_id`.execute(db);
  return rows;
}

async function readAccessories(
  db: Trx,
  { companyId, makerId, modelId, day }: Where,
): Promise<PriceSheet['accessories']> {
  const { rows } = await sql<PriceSheet['accessories'][number]>`
    select id, code, description, price, tax_rate, cost from accessories
    where company_id = ${companyId} and archived_at is null and (maker_id is null or maker_id = ${makerId}) and (model_id is null or model_id = ${modelId})
      and coalesce(active_from, ${day}) <= ${day} and coalesce(active_to, ${day}) >= ${day}
    order by description, id limit 2000`.execute(db);
  return rows;
}

/**
 * Incentives of the manufacturer's and the company's campaigns for such a car. `most`: the most cents that an incentive
 * can take; `sale`: budgets are read without its own use.
 */
async function readIncentives(
  { db, today, user }: Pick<Reader, 'db' | 'today' | 'user'>,
  car: CampaignCar,
  { sale, most }: { sale: Sale; most: number },
): Promise<Incentive[]> {
  const running = await readRunning(db, { companyId: user.companyId, day: today, sale });
  // The sheet's hash would change with every change of a budget: a budget that cannot limit this sale is left out.
  const told = (left: number | null) => (left !== null && left < most ? left : null);
  return running.flatMap((campaign) => incentivesFor({ ...campaign, left: told(campaign.left) }, car, today));
}

/** The sheet as the caller may see it, with its hash: costs and refunds only with privilege 33. */
export function visibleSheet(ctx: Pick<Ctx, 'user'>, sheet: PriceSheet): HashedSheet {
  const unpriced = <Item extends SaleItem>(items: readonly Item[]) => items.map((item) => ({ ...item, cost: null }));
  const hidden = {
    costPercent: null,
    extras: [],
    agencyCosts: undefined,
    incentives: sheet.incentives.map((incentive) => ({ ...incentive, refundPercent: 0, bonus: 0 })),
    accessories: unpriced(sheet.accessories),
    services: unpriced(sheet.services),
    makerServices: unpriced(sheet.makerServices),
    plans: sheet.plans.map((plan) => ({ ...plan, commissionPercent: 0 })),
    used: sheet.used && { ...sheet.used, cost: null },
    insurances: sheet.insurances.map((tariff) => ({ ...tariff, commissionPercent: 0, rappelPercent: 0 })),
  };
  const visible = holds(ctx, p.seeMargin) ? sheet : { ...sheet, ...hidden };
  return { ...visible, hash: createHash('sha256').update(canonicalize(visible)!).digest('base64url').slice(0, 22) };
}
