import { addDays, week, weekdayOf, type Weekday } from '../dates.ts';
import { holidays } from '../holidays.ts';
import { dayOfWeek } from '../italian.ts';
import type { Hours, Shift, WorkingHours } from '../time.ts';
import { weekdays } from './hours-fields.ts';

/** Days ahead for which closures are announced. */
const AHEAD = 21;

export interface Opening {
  hours: readonly Shift[];
  closures: readonly { from: string; to: string; reason: string }[];
  openOnHolidays: boolean;
  /** Day and month of the patron saint, `07/12`, or empty. */
  patron: string;
}

const said = (time: string) => time.replace(/^0/, '');
const spansOf = ({ hours }: Opening, day: Weekday): string =>
  hours
    .filter((one) => one.day === day)
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ from, to }) => `${said(from)}–${said(to)}`)
    .join(' e ');

/**
 * The week in words, with equal days together: `Lunedì–Venerdì: 9:00–12:30 e 14:30–19:00`. Empty when no hours are
 * known.
 */
export function weekOf(place: Opening): string[] {
  const groups: { first: Weekday; last: Weekday; spans: string }[] = [];
  for (const day of place.hours.length > 0 ? week : []) {
    const spans = spansOf(place, day);
    const before = groups.at(-1);
    if (before?.spans === spans) before.last = day;
    else groups.push({ first: day, last: day, spans });
  }
  return groups.map(({ first, last, spans }) => {
    const days = first === last ? weekdays[first] : `${weekdays[first]}–${weekdays[last].toLowerCase()}`;
    return `${days}: ${spans || 'chiuso'}`;
  });
}

/** National holidays of a year on which the location keeps closed, with the patron saint's day. */
function festiveIn({ openOnHolidays, patron: own }: Opening, year: number): { day: string; name: string }[] {
  if (openOnHolidays) return [];
  const patron = /^(\d\d)\/(\d\d)$/.exec(own);
  return [...holidays(year), ...(patron ? [{ day: `${year}-${patron[2]}-${patron[1]}`, name: 'Santo patrono' }] : [])];
}

/** Festive days on which the location would be open by its hours. */
const festive = (place: Opening, from: string, to: string) =>
  [...new Set([from, to].map((day) => Number(day.slice(0, 4))))]
    .flatMap((year) => festiveIn(place, year))
    .filter(({ day }) => day >= from && day <= to && spansOf(place, weekdayOf(day)) !== '');

/** The hours of a location on a day, in order: none while it is closed and, unless it opens then, on festive days. */
export function openOn(place: Opening, day: string): Hours[] {
  if (place.closures.some(({ from, to }) => from <= day && day <= to)) return [];
  if (festiveIn(place, Number(day.slice(0, 4))).some((one) => one.day === day)) return [];
  return place.hours
    .filter((one) => one.day === weekdayOf(day))
    .map(({ from, to }) => ({ from, to }))
    .toSorted((a, b) => a.from.localeCompare(b.from));
}

/** The coming days on which the location is closed despite its hours, in order: `martedì 8 dicembre (Immacolata)`. */
export function closedAhead(place: Opening, today: string): string[] {
  const end = addDays(today, AHEAD);
  const own = place.closures.filter(({ from, to }) => to >= today && from <= end);
  const days = festive(place, today, end).filter(({ day }) => !own.some(({ from, to }) => from <= day && day <= to));
  const spans = [...own, ...days.map(({ day, name }) => ({ from: day, to: day, reason: name }))];
  return spans
    .toSorted((a, b) => a.from.localeCompare(b.from))
    .map(({ from, to, reason }) => {
      const when = from === to ? dayOfWeek(from) : `da ${dayOfWeek(from)} a ${dayOfWeek(to)}`;
      return reason ? `${when} (${reason})` : when;
    });
}

/** Hours of a location that has none: those of most dealers. */
const usual: Opening = {
  hours: week
    .slice(0, 6)
    .flatMap((day) => [
      { day, from: '09:00', to: '12:30' },
      ...(day === 'sat' ? [] : [{ day, from: '14:30', to: '19:00' }]),
    ]),
  closures: [],
  openOnHolidays: false,
  patron: '',
};

/** The working time of a location; without a location, or hours of it, the usual hours. */
export const hoursOf = (place: Opening | null): WorkingHours => {
  const known = place ?? usual;
  const open = { ...known, hours: known.hours.length > 0 ? known.hours : usual.hours };
  return (day) => openOn(open, day);
};
