import type { Reader } from './sold.ts';
import { readStockCar } from './stock-car.ts';
import { readUsedCar } from './used-car.ts';

/** Why the car of the stock that a quote is for cannot be sold any more today; null: it can, or it is for none. */
export async function whyGone(
  ctx: Reader,
  { stockId, newCarId }: { stockId: number | null; newCarId: number | null },
): Promise<string | null> {
  if (stockId !== null) return (await readUsedCar(ctx, stockId))?.used.gone ?? null;
  return newCarId === null ? null : ((await readStockCar(ctx, newCarId))?.car.gone ?? null);
}
