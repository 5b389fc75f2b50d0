import type { LeadRow } from '#domain/leads/schema.ts';
import type { Line } from '#site/parts/desk/line.ts';

/** The part of its time after which a lead is warned of (domain.md §4.3): what is left when the warning comes. */
const WARNED = 0.3;
const MINUTE = 60_000;

const short = (minutes: number) =>
  minutes < 60 ? `${minutes}'` : minutes < 1440 ? `${Math.round(minutes / 60)}h` : `${Math.round(minutes / 1440)}g`;

/** What is left of a lead's time, as a ring; `now` in milliseconds. */
export function ringOf({ nextAt, warnAt, lateness }: LeadRow, now: number): NonNullable<Line['ring']> {
  if (nextAt === null) return { share: 0, text: '—', tone: 'mute' };
  const due = Date.parse(nextAt);
  const left = due - now;
  if (left <= 0) return { share: 1, text: `+${short(Math.ceil(-left / MINUTE))}`, tone: 'bad' };
  const whole = warnAt === null ? left : (due - Date.parse(warnAt)) / WARNED;
  return {
    share: Math.min(1, left / Math.max(whole, MINUTE)),
    text: short(Math.ceil(left / MINUTE)),
    tone: lateness === 'soon' ? 'warn' : 'ok',
  };
}
