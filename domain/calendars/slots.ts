/** What of a calendar is free: its working time, how many it takes at once, and the minutes after each event. */
import { hoursOf, type Opening } from '../companies/opening.ts';
import { addDays, dayInRome, instantInRome, shownInRome } from '../dates.ts';
import { both, workingMinutes, type Shift, type WorkingHours } from '../time.ts';

/** Slots begin at quarters of an hour. */
const STEP = 15;
const MINUTE = 60_000;
/** Days within which free slots are looked for. */
const AHEAD = 60;

/** From a moment until another one: instants in milliseconds, or minutes of a day. */
export interface Span {
  from: number;
  to: number;
}

/** Somebody or something that events take. */
export interface Resource {
  name: string;
  hours: WorkingHours;
  /** Events at once. */
  capacity: number;
  /** Minutes that stay taken after each event. */
  buffer: number;
  /** What is taken, the minutes after each event included. */
  taken: readonly Span[];
}

/** The working time of a calendar: its own hours, else those of its location; closed when either is. */
export function workingTime(
  own: { hours: readonly Shift[]; closures: Opening['closures'] },
  place: Opening | null,
): WorkingHours {
  const hours = own.hours.length > 0 ? own.hours : (place?.hours ?? []);
  return hoursOf({
    hours,
    closures: [...own.closures, ...(place?.closures ?? [])],
    openOnHolidays: place?.openOnHolidays ?? false,
    patron: place?.patron ?? '',
  });
}

/** The most events of a resource at one moment of the span. */
function most(taken: readonly Span[], { from, to }: Span): number {
  const within = taken.filter((one) => one.from < to && from < one.to);
  const at = (moment: number) => within.filter((one) => one.from <= moment && moment < one.to).length;
  return Math.max(0, ...[from, ...within.map((one) => Math.max(one.from, from))].map(at));
}

/** The span that an event takes of a resource. */
export const takenBy = (buffer: number, from: Date, minutes: number): Span => ({
  from: from.getTime(),
  to: from.getTime() + (minutes + buffer) * MINUTE,
});

export const isFree = ({ taken, capacity, buffer }: Resource, from: Date, minutes: number): boolean =>
  most(taken, takenBy(buffer, from, minutes)) < capacity;

/** Whether all of an event lies in working time. */
export const isOpen = ({ hours }: Pick<Resource, 'hours'>, from: Date, minutes: number): boolean =>
  workingMinutes(hours, from, new Date(from.getTime() + minutes * MINUTE)) >= minutes;

const shown = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Hours of a day in minutes; those that follow at once are one: 9–13 and 13–18. */
function joined(hours: ReturnType<WorkingHours>): Span[] {
  const spans: Span[] = [];
  for (const one of hours) {
    const [from, to] = [minutesOf(one.from), minutesOf(one.to)];
    const last = spans.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else spans.push({ from, to });
  }
  return spans;
}

/**
 * The first spans of so many minutes from an instant on in which every resource works and is free, each after the end of
 * the one before; at most `count`.
 */
export function freeSlots(
  resources: readonly Resource[],
  { from, minutes, count }: { from: Date; minutes: number; count: number },
): Date[] {
  const found: Date[] = [];
  const [first, ...others] = resources.map(({ hours }) => hours);
  if (!first) return found;
  const hours = others.reduce(both, first);
  const start = dayInRome(from);
  let after = from.getTime();
  for (let day = start; day <= addDays(start, AHEAD); day = addDays(day, 1))
    for (const span of joined(hours(day)))
      for (let at = Math.ceil(span.from / STEP) * STEP; at + minutes <= span.to; at += STEP) {
        const slot = instantInRome(day, shown(at));
        // In the night of the clock an hour is not there, and the one after it is another.
        if (new Date(shownInRome(slot.getTime())).toISOString().slice(11, 16) !== shown(at)) continue;
        if (slot.getTime() < after || !resources.every((one) => isFree(one, slot, minutes))) continue;
        // A span over that hour ends later on the clock than it was counted.
        if (!isOpen({ hours }, slot, minutes)) continue;
        found.push(slot);
        if (found.length === count) return found;
        after = slot.getTime() + minutes * MINUTE;
      }
  return found;
}
