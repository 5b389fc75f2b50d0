import type { Reader } from './sold.ts';
import { readStockCar } from './stock-car.ts';
import { readUsedCar } from './used-car.ts';

/**
 * Why the car of the stock in a quote can no longer be sold today, in Italian; null if it can, or if the quote has
 * none.
 */
export async function whyGone(
  ctx: Reader,
  { stockId, newCarId }: { stockId: number | null; newCarId: number | null },
): Promise<string | null> {
  if (stockId !== null) return (await readUsedCar(ctx, stockId))?.used.gone ?? null;
  return newCarId === null ? null : ((await readStockCar(ctx, newCarId))?.car.gone ?? null);
}
