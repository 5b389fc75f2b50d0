import { DEFAULT_TAX_RATE } from '#domain/money.ts';
import { sumsOf } from '#domain/stock/margin.ts';
import type { UsedCarInput } from '#domain/stock/schema.ts';
import type { UsedSettings } from '#domain/stock/used-setting-fields.ts';
import type { Ctx } from '../lib/work/context.ts';
import { create } from '../lib/records/make.ts';
import { freeCode } from './keep.ts';
import { usedCars } from './list.ts';
import { readUsedSettings } from './settings.ts';

const own = ['warrantyKind', 'warrantyMonths', 'retailExpense', 'b2bExpense', 'exportExpense'] as const;

/** Fills empty values with the company's settings for used cars. */
export const withDefaults = <I extends Pick<UsedCarInput, (typeof own)[number]>>(
  input: I,
  settings: UsedSettings,
): I => ({
  ...input,
  ...Object.fromEntries(own.map((key) => [key, input[key] ?? settings[key]])),
});

/** Writes costs of a car and the sums that the car stores. */
export async function writeCosts(
  { db, user, now }: Ctx,
  carId: number,
  costs: readonly {
    kind: string;
    note: string;
    expected: number | null;
    amount: number | null;
    taxRate?: number;
    day?: string;
  }[],
): Promise<void> {
  if (costs.length === 0) return;
  const companyId = user.companyId;
  const rows = costs.map((cost) => ({ taxRate: DEFAULT_TAX_RATE, ...cost }));
  const row = { companyId, carId, createdAt: now, updatedAt: now };
  await db
    .insertInto('usedCarCosts')
    .values(rows.map((cost) => ({ ...cost, ...row })))
    .execute();
  const { gross, net } = sumsOf(rows);
  await db
    .updateTable('usedCars')
    .set({ costsGross: gross, costsNet: net })
    .where('companyId', '=', companyId)
    .where('id', '=', carId)
    .execute();
}

/**
 * Enters a car with the next free stock number, the company's default warranty and expenses, and the costs that it
 * expects for every car.
 */
export async function enterWithDefaults(ctx: Ctx, input: UsedCarInput): Promise<number> {
  const settings = await readUsedSettings(ctx);
  const code = input.code || (await freeCode(ctx, 'usedCars'));
  const { id } = await create(ctx, usedCars, { ...withDefaults(input, settings), code });
  const expected = settings.preparation.map(({ amount, ...cost }) => ({ ...cost, expected: amount, amount: null }));
  await writeCosts(ctx, id, expected);
  return id;
}
