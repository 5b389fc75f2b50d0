/** What places are to sell in a month, in pieces, beside what they sold of it. */
import { sql, type SqlBool } from 'kysely';
import { listFilters, type Days, type PartFilters } from '#domain/record/figures.ts';
import { seesStats } from '#domain/stats/figures.ts';
import { sellerFigures } from '#domain/stats/sellers.ts';
import { readFigure, type Figure } from '#backend/lib/records/figures.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { editionOf, readCells } from './cells.ts';

interface MonthOfPlaces {
  /** The day by which contracts count: what is in force for another one says nothing here. */
  basis: string;
  /** From the first day of a month on. */
  days: Days;
  locationId?: number | undefined;
}

/** New and used pieces by place, as far as something is set for it in the month. */
export async function readPieces(
  ctx: Ctx,
  figures: Pick<Figures, 'contracts'>,
  { basis, days, locationId }: MonthOfPlaces,
) {
  const pieces = new Map<number | null, { target: number; done: number }>();
  const edition = await editionOf(ctx, { year: Number(days.from.slice(0, 4)), state: 'in_force' });
  if (edition?.basis !== basis) return pieces;
  const month = Number(days.from.slice(5, 7));
  const ofMonth = sql<SqlBool>`t.objective in ('new_pieces', 'used_pieces') and not t.is_whole and t.month = ${month}`;
  const cells = await readCells(ctx, edition.id, [ofMonth]);
  if (cells.length === 0) return pieces;
  const { measure } = sellerFigures.pieces;
  const filters: PartFilters = sellerFigures.pieces.filters;
  const figure: Figure = figures.contracts;
  const rows = await readFigure(ctx, figure, {
    basis,
    by: ['place'],
    parts: { month: days },
    filters: { ...listFilters(figure.counted, { locationId }), ...filters },
    measures: [measure],
    rights: { see: seesStats },
  });
  const sold = new Map(rows.map(({ place = null, sums }) => [place, sums.month[measure] ?? 0]));
  for (const { locationId: place, amount } of cells)
    pieces.set(place, { target: (pieces.get(place)?.target ?? 0) + amount, done: sold.get(place) ?? 0 });
  return pieces;
}
