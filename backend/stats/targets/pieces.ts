/** What places are to sell in a month, in pieces, beside what they sold of it. */
import { sql, type SqlBool } from 'kysely';
import { listFilters, type Days } from '#domain/record/figures.ts';
import { seesStats } from '#domain/stats/figures.ts';
import { countedBy } from '#domain/stats/targets/objectives.ts';
import { partsOf, readFigure, type Figure } from '#backend/lib/records/figures.ts';
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

const MEASURE = 'pieces';
const objectives = ['new_pieces', 'used_pieces'] as const;

/** New and used pieces by place: what is set for it in the month, beside what it sold of just that. */
export async function readPieces(
  ctx: Ctx,
  figures: Pick<Figures, 'contracts'>,
  { basis, days, locationId }: MonthOfPlaces,
) {
  const pieces = new Map<number | null, { target: number; done: number }>();
  const edition = await editionOf(ctx, { year: Number(days.from.slice(0, 4)), state: 'in_force' });
  if (edition?.basis !== basis) return pieces;
  const month = Number(days.from.slice(5, 7));
  const ofMonth = sql<SqlBool>`t.objective = any(${[...objectives]}::text[]) and not t.is_whole and t.month = ${month}`;
  const cells = await readCells(ctx, edition.id, [ofMonth]);
  if (cells.length === 0) return pieces;
  const figure: Figure = figures.contracts;
  const aims = Object.fromEntries(objectives.map((objective) => [objective, { ...countedBy({ objective }).of }]));
  const rows = await readFigure(ctx, figure, {
    basis,
    by: ['place'],
    parts: partsOf(aims, days),
    filters: listFilters(figure.counted, { locationId }),
    measures: [MEASURE],
    rights: { see: seesStats },
  });
  for (const [place, set] of Map.groupBy(cells, (cell) => cell.locationId)) {
    const sold = rows.find((row) => (row.place ?? null) === place)?.sums;
    const aimed = [...new Set(set.map(({ objective }) => objective))];
    pieces.set(place, {
      target: set.reduce((sum, { amount }) => sum + amount, 0),
      done: aimed.reduce((sum, objective) => sum + (sold?.[objective]?.[MEASURE] ?? 0), 0),
    });
  }
  return pieces;
}
