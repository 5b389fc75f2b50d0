/** What is wrong with a table of future values as a whole. */
import { number, percent } from '#domain/italian.ts';
import { cellFields, type Cell } from './fields.ts';

const limits = cellFields.percent;

/** A value that cannot be guaranteed beside its neighbours. */
export interface Fault {
  /** Its place among the rows. */
  at: number;
  message: string;
}

/** The row nearest before this one by `key`, among those that agree with it in `same`. */
const before = (cells: readonly Cell[], cell: Cell, key: 'months' | 'kmPerYear', same: 'months' | 'kmPerYear') =>
  cells
    .filter((other) => other[same] === cell[same] && other[key] < cell[key])
    .reduce<Cell | null>((best, other) => (best && best[key] > other[key] ? best : other), null);

/**
 * The values that are said twice, out of their limits, or worth more after more kilometres or more months: a car that was used more is never
 * worth more. Percent of the basis; places are those of the rows.
 */
export function faultsOf(cells: readonly Cell[]): Fault[] {
  const seen = new Set<string>();
  return cells.flatMap((cell, at): Fault[] => {
    const key = `${cell.months} ${cell.kmPerYear}`;
    if (seen.has(key)) return [{ at, message: 'Durata e chilometri già presenti' }];
    seen.add(key);
    if (!(cell.percent >= limits.min && cell.percent <= limits.max)) return [{ at, message: limits.invalid }];
    const fewer = before(cells, cell, 'kmPerYear', 'months');
    if (fewer && fewer.percent < cell.percent)
      return [{ at, message: `Più di ${number(fewer.kmPerYear)} km (${percent(fewer.percent)})` }];
    const sooner = before(cells, cell, 'months', 'kmPerYear');
    if (sooner && sooner.percent < cell.percent)
      return [{ at, message: `Più di ${sooner.months} mesi (${percent(sooner.percent)})` }];
    return [];
  });
}
