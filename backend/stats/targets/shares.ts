/** Which share of a seller's contracts is to be financed and insured in a month. */
import { sql } from 'kysely';
import type { Days } from '#domain/record/figures.ts';
import type { SellersAnswer } from '#domain/stats/sellers.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { editionOf, readCells } from './cells.ts';
import { placesOf, saidOf } from './said.ts';

interface MonthOf {
  /** The day by which contracts count: what is in force for another one says nothing here. */
  basis: string;
  /** From the first day of a month on. */
  days: Days;
  locationId?: number | undefined;
  sellerId: number;
}

/** The own share, or that of the place or company which holds for who has none; null: nothing is in force by that day. */
export async function readShares(
  ctx: Ctx,
  { basis, days, locationId, sellerId }: MonthOf,
): Promise<SellersAnswer['shares']> {
  const edition = await editionOf(ctx, { year: Number(days.from.slice(0, 4)), state: 'in_force' });
  if (edition?.basis !== basis) return null;
  const month = Number(days.from.slice(5, 7));
  const cells = await readCells(ctx, edition.id, [
    sql`t.month = ${month} and t.objective in ('financial', 'insurance') and t.aim is null`,
  ]);
  const whose = { sellerId, locationId, places: await placesOf(ctx, sellerId) };
  const shareOf = (objective: 'financial' | 'insurance') =>
    saidOf(cells.filter((cell) => cell.objective === objective), { objective }, whose)?.amount ?? null; // prettier-ignore
  return { financed: shareOf('financial'), insured: shareOf('insurance') };
}
