/** How the values of a report are shown, on screen and on paper. */
import { isAdded, type Report } from './report.ts';

/** The columns for a table: those of which something is added up at all, where they say so. */
export const shownColumns = (
  { columns }: Report,
  seen: readonly string[],
  sums: Readonly<Record<string, number>>,
): string[] => seen.filter((key) => !columns[key]!.sparse || !isAdded(columns[key]!) || sums[key] !== 0);
