import { addDays, addMonths } from '../dates.ts';
import { monthName } from '../italian.ts';

/** The month of a statement, by its first day, in words: `ottobre 2026`. */
export const monthOf = (first: string): string => `${monthName(first)} ${first.slice(0, 4)}`;

/** The first day of the quarter of a day. */
export const quarterOf = (day: string): string => {
  const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
  return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
};

/** The last day on which an agent gets the statements of a month’s quarter: a month after it (art. 1749 c.c.). */
export const deliverBy = (month: string): string => addDays(addMonths(quarterOf(month), 4), -1);
