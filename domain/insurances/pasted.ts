import type { Values } from '../record/fields.ts';
import { round } from '../money.ts';
import { byMonths, readTables } from '../tables.ts';
import type { cellFields } from './fields.ts';

type Cell = Values<typeof cellFields>;

/**
 * Reads a pasted table of premiums: insured values by months; of repeated values the last counts. Returns an Italian
 * sentence when it cannot be read.
 */
export function pastedCells(text: string, cells: readonly Cell[]): Cell[] | string {
  const tables = readTables(text);
  if (typeof tables === 'string') return tables;
  const found = new Map(cells.map((cell) => [`${cell.months} ${cell.valueTo}`, cell]));
  for (const table of tables) {
    const rows = byMonths(table);
    if (typeof rows === 'string') return rows;
    for (const { months, other, value } of rows) {
      const valueTo = other === null ? null : round(other * 100);
      found.set(`${months} ${valueTo}`, { months, valueTo, premium: round(value * 100) });
    }
  }
  return [...found.values()].sort((a, b) => a.months - b.months || (a.valueTo ?? Infinity) - (b.valueTo ?? Infinity));
}
