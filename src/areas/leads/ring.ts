import type { LeadRow } from '#domain/leads/schema.ts';
import type { Line } from '#site/parts/desk/line.ts';
import { ringUntil } from '#site/parts/desk/ring.ts';

/** The part of its time after which a lead is warned of (rules.md §21): what is left when the warning comes. */
const WARNED = 0.3;

/** What is left of a lead's time, as a ring; `now` in milliseconds. */
export function ringOf({ nextAt, warnAt, lateness }: LeadRow, now: number): NonNullable<Line['ring']> {
  if (nextAt === null) return { share: 0, text: '—', tone: 'mute' };
  const due = Date.parse(nextAt);
  return ringUntil(due, warnAt === null ? due - now : (due - Date.parse(warnAt)) / WARNED, now, lateness === 'soon');
}
