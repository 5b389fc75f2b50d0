import { createContext } from 'react';
import type { Cell } from '#domain/financials/tables/fields.ts';
import type { FutureTablePage } from '#domain/financials/tables/schema.ts';

/** The published edition that the values of the form are compared with. */
export const Compared = createContext<FutureTablePage['before']>(null);

export const cellAt = (cells: readonly Cell[], months: number, kmPerYear: number): Cell | undefined =>
  cells.find((cell) => cell.months === months && cell.kmPerYear === kmPerYear);
