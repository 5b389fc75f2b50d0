import { sql, type Transaction } from 'kysely';
import type { Plan } from '#domain/financials/schema.ts';
import type { Incentive, PriceSheet, Province, QuoteDraft } from '#domain/quotes/schema.ts';
import type { Priced } from '#domain/quotes/pricing.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import type { DB } from '../db/types.gen.ts';
import type { Ctx } from '../lib/context.ts';
import { holds } from '../lib/context.ts';
import { readParams } from './params.ts';

type Trx = Transaction<DB>;

/**
 * All that prices a version on a day for the caller's company, costs included: `visibleSheet` takes them away before it leaves.
 * A version that is not sold on that day has list price 0. Throws `not_found` for an unknown version.
 */
export async function readSheet(
  { db, today, user }: Pick<Ctx, 'db' | 'today' | 'user'>,
  versionId: number,
): Promise<PriceSheet> {
  const car = await readCar(db, versionId, today);
  if (!car) throw new Failure('not_found');
  const { maker, model, version, costPercent } = car;
  const where = { makerId: maker.id, modelId: model.id, day: today, companyId: user.companyId };
  const options = await readOptions(db, versionId, today);
  return {
    maker: { id: maker.id, name: maker.name },
    model,
    version,
    options,
    rules: await readRules(
      db,
      options.map(({ id }) => id),
    ),
    accessories: await readAccessories(db, where),
    incentives: await readIncentives(db, where),
    plans: await readPlans(db, where),
    provinces: await readProvinces(db, today),
    params: await readParams(db, user.companyId, today, maker.priceIncludesRoadCost),
    costPercent,
  };
}

type Where = { makerId: number; modelId: number; day: string; companyId: number };
interface Car {
  maker: { id: number; name: string; priceIncludesRoadCost: boolean };
  model: PriceSheet['model'];
  version: PriceSheet['version'];
  costPercent: number;
}

async function readCar(db: Trx, versionId: number, day: string): Promise<Car | undefined> {
  const { rows } = await sql<Car>`
    select jsonb_build_object('id', m.id, 'name', m.name, 'priceIncludesRoadCost', m.price_includes_road_cost) as maker,
      jsonb_build_object('id', o.id, 'name', o.name, 'body', o.body) as model, m.cost_percent,
      jsonb_build_object('id', v.id, 'modelId', v.model_id, 'code', v.code, 'name', v.name, 'fuel', v.fuel, 'gearbox', v.gearbox, 'drive', v.drive,
        'kw', v.kw, 'cc', v.cc, 'co2', v.co2, 'consumption', v.consumption, 'euroClass', v.euro_class, 'category', v.category, 'seats', v.seats,
        'listPrice', case when v.published and o.published and m.published then coalesce((select p.price from version_prices p
          where p.version_id = v.id and p.valid_from <= ${day} order by p.valid_from desc limit 1), 0) else 0 end) as version
    from versions v join models o on o.id = v.model_id join makers m on m.id = o.maker_id where v.id = ${versionId}`.execute(
    db,
  );
  return rows[0];
}

/** Options with their price of the day; one that is neither standard nor priced is not sold. */
async function readOptions(db: Trx, versionId: number, day: string): Promise<PriceSheet['options']> {
  const { rows } = await sql<PriceSheet['options'][number]>`
    select * from (select o.id, o.code, o.name, o.kind, o.colour, vo.standard,
      (select p.price from version_option_prices p where p.version_id = vo.version_id and p.option_id = o.id and p.valid_from <= ${day}
        order by p.valid_from desc limit 1) as price
      from version_options vo join options o on o.id = vo.option_id where vo.version_id = ${versionId}) s
    where standard or price is not null order by kind, standard desc, price, name, id`.execute(db);
  return rows.map((row) => ({ ...row, price: row.price ?? 0 }));
}

async function readRules(db: Trx, ids: number[]): Promise<PriceSheet['rules']> {
  const { rows } = await sql<PriceSheet['rules'][number]>`
    select option_id, kind, other_id from option_rules where option_id = any(${ids}::bigint[]) and other_id = any(${ids}::bigint[])
    order by option_id, kind, other_id`.execute(db);
  return rows;
}

async function readAccessories(
  db: Trx,
  { companyId, makerId, modelId, day }: Where,
): Promise<PriceSheet['accessories']> {
  const { rows } = await sql<PriceSheet['accessories'][number]>`
    select id, code, description, price, tax_rate from accessories
    where company_id = ${companyId} and archived_at is null and (maker_id is null or maker_id = ${makerId}) and (model_id is null or model_id = ${modelId})
      and coalesce(active_from, ${day}) <= ${day} and coalesce(active_to, ${day}) >= ${day}
    order by description, id limit 2000`.execute(db);
  return rows;
}

/** The manufacturer's incentives and the company's own. */
async function readIncentives(db: Trx, { companyId, makerId, modelId, day }: Where): Promise<Incentive[]> {
  const { rows } = await sql<Incentive>`
    select id, type, payer, name, basis, amount, percent, bands, cumulability_group as "group", customer_types, requires_used, requires_financing,
      refund_percent
    from incentives where company_id in (${MANUFACTURER}, ${companyId}) and valid_from <= ${day} and coalesce(valid_to, ${day}) >= ${day}
      and (maker_id is null or maker_id = ${makerId}) and (model_id is null or model_id = ${modelId})
    order by company_id, id`.execute(db);
  return rows;
}

async function readPlans(db: Trx, { companyId, day }: Where): Promise<Plan[]> {
  const { rows } = await sql<Plan>`
    select p.id, p.name, c.name as company, p.type, p.terms, p.balloon_basis, p.fee, p.collection_fee, p.yearly_fee, p.tax_mode,
      p.protection_percent, p.min_amount, p.max_amount, p.min_deposit_percent
    from financing_plans p join financing_companies c on c.company_id = p.company_id and c.id = p.financing_company_id
    where p.company_id = ${companyId} and p.valid_from <= ${day} and coalesce(p.valid_to, ${day}) >= ${day}
    order by c.name, p.name, p.id`.execute(db);
  return rows;
}

async function readProvinces(db: Trx, day: string): Promise<Province[]> {
  const { rows } = await sql<Province>`
    select code, name, ipt_percent, fixed_for_vat_deeds from provinces where valid_from <= ${day} and coalesce(valid_to, ${day}) >= ${day}
    order by name, code`.execute(db);
  return rows;
}

/** The sheet as the caller may see it: costs, and what payers refund, only with privilege 33. */
export const visibleSheet = (ctx: Pick<Ctx, 'user'>, sheet: PriceSheet): PriceSheet =>
  holds(ctx, 33)
    ? sheet
    : {
        ...sheet,
        costPercent: null,
        incentives: sheet.incentives.map((incentive) => ({ ...incentive, refundPercent: 0 })),
      };

/** What of the sheet an issued quote keeps: what its draft uses, standard equipment and every parameter. It prices the same. */
export function keptSheet(sheet: PriceSheet, draft: QuoteDraft, priced: Pick<Priced, 'options'>): PriceSheet {
  const used = new Set(priced.options.map(({ id }) => id));
  const options = sheet.options.filter((option) => option.standard || used.has(option.id));
  const kept = new Set(options.map(({ id }) => id));
  return {
    ...sheet,
    options,
    rules: sheet.rules.filter((rule) => kept.has(rule.optionId) && kept.has(rule.otherId)),
    accessories: sheet.accessories.filter(({ id }) => draft.accessoryIds.includes(id)),
    incentives: sheet.incentives.filter(({ id }) => draft.incentiveIds.includes(id)),
    plans: sheet.plans.filter(({ id }) => id === draft.financing?.planId),
    provinces: sheet.provinces.filter(({ code }) => code === draft.province),
  };
}
