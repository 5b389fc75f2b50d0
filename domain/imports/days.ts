/** Days as other programs write them. */
import { dayInRome, dayOfInstant, isDay } from '../dates.ts';
import { parseDay } from '../italian.ts';

/** Months by how they begin, in Italian, English, German, French and Spanish. */
const MONTHS = [
  ['gen', 'jan', 'ene'],
  ['feb', 'fev'],
  ['mar', 'mrz'],
  ['apr', 'avr', 'abr'],
  ['mag', 'may', 'mai'],
  ['giu', 'juin', 'jun'],
  ['lug', 'juil', 'jul'],
  ['ago', 'aug', 'aou'],
  ['set', 'sep'],
  ['ott', 'oct', 'okt'],
  ['nov'],
  ['dic', 'dec', 'dez'],
];
/** And in Roman numbers, as on papers: `12-IV-2024`. */
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const monthAt = (name: string) => {
  const small = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const at = ROMAN.indexOf(small);
  return at >= 0 || small.length < 3
    ? at
    : MONTHS.findIndex((ways) => ways.some((way) => small.startsWith(way.slice(0, small.length))));
};

/** Days that programs write where there is none: nothing but zeros, and the first and the last that they know. */
const NO_DAY =
  /^(0{1,2}[/.-]0{1,2}[/.-]0{2,4}|0000-00-00|[\s/._-]+|0|0?1[/.-]0?1[/.-](0001|1[89]00)|30[/.-]12[/.-]1899|31[/.-]12[/.-]9999|(0001|1[89]00)-01-01|1899-12-30|9999-12-31)$/;
/** Serial numbers of spreadsheets, from 1940 to 2099. */
const SERIAL = { from: 14_611, to: 73_050, zero: Date.UTC(1899, 11, 30) };
/** No program writes a day in more characters. */
const LONGEST = 80;

/** A time behind a day. */
const TIME = /[T ]\d{1,2}[:.]\d{2}([:.]\d{2})?([.,]\d+)?( ?[ap]\.?m\.?)?( ?(Z|CES?T|MES?Z))?$/i;
/** What stands before or behind a day: an apostrophe, the day of the week, words such as `nato il`, a comma. */
const BESIDE =
  /^["'’]|^(lun|mar|mer|gio|ven|sab|dom)\p{L}*\.?,?\s+(?=\d{1,2}[\s./-])|^\p{L}{2,10},\s+|^(mon|tue|wed|thu|fri|sat|sun)\s+(?=\p{L}{3})|^\p{L}[\p{L}\s.:’']*\s(?=\d{1,2}([/.-]\d{1,2}[/.-]\d{2,4}|\/\d{4})$)|^(dal|il|del|in data)\s+(?=\d)|\s*\([^()]*\)$|\s+(ca|circa)\.?$|[,;.*"]$/giu;
/** An instant as .NET and JavaScript write it: `/Date(318207600000)/`. */
const dayOfMillis = (text: string): string | null => {
  const [, millis] = /^\/?Date\((-?\d{1,14})(?:[+-]\d{4})?\)\/?$/.exec(text.replace(/^\//, '')) ?? [];
  return millis === undefined ? null : dayInRome(new Date(Number(millis)));
};

const two = (text: string | number) => String(text).padStart(2, '0');

/** A day that was read: `''` for what stands for none, the text itself where it is no day. */
export interface DayRead {
  text: string;
  /** Whether something of it is not written: the day of the month, the century, or whether there is one at all. */
  isAssumed: boolean;
}
const written = (text: string): DayRead => ({ text, isAssumed: false });
const assumed = (text: string): DayRead => ({ text, isAssumed: true });

/**
 * A day as other programs write it, as `YYYY-MM-DD`: with a time, as an instant of another zone, as a serial number,
 * with two digits of the year, with the month in words or Roman
 * numbers, or as a month (`01/2016`, `gen-16`, `IV/2024`: its first day). `year`: this year. `latest`: the day by which it
 * has happened.
 */
export function dayIn(text: string, year: number, latest?: string): DayRead {
  if (text.length > LONGEST) return written(text);
  const whole = text.replace(TIME, '').replace(BESIDE, '').trim();
  if (NO_DAY.test(whole)) return /\d/.test(whole.replace(/[0/.-]/g, '')) ? assumed('') : written('');
  const instant = dayOfInstant(text) ?? dayOfMillis(text);
  if (instant) return written(instant);
  const bare = whole
    .replace(/(?<=\d)([°ºª]|(st|nd|rd|th)(?!\p{L}))|['’](?=\d{2}$)/giu, '')
    // `2024年1月5日`, a slash that leans the other way, and signs that stand for it.
    .replace(/(?<=\d)[年月](?=\d)|\\|(?<=\d)[,_](?=\d)/g, '/')
    .replace(/日$/, '')
    .replace(/\s*([/.-])\s*/g, '$1')
    // `15 de junio de 1980`.
    .replace(/\sde\s/gi, ' ')
    // `Nov 28, 2026`.
    .replace(/^(\p{L}{3,})\.?[\s-]+(\d{1,2})(?:,?\s+|-)(\d{4})/u, '$2 $1 $3')
    .trim();
  const [, y, m = '', d = ''] =
    /^(\d{4})(\d{2})(\d{2})$/.exec(bare) ?? /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/.exec(bare) ?? [];
  const iso = `${y}-${two(m)}-${two(d)}`;
  if (y && isDay(iso)) return written(iso);
  // A number ate the first zero.
  const day = parseDay(/^\d{7}$/.test(bare) ? `0${bare}` : bare, year, latest);
  if (day) return { text: day, isAssumed: !bare.includes(day.slice(0, 4)) };
  // Two digits that may be a month are none of a year: `12/05` is a day of May as well as a month of 2005.
  const [, month, full] =
    /^(\d{1,2})[/.\s-](\d{4}|(?<=[/-])(?:1[3-9]|[2-9]\d))$/.exec(bare) ??
    /^(\d{4})[/-](\d{2})$/.exec(bare)?.map((part, at, all) => all[[0, 2, 1][at]!] ?? part) ??
    [];
  const first = month && full ? parseDay(`01/${two(month)}/${full}`, year, latest) : null;
  if (first) return assumed(first);
  const [, dayOf, name, end = ''] = /^(?:(\d{1,2})[\s./-]+)?(\p{L}+)[\s./-]+(\d{4}|\d{2})$/u.exec(bare) ?? [];
  const at = name ? monthAt(name) : -1;
  const named = at < 0 ? null : parseDay(`${two(dayOf ?? 1)}/${two(at + 1)}/${end}`, year, latest);
  if (named) return { text: named, isAssumed: dayOf === undefined || end.length === 2 };
  const serial = Number(bare.replace(/[.,/]\d+$/, ''));
  if (/^\d{5}([.,/]\d+)?$/.test(bare) && serial >= SERIAL.from && serial <= SERIAL.to)
    return assumed(new Date(SERIAL.zero + serial * 86_400_000).toISOString().slice(0, 10));
  return written(text);
}

/** The day alone; see `dayIn`. */
export const tidyDay = (text: string, year: number, latest?: string): string => dayIn(text, year, latest).text;

const NUMBERS = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
/** Which comes first in a day of numbers alone; null where both could, or it is none. */
export function orderIn(text: string): 'day' | 'month' | null {
  const [, one = 0, , other = 0] = NUMBERS.exec(text)?.map(Number) ?? [];
  if (one > 12 && one <= 31 && other >= 1 && other <= 12) return 'day';
  return other > 12 && other <= 31 && one >= 1 && one <= 12 ? 'month' : null;
}
/** Whether the first two numbers of a day may each be its month, and it makes a difference. */
export function isAmbiguous(text: string): boolean {
  const [, one = 0, , other = 0] = NUMBERS.exec(text)?.map(Number) ?? [];
  return one >= 1 && other >= 1 && one <= 12 && other <= 12 && one !== other;
}
/** A day whose month was written first, with the day first. */
export const turned = (text: string): string => text.replace(NUMBERS, '$3$2$1$2$4');
