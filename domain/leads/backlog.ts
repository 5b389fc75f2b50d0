/** Old leads that come all at once: whoever takes them works some a day, and nobody is late on the first morning. */
import { addDays } from '../dates.ts';
import type { WorkingHours } from '../time.ts';

/** Days after which a request is old when it comes. */
export const OLD_DAYS = 3;
/** Old leads that a person works in a day. */
export const OLD_A_DAY = 20;
/** Days after which no more are put off: what comes then is due on the last one. */
const AHEAD = 400;

/** Whether somebody asked so long ago that minutes do not matter any more. */
export const isOld = (askedAt: Date | null, now: Date): boolean =>
  askedAt !== null && now.getTime() - askedAt.getTime() > OLD_DAYS * 86_400_000;

/** The first working day after `today` for which fewer than `OLD_A_DAY` wait; `waiting`: how many do, by day. */
export function backlogDay(calendar: WorkingHours, today: string, waiting: ReadonlyMap<string, number>): string {
  const days = Array.from({ length: AHEAD }, (_, ahead) => addDays(today, ahead + 1));
  const working = days.filter((day) => calendar(day).length > 0);
  return working.find((day) => (waiting.get(day) ?? 0) < OLD_A_DAY) ?? working.at(-1) ?? addDays(today, 1);
}
