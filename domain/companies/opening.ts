import { addDays } from '../dates.ts';
import { holidays } from '../holidays.ts';
import { dayOfWeek } from '../italian.ts';
import { weekdays } from './place-fields.ts';

/** Days ahead for which closures are announced. */
const AHEAD = 21;

type Weekday = keyof typeof weekdays;
const week = Object.keys(weekdays) as Weekday[];

export interface Opening {
  hours: readonly { day: Weekday; from: string; to: string }[];
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

const weekdayOf = (day: string): Weekday => week[(new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7]!;

/** National holidays and the patron saint's day on which the location would be open by its hours. */
function festive(place: Opening, from: string, to: string): { day: string; name: string }[] {
  if (place.openOnHolidays) return [];
  const years = [...new Set([from, to].map((day) => Number(day.slice(0, 4))))];
  const patron = /^(\d\d)\/(\d\d)$/.exec(place.patron);
  return years
    .flatMap((year) => [
      ...holidays(year),
      ...(patron ? [{ day: `${year}-${patron[2]}-${patron[1]}`, name: 'Santo patrono' }] : []),
    ])
    .filter(({ day }) => day >= from && day <= to && spansOf(place, weekdayOf(day)) !== '');
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
