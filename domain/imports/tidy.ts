/** Cells of other programs, written as a person would type them. */
import { dayInRome, dayOfInstant, isDay } from '../dates.ts';
import type { Field } from '../record/fields.ts';
import { parseDay } from '../italian.ts';

/** What programs write for nothing. */
const NOTHING =
  /^([-–—_.*/?\s]+|n[./]\s?[dap]\.?|null|nil|none|\(?vuoto\)?|#n\/?[dac]!?|non (indicat|disponibil|present)[aoe])$/i;

export const isNothing = (cell: string): boolean => NOTHING.test(cell);

const MONTHS = ['gen', 'feb', 'mar', 'apr', 'mag', 'giu', 'lug', 'ago', 'set', 'ott', 'nov', 'dic'];
/** Days that programs write where there is none. */
const NO_DAY = /^(0{1,2}[/.-]0{1,2}[/.-]0{2,4}|0000-00-00|[\s/.-]+|0)$/;
/** Serial numbers of spreadsheets, from 1940 to 2099. */
const SERIAL = { from: 14_611, to: 73_050, zero: Date.UTC(1899, 11, 30) };

/** What stands before or behind a day: an apostrophe, the day of the week, a comma. */
const BESIDE_DAY = /^['’]|^(lun|mar|mer|gio|ven|sab|dom)\p{L}*\.?,?\s+(?=\d{1,2}[\s./-])|[,;]$/giu;
/** An instant as .NET and JavaScript write it: `/Date(318207600000)/`. */
const dayOfMillis = (text: string): string | null => {
  const [, millis] = /^\/?Date\((-?\d{1,14})(?:[+-]\d{4})?\)\/?$/.exec(text.replace(/^\//, '')) ?? [];
  return millis === undefined ? null : dayInRome(new Date(Number(millis)));
};

const two = (text: string | number) => String(text).padStart(2, '0');

/**
 * A day as other programs write it, as `YYYY-MM-DD`: with a time, as an instant of another zone, as a serial number,
 * with two digits of the year, or as a month (`01/2016`, `gen-16`: its first day). '' for what stands for none; the
 * text itself where it is no day. `latest`: the day by which it has happened.
 */
export function tidyDay(text: string, year: number, latest?: string): string {
  if (NO_DAY.test(text)) return '';
  const instant = dayOfInstant(text) ?? dayOfMillis(text);
  if (instant) return instant;
  const bare = text
    .replace(BESIDE_DAY, '')
    .replace(/(?<=\d)[°ºª]/, '')
    .replace(/[T ]\d{1,2}[:.]\d{2}([:.]\d{2})?(\.\d+)?Z?$/i, '')
    .trim();
  const [, y, m, d] = /^(\d{4})[/.-]?(\d{2})[/.-]?(\d{2})$/.exec(bare) ?? [];
  const iso = `${y}-${m}-${d}`;
  if (y && isDay(iso)) return iso;
  const day = parseDay(bare, year, latest);
  if (day) return day;
  const [, month, full] = /^(\d{1,2})[/.\s-](\d{4})$/.exec(bare) ?? [];
  if (month && isDay(`${full}-${two(month)}-01`)) return `${full}-${two(month)}-01`;
  const [, dayOf = '1', name, end = ''] = /^(?:(\d{1,2})[\s./-]+)?(\p{L}{3,})[\s./-]+(\d{4}|\d{2})$/u.exec(bare) ?? [];
  const at = name ? MONTHS.indexOf(name.slice(0, 3).toLowerCase()) : -1;
  if (at >= 0) return parseDay(`${two(dayOf)}/${two(at + 1)}/${end}`, year, latest) ?? text;
  const serial = Number(bare.replace(/[.,]\d+$/, ''));
  if (/^\d{5}([.,]\d+)?$/.test(bare) && serial >= SERIAL.from && serial <= SERIAL.to)
    return new Date(SERIAL.zero + serial * 86_400_000).toISOString().slice(0, 10);
  return text;
}

const UNITS =
  /\s*(km|chilometri|kw|cv|cc|cm3|cm³|cmc|kg|g\/km|gr\/km|mesi|mm|min|minuti|anni|posti|porte|n\.?|nr\.?|pz|eur|euro|€|db|"|%)\.?$/i;

/** Whether an amount has VAT in it, as people write behind it: `IVA incl.`, `i.e.`, `+ IVA 22%`, `oltre IVA`. */
export const TAXED =
  /[\s,;(]*\b((prezzo\s+)?iva\s+(incl|compr|escl|esente|espost)\S*|i\.?\s?[ie]\.?|(\+|oltre|pi[uù]|senza|con|netto|netti)\s*iva(\s*\d{1,2}\s*%)?|ivato|iva)\)?\.?$|\s*\+\s*iva(\s*\d{1,2}\s*%)?$/i;

/** The most characters of a number with what stands beside it: what is longer is no number, and patterns take long over it. */
const MOST_NUMBER = 100;

/** A number without what programs write beside it: `EUR 18.900,-` → `18.900`, `1.598 cm3` → `1.598`. */
export const tidyNumber = (text: string): string =>
  text.length > MOST_NUMBER
    ? text
    : text
        .replace(/\s*(tratt(abil[ei])?|neg(oziabile)?)\.?$/i, '')
        .replace(/^(euro|eur|€|\+)\.?\s*/i, '')
        .replace(/[,.](-{1,2}|=)$|=$/, '')
        .replace(UNITS, '')
        .replace(TAXED, '')
        .trim();

/** The cell as its field reads it, on a day in Rome. */
export function tidy(field: Field, cell: string, today: string): string {
  if (isNothing(cell)) return '';
  switch (field.kind) {
    case 'day':
      return tidyDay(cell, Number(today.slice(0, 4)), field.span === 'past' ? today : undefined);
    case 'number': {
      // Whole numbers that a program kept with decimals: `12,00`.
      const number = tidyNumber(cell);
      return field.decimals ? number : number.replace(/[.,]0{1,2}$/, '');
    }
    case 'money':
      // A share is no amount.
      return cell.includes('%') && !/iva/i.test(cell) ? cell : tidyNumber(cell);
    case 'percent':
      return tidyNumber(cell);
    case 'flag': {
      // A quantity: there is some, or none.
      const [, sign, whole = ''] = /^(-?)(\d+)([.,]\d+)?$/.exec(tidyNumber(cell)) ?? [];
      return whole === '' ? cell : sign || Number(whole) === 0 ? 'No' : 'Sì';
    }
    default:
      return cell;
  }
}
