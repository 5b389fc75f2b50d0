/** Which list of the catalogue prices a quote after an edition has changed it. Pure. */
import { addDays } from '#domain/dates.ts';

/** The most days for which an edition leaves quotes the list before it. */
export const MOST_PROTECTED = 90;

/** An edition that came into force on or after the price day of a quote and touches its version. */
export interface ListChange {
  id: number;
  /** From its beginning, in Rome, it is in force. */
  day: string;
  /** Whether it came after the quote was priced. */
  isLater: boolean;
  /** The edition that it takes back. */
  undoes: number | null;
  /** For how many days, its own included, issued quotes and drafts keep the list before it; 0: not at all. */
  issuedDays: number;
  draftDays: number;
}

/** The list that a quote keeps: the one of `day`, up to and including `until`. */
export interface KeptList {
  day: string;
  until: string;
}

/** The changes after a quote was priced; an edition and the one that takes it back leave nothing between them. */
export function changesSince(priceDay: string, changes: readonly ListChange[]): ListChange[] {
  const since = changes.filter(({ day, isLater }) => day > priceDay || (day === priceDay && isLater));
  const ids = new Set(since.map(({ id }) => id));
  const undone = new Set(since.flatMap(({ undoes }) => (undoes !== null && ids.has(undoes) ? [undoes] : [])));
  return since.filter(({ id, undoes }) => !undone.has(id) && (undoes === null || !undone.has(undoes)));
}

/**
 * The list that a quote keeps on a day; null: that day's own. `isIssued`: the quote or one of its revisions was issued.
 * It keeps its list for as long as every edition since says so (specification: price protection, 0–90 days).
 */
export function keptList(
  { priceDay, isIssued }: { priceDay: string; isIssued: boolean },
  changes: readonly ListChange[],
  today: string,
): KeptList | null {
  const since = changesSince(priceDay, changes);
  if (since.length === 0) return null;
  const isSameDay = since.some(({ day }) => day === priceDay);
  // A day has one list: what held between two editions of one day cannot be read again.
  if (isSameDay && changes.some(({ day, isLater }) => day === priceDay && !isLater)) return null;
  const lasts = since.map(({ day, issuedDays, draftDays }) => addDays(day, (isIssued ? issuedDays : draftDays) - 1));
  const until = lasts.toSorted()[0]!;
  return until >= today ? { day: isSameDay ? addDays(priceDay, -1) : priceDay, until } : null;
}
