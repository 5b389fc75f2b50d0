/** Which days and calendars a screen shows, and where events lie on it. No clock: pages give the day and the instant. */
import type { EventRow, ShownCalendar } from '#domain/calendars/schema.ts';
import { ABSENT } from '#domain/calendars/event-terms.ts';
import { addDays, dayInRome, daysBetween, mondayOf, shownInRome } from '#domain/dates.ts';

export const views = ['day', 'week', 'month', 'agenda'] as const;
export type View = (typeof views)[number];

/**
 * Events as one text, in the order of their keys: as properties of an island each would bring all names and types along,
 * and a week of twelve calendars would weigh three times as much.
 */
export const packed = (events: readonly EventRow[]): string => {
  const keys = Object.keys(events[0] ?? {}) as (keyof EventRow)[];
  return JSON.stringify([keys, ...events.map((event) => keys.map((key) => event[key]))]);
};
export const unpacked = (text: string): EventRow[] => {
  const [keys, ...rows] = JSON.parse(text) as [string[], ...unknown[][]];
  return rows.map((row) => Object.fromEntries(keys.map((key, at) => [key, row[at]])) as EventRow);
};

/** Calendars beside each other in a week, and in a day. */
export const MOST_BANDS = 4;

export interface Look {
  view: View;
  day: string;
  /** Chosen calendars. */
  ids: readonly number[];
}

/** The days of a look: a month with the whole weeks at both ends. */
export function daysOf({ view, day }: Pick<Look, 'view' | 'day'>): string[] {
  const list = (from: string, count: number) => Array.from({ length: count }, (_, at) => addDays(from, at));
  if (view === 'day') return [day];
  if (view === 'week') return list(mondayOf(day), 7);
  if (view === 'agenda') return list(day, 14);
  const first = `${day.slice(0, 7)}-01`;
  const from = mondayOf(first);
  const next = addDays(first, 31).slice(0, 7);
  const weeks = Math.ceil((Date.parse(`${next}-01T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / (7 * 86_400_000));
  return list(from, weeks * 7);
}

/** The day of the look before or after. */
export function stepped({ view, day }: Pick<Look, 'view' | 'day'>, by: 1 | -1): string {
  if (view === 'day') return addDays(day, by);
  if (view === 'week') return addDays(day, 7 * by);
  if (view === 'agenda') return addDays(day, 14 * by);
  const first = `${day.slice(0, 7)}-01`;
  return by === 1 ? `${addDays(first, 31).slice(0, 7)}-01` : `${addDays(first, -1).slice(0, 7)}-01`;
}

/** The number of the week (ISO 8601): the first one has the year's first Thursday. */
export function weekNumber(day: string): number {
  const thursday = addDays(mondayOf(day), 3);
  const first = Date.parse(`${thursday.slice(0, 4)}-01-01T12:00:00Z`);
  return 1 + Math.floor((Date.parse(`${thursday}T12:00:00Z`) - first) / (7 * 86_400_000));
}

/** The address of a look on the same page. */
export const hrefOf = ({ view, day, ids }: Look): string => `?view=${view}&day=${day}&cal=${ids.join(',')}`;

/** Minutes from midnight of a day in Rome to an instant, as its clocks show them. */
export const minuteOf = (iso: string, day: string): number =>
  Math.round((shownInRome(Date.parse(iso)) - Date.parse(`${day}T00:00:00Z`)) / 60_000);

const two = (n: number) => String(n).padStart(2, '0');
export const clockOf = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
export const atMinute = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** What the grid shows while an appointment is being made or moved. */
export interface Hints {
  calendarIds: readonly number[];
  minutes: number;
  wanted: { day: string; from: number; isFree: boolean };
  /** Times at which all chosen calendars are free, in order. */
  slots: readonly { day: string; from: number }[];
  /** Events in the way. */
  clash: readonly number[];
}

/** Which of the days an event begins on. */
export const dayOfEvent = ({ startsAt }: Pick<EventRow, 'startsAt'>): string => dayInRome(new Date(startsAt));

export interface Placed {
  event: EventRow;
  /** Minutes from midnight, within the day. */
  from: number;
  to: number;
  lane: number;
  lanes: number;
}

/** Where the events of a calendar lie on a day, beside each other where they meet. */
export type Placing = (calendarId: number, day: string) => readonly Placed[];

function lay(events: readonly EventRow[], day: string): Placed[] {
  const mine = events
    .map((event) => ({
      event,
      from: Math.max(0, minuteOf(event.startsAt, day)),
      to: Math.min(1440, minuteOf(event.endsAt, day)),
      lane: 0,
      lanes: 1,
    }))
    .filter(({ from, to }) => from < to && to > 0 && from < 1440)
    .toSorted((a, b) => a.from - b.from || b.to - a.to);
  let group: Placed[] = [];
  let end = 0;
  for (const one of mine) {
    if (one.from >= end) group = [];
    const taken = group.filter(({ to }) => to > one.from).map(({ lane }) => lane);
    while (taken.includes(one.lane)) one.lane += 1;
    group.push(one);
    end = Math.max(end, one.to);
    const lanes = Math.max(...group.map(({ lane }) => lane + 1));
    for (const other of group) other.lanes = lanes;
  }
  return mine;
}

/** Sorts events by calendar and day once, and lays out each day the first time that it is asked for. */
export function placing(events: readonly EventRow[]): Placing {
  const by = new Map<string, EventRow[]>();
  for (const event of events) {
    const first = dayOfEvent(event);
    const more = daysBetween(first, dayInRome(new Date(Date.parse(event.endsAt) - 1)));
    for (let at = 0; at <= more; at++)
      for (const id of event.calendarIds) {
        const key = `${id} ${at === 0 ? first : addDays(first, at)}`;
        const there = by.get(key);
        if (there) there.push(event);
        else by.set(key, [event]);
      }
  }
  const laid = new Map<string, Placed[]>();
  return (calendarId, day) => {
    const key = `${calendarId} ${day}`;
    const found = laid.get(key) ?? lay(by.get(key) ?? [], day);
    laid.set(key, found);
    return found;
  };
}

/** Parts of a day in which a calendar is closed, in minutes from midnight. */
export function shutOf({ hours }: Pick<ShownCalendar, 'hours'>, day: string): { from: number; to: number }[] {
  const open = hours[day] ?? [];
  const ends = [0, ...open.flatMap(({ from, to }) => [atMinute(from), atMinute(to)]), 1440];
  return Array.from({ length: ends.length / 2 }, (_, at) => ({ from: ends[at * 2]!, to: ends[at * 2 + 1]! })).filter(
    ({ from, to }) => from < to,
  );
}

/** Where a calendar is closed between its hours of a day, as at noon. */
export const breaksOf = (calendar: Pick<ShownCalendar, 'hours'>, day: string) =>
  shutOf(calendar, day).filter(({ from, to }) => from > 0 && to < 1440);

/** Parts of a day in which a calendar works and nothing is taken. */
export function freeOf(calendar: Pick<ShownCalendar, 'hours'>, events: readonly Placed[], day: string) {
  const taken = events.filter(({ event }) => event.endedAs === null);
  return (calendar.hours[day] ?? []).flatMap(({ from, to }) => {
    const parts: { from: number; to: number }[] = [];
    let at = atMinute(from);
    for (const one of taken) {
      if (one.from >= atMinute(to)) break;
      if (one.from > at) parts.push({ from: at, to: one.from });
      at = Math.max(at, one.to);
    }
    if (at < atMinute(to)) parts.push({ from: at, to: atMinute(to) });
    return parts.filter((part) => part.to - part.from >= 15);
  });
}

/** The hours that all columns show: the working ones, wider where something lies outside. */
export function spanOf(
  calendars: readonly ShownCalendar[],
  on: Placing,
  days: readonly string[],
): { from: number; to: number } {
  const hours = calendars.flatMap((one) => days.flatMap((day) => one.hours[day] ?? []));
  const own = days.flatMap((day) => calendars.flatMap(({ id }) => on(id, day)));
  const starts = [...hours.map(({ from }) => atMinute(from)), ...own.map(({ from }) => from), 540];
  const ends = [...hours.map(({ to }) => atMinute(to)), ...own.map(({ to }) => to), 1080];
  return { from: Math.floor(Math.min(...starts) / 60), to: Math.ceil(Math.max(...ends) / 60) };
}

/** What an event is called on the screen. */
export const nameOf = ({ masked, kind, title, customer }: EventRow, busy: string): string =>
  masked ? (kind === 'absence' ? ABSENT : busy) : (customer ?? title) || title;
