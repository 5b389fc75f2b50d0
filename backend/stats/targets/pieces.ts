/** What places or sellers are to sell in a month, in pieces, beside what they sold of just that. */
import { sql, type SqlBool } from 'kysely';
import { endOfMonth, listFilters, type Days } from '#domain/record/figures.ts';
import type { Right } from '#domain/record/rights.ts';
import { expectedBy } from '#domain/stats/targets/divide.ts';
import { countedBy } from '#domain/stats/targets/objectives.ts';
import type { PieceKind } from '#domain/stats/targets/endpoints.ts';
import { eachDay, workdays } from '#domain/time.ts';
import { partsOf, readFigure, type Figure } from '#backend/lib/records/figures.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import type { Figures } from '../figures.ts';
import { nowhere, readPlaces } from '../places.ts';
import { editionOf, readCells, type Cell } from './cells.ts';

const MEASURE = 'pieces';
/** The objectives in pieces, and which cars each of them is. */
const kinds = { new_pieces: 'new', used_pieces: 'used' } as const satisfies Record<string, PieceKind>;
const objectives = ['new_pieces', 'used_pieces'] as const;

/** The only kind of cars that cells in pieces are set for; null: new and used ones. */
export function kindOf(cells: readonly Pick<Cell, 'objective'>[]): PieceKind | null {
  const [first, ...others] = new Set(objectives.filter((one) => cells.some(({ objective }) => objective === one)));
  return first === undefined || others.length > 0 ? null : kinds[first];
}

/** What is set for a place or a seller: one of them is a key of what is read. */
const whose = { place: 'locationId', person: 'sellerId' } as const;

interface MonthOf {
  by: keyof typeof whose;
  /** The day by which contracts count: what is in force for another one says nothing here. */
  basis: string;
  /** From the first day of a month on. */
  days: Days;
  locationId?: number | undefined;
  personId?: number | undefined;
  /** Who may see what was done. */
  see: Right;
}

/** What is set in pieces, and what was sold of the kinds that it is set for. */
export interface Pieces {
  target: number;
  done: number;
  kind: PieceKind | null;
  cells: readonly Cell[];
}

/** New and used pieces by place or seller (null: what nobody has yet); nothing where none are in force by that day. */
export async function readPieces(
  ctx: Ctx,
  figures: Pick<Figures, 'contracts'>,
  { by, basis, days, locationId, personId, see }: MonthOf,
): Promise<Map<number | null, Pieces>> {
  const pieces = new Map<number | null, Pieces>();
  const edition = await editionOf(ctx, { year: Number(days.from.slice(0, 4)), state: 'in_force' });
  if (edition?.basis !== basis) return pieces;
  const month = Number(days.from.slice(5, 7));
  const ofMonth = sql<SqlBool>`t.objective = any(${[...objectives]}::text[]) and t.aim is null and not t.is_whole and t.month = ${month}`;
  const cells = (await readCells(ctx, edition.id, [ofMonth])).filter(
    (cell) =>
      (locationId === undefined || (cell.locationId ?? 0) === locationId) &&
      (personId === undefined || cell.sellerId === personId),
  );
  if (cells.length === 0) return pieces;
  const figure: Figure = figures.contracts;
  const aims = Object.fromEntries(objectives.map((objective) => [objective, { ...countedBy({ objective }).of }]));
  const rows = await readFigure(ctx, figure, {
    basis,
    by: [by],
    parts: partsOf(aims, days),
    filters: listFilters(figure.counted, { locationId, personId }),
    measures: [MEASURE],
    rights: { see },
  });
  for (const [id, set] of Map.groupBy(cells, (cell) => cell[whose[by]])) {
    const sold = rows.find((row) => (row[by] ?? null) === id)?.sums;
    const aimed = objectives.filter((one) => set.some(({ objective }) => objective === one));
    pieces.set(id, {
      target: set.reduce((sum, { amount }) => sum + amount, 0),
      done: aimed.reduce((sum, objective) => sum + (sold?.[objective]?.[MEASURE] ?? 0), 0),
      kind: kindOf(set),
      cells: set,
    });
  }
  return pieces;
}

/** What cells of a month come to by the end of each of its days, by the working days of their places. */
export async function expectedIn(ctx: Ctx, { from }: Days): Promise<(cells: readonly Cell[], day: string) => number> {
  const all = eachDay({ from, to: endOfMonth(from) });
  const paces = new Map(
    [...(await readPlaces(ctx)), nowhere()].map(({ id, calendar }) => {
      let worked = 0;
      const by = new Map(all.map((day) => [day, (worked += workdays([day], calendar))]));
      return [id, { by, working: worked }];
    }),
  );
  return (cells, day) => {
    let sum = 0;
    for (const { locationId, amount } of cells) {
      const { by, working } = paces.get(locationId)!;
      sum += expectedBy(amount, { worked: by.get(day)!, working }) ?? 0;
    }
    return sum;
  };
}
