import { monthName } from '../italian.ts';

/** The month of a statement, by its first day, in words: `ottobre 2026`. */
export const monthOf = (first: string): string => `${monthName(first)} ${first.slice(0, 4)}`;
