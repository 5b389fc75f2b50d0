import { sql } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { financials as table } from '#domain/financials/endpoints.ts';
import { planFields } from '#domain/financials/fields.ts';
import { planInput, type PlanRecord } from '#domain/financials/plan-schema.ts';
import { round } from '#domain/money.ts';
import { futureTables } from '#domain/financials/tables/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { readBaskets, tellBaskets } from '../lib/ports/baskets.ts';
import { readInForce } from '../lib/ports/future-tables.ts';
import { importable } from '../lib/records/importable.ts';
import type { Ctx } from '../lib/work/context.ts';
import { is } from '../lib/records/list.ts';
import { checkOffered, isValid, offeredCells, offeredNames } from '../lib/records/offered.ts';
import { readFiscalParams } from '../lib/records/params.ts';
import type { PricedRecords } from '../lib/records/priced.ts';
import { pricedVerbs } from '../lib/records/priced-verbs.ts';
import { isArchived, orderOf, selectOf } from '../lib/records/records.ts';
import { futureTableVerbs } from './tables/verbs.ts';

type Filters = Partial<z.output<(typeof table)['GET /financials']['query']>>;

const durations = sql`(select string_agg(t ->> 'months', ', ' order by n) || ' mesi'
  from jsonb_array_elements(r.terms) with ordinality as each (t, n)) as durations`;
const tableNames = sql`array(select distinct t.name from future_tables t
  where coalesce(t.series_id, t.id) = any(r.future_table_ids) and not t.draft order by t.name) as future_tables`;
/** The TAN changed by percentage points, rounded to hundredths and never below zero. */
const moved = (tan: number, points: number) => Math.max(0, round((tan + points) * 100) / 100);

const plan: PricedRecords<PlanRecord, Filters> = {
  table: 'plans',
  entity: 'financing_plan',
  noun: 'il piano',
  file: 'finanziarie',
  fields: planFields,
  select: selectOf('plans', planFields, sql`${offeredNames}, ${durations}, ${tableNames}`),
  order: orderOf(planFields),
  sort: { sort: 'name', dir: 'asc' },
  where: ({ today }, { type, lender, valid, archived }) => [
    ...is('r.type', type),
    ...is('r.lender', lender),
    ...isValid(today, valid),
    isArchived(archived),
  ],
  input: planInput,
  check: async (ctx, input: z.output<typeof planInput>) => {
    await checkOffered(ctx, input);
    await checkBaskets(ctx, input);
    await checkTables(ctx, input);
  },
  written: async (ctx, ids) => {
    await tellTables(ctx, ids);
    await tellBaskets(ctx, 'plan', ids);
  },
  finish: offeredCells,
  repriced: ({ terms }, points) => ({ terms: terms.map((term) => ({ ...term, tan: moved(term.tan, points) })) }),
};

/** Throws `invalid` at the row whose basket does not exist. */
async function checkBaskets(ctx: Ctx, { futureValues }: z.output<typeof planInput>): Promise<void> {
  if (futureValues.every(({ basketId }) => basketId === null)) return;
  const known = new Set((await readBaskets(ctx, 'plan')).map(({ id }) => id));
  const wrong = futureValues.findIndex(({ basketId }) => basketId !== null && !known.has(basketId));
  if (wrong >= 0)
    throw new Failure('invalid', undefined, {
      fields: { [`futureValues.${wrong}.basketId`]: 'Scegliere un paniere dell’elenco' },
    });
}

/** Throws `invalid` when a table was never published for the company; one that is over may stay named. */
async function checkTables({ db }: Ctx, { futureValues, futureTableIds }: z.output<typeof planInput>): Promise<void> {
  if (futureTableIds.length === 0) return;
  if (futureValues.length > 0)
    throw new Failure('invalid', undefined, {
      fields: { futureTableIds: 'Togliere le righe proprie oppure le tabelle: vale una sola delle due' },
    });
  const { rows } = await sql<{ id: number }>`select distinct coalesce(series_id, id) as id from future_tables
    where not draft and coalesce(series_id, id) = any(${futureTableIds}::bigint[])`.execute(db);
  if (futureTableIds.every((id) => rows.some((row) => row.id === id))) return;
  throw new Failure('invalid', undefined, { fields: { futureTableIds: 'Scegliere tabelle dell’elenco' } });
}

/** Tells the manufacturer which plans name its tables: those that are not archived. */
async function tellTables({ db, user: { companyId } }: Ctx, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('networkPlans')
    .where('companyId', '=', companyId)
    .where('planId', 'in', [0, ...ids])
    .execute();
  const plans = await db
    .selectFrom('plans')
    .select(['id', 'futureTableIds'])
    .where('companyId', '=', companyId)
    .where('id', 'in', [0, ...ids])
    .where('archivedAt', 'is', null)
    .execute();
  const rows = plans.flatMap(({ id, futureTableIds }) =>
    [...new Set(futureTableIds)].map((tableId) => ({ companyId, planId: id, tableId })),
  );
  if (rows.length > 0) await db.insertInto('networkPlans').values(rows).execute();
}

export const financials = area(
  { ...table, ...futureTables },
  {
    verbs: {
      ...pricedVerbs('financials', plan),
      'GET /financials/lenders': async (ctx) => {
        const lenders = ctx.db.selectFrom('plans').select('lender').distinct().orderBy('lender');
        return (await lenders.where('companyId', '=', ctx.user.companyId).execute()).map(({ lender }) => lender);
      },
      ...futureTableVerbs,
      'GET /financials/baskets': (ctx) => readBaskets(ctx, 'plan'),
      'GET /financials/tables': (ctx) => readInForce(ctx),
      'GET /financials/taxes': async ({ db, user, today }) => {
        const fiscal = new Map(
          (await readFiscalParams(db, user.companyId, today)).map(({ key, value }) => [key, value]),
        );
        return {
          substituteTaxPercent: fiscal.get('substitute_tax_percent')!,
          contractStamp: fiscal.get('contract_stamp')!,
          communicationStamp: fiscal.get('communication_stamp')!,
        };
      },
    },
    imports: [importable({ kind: 'financials', of: plan, keys: ['code'] })],
  },
);
