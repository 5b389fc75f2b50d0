import { byMonths, readTables } from '../tables.ts';
import type { BasketValue } from './future-value.ts';

/**
 * Reads pasted tables of future values, months by mileage; the corner may name the basket of a table. Of repeated
 * values the last counts. Returns an Italian sentence instead of the rows when something cannot be read.
 */
export function pastedValues(
  text: string,
  rows: readonly BasketValue[],
  baskets: readonly { id: number; name: string }[],
): BasketValue[] | string {
  const tables = readTables(text);
  if (typeof tables === 'string') return tables;
  const keyOf = ({ basketId, months, kmPerYear }: BasketValue) => `${basketId} ${months} ${kmPerYear}`;
  const found = new Map(rows.map((row) => [keyOf(row), row]));
  for (const table of tables) {
    const named = baskets.find(({ name }) => name.toLowerCase() === table.corner.toLowerCase());
    const cells = byMonths(table);
    if (typeof cells === 'string') return cells;
    for (const { months, other, value } of cells) {
      if (other === null || value > 90 || value < 0) return `${months} mesi: servono chilometri, e valori da 0 a 90 %`;
      const row = { basketId: named?.id ?? null, months, kmPerYear: other, percent: value };
      found.set(keyOf(row), row);
    }
  }
  return [...found.values()].sort(
    (a, b) => (a.basketId ?? 0) - (b.basketId ?? 0) || a.months - b.months || a.kmPerYear - b.kmPerYear,
  );
}
