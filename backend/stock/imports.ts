import { sql } from 'kysely';
import { headOf } from '#domain/record/fields.ts';
import { usedCarFields as fields } from '#domain/stock/fields.ts';
import { newCarHeads, usedCarHeads, usedCarMeanings } from '#domain/stock/imported.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { UsedCarInput } from '#domain/stock/schema.ts';
import { purchaseTypes, regimes, sellerKinds, usedStates, usedStateWords, usedStateKeys } from '#domain/stock/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import { importable, type Entered } from '../lib/records/importable.ts';
import { defaultLocation } from '../lib/people/places.ts';
import { withDefaults } from './enter.ts';
import { beginWays, endWays, freeCode } from './keep.ts';
import { usedCars } from './list.ts';
import { newCars } from './new/records.ts';
import type { UsedCarRecord } from './records.ts';
import { readUsedSettings } from './settings.ts';

const state = {
  label: 'Stato',
  kind: 'choice',
  words: usedStateWords(usedStateKeys),
  default: usedCarMachine.initial,
} as const;

const places = async ({ db, user }: Ctx) =>
  db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .execute();

const vocabulary = async (ctx: Ctx) => ({ locationId: (await places(ctx)).map(({ name }) => name) });

/** The place of who imports, or the only one. */
async function ownPlace(ctx: Ctx): Promise<string> {
  const all = await places(ctx);
  const own = await defaultLocation(ctx, ctx.user.id);
  return all.find(({ id }) => id === own || all.length === 1)?.name ?? '';
}

/**
 * New cars enter in the state that the file says, as arrived or not: what their arrival would ask for is wanted at the
 * next move.
 */
async function enterStates(ctx: Ctx, rows: readonly Entered<UsedCarRecord>[]): Promise<void> {
  const made = rows.flatMap(({ id, cells, old }) => {
    const said = cells(state.label);
    // A file that says no state may say since when a car is in stock.
    const there = said === '' && cells(headOf(fields.acquiredOn)!) !== '' ? usedStates.acquired.label : said;
    const key = usedStateKeys.find((one) => usedStates[one].label === there);
    return old || !key || key === usedCarMachine.initial ? [] : [{ id, state: key }];
  });
  if (made.length === 0) return;
  const companyId = ctx.user.companyId;
  const entered = sql`jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as p (id bigint, state text)`;
  await sql`update used_cars r set state = p.state, imported = true from ${entered}
    where r.company_id = ${companyId} and r.id = p.id`.execute(ctx.db);
  // Their history begins in this state.
  await endWays(
    ctx,
    usedCarMachine,
    made.map(({ id }) => id),
  );
  for (const one of new Set(made.map((car) => car.state))) {
    const ids = made.filter((car) => car.state === one).map(({ id }) => id);
    await beginWays(ctx, { ...usedCarMachine, initial: one }, 'usedCars', ids);
  }
}

/** A regime that no column says follows from who sold the car, and who sold it from the regime. */
function boughtFrom(kind: string, regime: string): Partial<UsedCarInput> {
  if (kind === '' && regime === regimes.iva_exposed) return { sellerKind: 'vat' };
  if (regime === '' && kind === sellerKinds.vat) return { regime: 'iva_exposed' };
  return {};
}

export const stockImports = [
  // A maker's list of orders has no stock numbers: a car is found by order or chassis number, and a new one gets
  // that as its stock number.
  importable({
    kind: 'stock/new',
    of: newCars,
    heads: newCarHeads,
    meanings: { locationId: {} },
    vocabulary,
    whole: async (ctx) => ({ locationId: await ownPlace(ctx) }),
    keys: ['code', 'orderNumber', 'vin', 'externalCode'],
    fresh: async (ctx) => async (input) => {
      const { code, orderNumber, vin } = input as Record<'code' | 'orderNumber' | 'vin', string>;
      return { ...input, code: code || orderNumber || vin || (await freeCode(ctx, 'newCars')) };
    },
  }),
  importable<UsedCarRecord>({
    kind: 'stock/used',
    of: {
      ...usedCars,
      fields: {
        ...usedCars.fields,
        purchaseType: { ...fields.purchaseType, default: 'direct_purchase' },
        sellerKind: { ...fields.sellerKind, default: 'private' },
        regime: { ...fields.regime, default: 'retail' },
      },
      finish: async (ctx, rows) => {
        const finish = await usedCars.finish!(ctx, rows);
        return (cells, old, fix) => {
          const [kind, regime] = [cells(headOf(fields.sellerKind)!), cells(headOf(fields.regime)!)];
          return { ...finish(cells, old, fix), ...(old ? {} : boughtFrom(kind, regime)) };
        };
      },
    },
    heads: usedCarHeads,
    meanings: usedCarMeanings,
    names: { colour: 'place' },
    more: { state },
    vocabulary,
    whole: async (ctx) => ({
      locationId: await ownPlace(ctx),
      state: '',
      purchaseType: purchaseTypes.direct_purchase,
      regime: '',
      sellerKind: '',
      fuel: '',
    }),
    keys: ['code', 'plate', 'vin', 'externalCode'],
    fresh: async (ctx) => {
      const settings = await readUsedSettings(ctx);
      return async (input) => {
        const car = withDefaults(input as UsedCarInput, settings);
        return { ...car, code: car.code || (await freeCode(ctx, 'usedCars')) };
      };
    },
    entered: enterStates,
  }),
];
