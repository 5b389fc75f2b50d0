/** When a customer is reminded of an appointment: the day before and two hours before, never between 21 and 8. */
import { addDays, dayInRome, instantInRome } from '../dates.ts';
import { time } from '../italian.ts';

const HOUR = 3_600_000;
const QUIET_FROM = '21:00';
const QUIET_TO = '08:00';
/** What falls into the night is said at this time of the evening before. */
const EVENING = '20:00';

/** The instant itself, or 20:00 of the evening before where it falls into the night. */
function outOfNight(at: Date): Date {
  const day = dayInRome(at);
  const shown = time(at.toISOString());
  if (shown >= QUIET_FROM) return instantInRome(day, EVENING);
  return shown < QUIET_TO ? instantInRome(addDays(day, -1), EVENING) : at;
}

/** The reminders of an appointment, in order; two that fall on the same evening are one. */
export function remindersOf(startsAt: Date): Date[] {
  const all = [24, 2].map((hours) => outOfNight(new Date(startsAt.getTime() - hours * HOUR)).getTime());
  return [...new Set(all)].toSorted((a, b) => a - b).map((at) => new Date(at));
}

/** The first reminder after an instant, or null. */
export const nextReminder = (startsAt: Date, after: Date): Date | null =>
  remindersOf(startsAt).find((at) => at > after) ?? null;
