import { monthName } from '../italian.ts';

/** The month of a statement, by its first day, in words: `ottobre 2026`. */
export const monthOf = (first: string): string => `${monthName(first)} ${first.slice(0, 4)}`;

/** The first day of the quarter of a day. */
export const quarterOf = (day: string): string => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};
