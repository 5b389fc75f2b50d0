/**
 * Writes and reads numbers, euros, percentages and days, for screen, documents, activity, spreadsheets and sentences
 * alike. The space before a unit does not break, and the minus sign is the typographic one. It uses plain Intl and no
 * clock.
 */
import { ZONE, isDay, lazily, shownInRome } from './dates.ts';
import { round } from './money.ts';

/**
 * Numbers with `decimals` decimals, rounded half away from zero, without minus zero: −0,001 with two decimals is 0,00.
 */
const fixed = (decimals: number) => {
  const intl = lazily(
    () =>
      new Intl.NumberFormat('it-IT', {
        useGrouping: 'always',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      }),
  );
  return (value: number): string => {
    const scaled = round(value * 10 ** decimals);
    // Written by arithmetic, because loading Intl for the same text takes time.
    if (!Number.isSafeInteger(scaled)) return intl().format(value).replace('-', '−');
    const digits = String(Math.abs(scaled)).padStart(decimals + 1, '0');
    const whole = digits.slice(0, digits.length - decimals).replace(/\B(?=(\d{3})+$)/g, '.');
    return (scaled < 0 ? '−' : '') + whole + (decimals ? `,${digits.slice(-decimals)}` : '');
  };
};
const instants = (options: Intl.DateTimeFormatOptions) =>
  lazily(() => new Intl.DateTimeFormat('it-IT', { timeZone: ZONE, ...options }));

const longDay = instants({ day: 'numeric', month: 'long', year: 'numeric' });
const weekday = instants({ weekday: 'long', day: 'numeric', month: 'long' });
const longMonth = instants({ month: 'long' });
const shortMonth = instants({ month: 'short' });
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** `12.345` */
export const integer = fixed(0);

/** `5,2`: always with one decimal. */
export const tenths = fixed(1);

/** `1.234,50`: always with two decimals. */
export const hundredths = fixed(2);

const four = fixed(4);
/** `1.234` or `0,125`: with its own decimals, at most four. */
export const number = (value: number): string => four(value).replace(/,(\d*?)0+$/, (_, kept) => kept && `,${kept}`);

/** Cents as `1.234,00 €`. */
export const money = (cents: number): string => `${hundredths(cents / 100)}\u00a0€`;

/** Cents as whole euros for tiles and charts: `482.317 €`. */
export const wholeMoney = (cents: number): string => `${integer(cents / 100)}\u00a0€`;

/** `22 %`, `8,20 %`: `value` is a percentage, not a fraction. */
export const percent = (value: number): string => `${(Number.isInteger(value) ? integer : hundredths)(value)}\u00a0%`;

/** `9,00 %`: interest rates always have two decimals, as in contracts. */
export const rate = (value: number): string => `${hundredths(value)}\u00a0%`;

/** `12.345 km` */
export const km = (value: number): string => `${integer(value)}\u00a0km`;

/** `2026-11-20` → `20/11/2026` */
export const day = (value: string): string => value.split('-').reverse().join('/');

/** `2026-11-20` → `20 novembre 2026` */
export const dayLong = (value: string): string => longDay().format(noon(value));

/** `2026-11-20` → `venerdì 20 novembre` */
export const dayOfWeek = (value: string): string => weekday().format(noon(value));

/** The month of a day in words: `novembre`. */
export const monthName = (value: string): string => longMonth().format(noon(value));
/** `2026-11` → `nov` */
export const month = (value: string): string => shortMonth().format(noon(`${value}-01`));

/** Digits in groups: `1234567` → `123 4567`. */
const grouped = (digits: string): string =>
  digits.length < 6
    ? digits
    : `${digits.slice(0, digits.length - (digits.length > 6 ? 4 : 3))} ${digits.slice(digits.length > 6 ? -4 : -3)}`;

/**
 * A telephone number in groups: `+393471234567` → `347 123 4567`, `+390212345678` → `02 1234 5678`. Italian area codes
 * have two digits (Milano, Roma), three (those ending in 0, 1, 5 or 9) or four; mobiles and toll-free numbers have three. A foreign number keeps its country
 * code; a text that is no number stays unchanged.
 */
export function telephone(text: string): string {
  const bare = text.replace(/[\s./()-]/g, '');
  const [, national] = /^(?:\+39|0039)?([038]\d{5,10})$/.exec(bare) ?? [];
  if (!national) return text.trim();
  const area = /^[38]/.test(national) ? 3 : /^0[26]/.test(national) ? 2 : /^0\d[0159]/.test(national) ? 3 : 4;
  return `${national.slice(0, area)} ${grouped(national.slice(area))}`;
}

/** An ISO instant as `14:30`. */
export const time = (iso: string): string => new Date(shownInRome(Date.parse(iso))).toISOString().slice(11, 16);

export const yesNo = (value: boolean): string => (value ? 'Sì' : 'No');

const ITALIAN = /^-?(([1-9]\d{0,2}(\.\d{3})+|\d+)(,\d*)?|,\d+)$/;
/**
 * Numbers with a decimal point: one or two digits follow it, or as many as no thousands have (`18900.0000` of a
 * database), or a lone zero precedes it, or there are thousands commas. Any other point separates thousands.
 */
const MACHINE = /^-?(\d+\.|\d*\.\d{1,2}|0\.\d+|\d{4,}\.\d{3}|\d+\.\d{2}00|[1-9]\d{0,2}(,\d{3})+\.\d+)$/;

/** A number without its unit and currency, the sign before it: it may stand behind, or be said by brackets. */
function bareNumber(text: string, unit: string): string {
  const trimmed = text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
  const bare = (unit && trimmed.endsWith(unit) ? trimmed.slice(0, -unit.length) : trimmed)
    // `¤` is the euro sign of ISO-8859-15 that a program took for one of ISO-8859-1.
    .replace(/[\s¤'’`]|\u0301|€(?:uro)?\.?|^\s*eur[o.]?(?![a-z])|(?<![a-z])eur[o.]?\s*$/gi, '')
    .replace(/[−‐-―]/g, '-')
    // No cents: `18.900,-`.
    .replace(/[,.](-{1,2}|=)$/, '')
    .replace(/^\+|\+$/g, '');
  return bare.replace(/^\((.+)\)$|^([^-].*)-$/, '-$1$2');
}

/**
 * Reads a number as people type it and spreadsheets contain it: `1234,5`, `1.234,50`, `-12`, `12-`, `(12)`, `18.900,-`,
 * `1.234` (thousands), `12.5`, `1,234.56`; spaces, euro signs and the field's `unit` are ignored. Null when it is no
 * number, or is ambiguous.
 */
export function parseNumber(text: string, unit = ''): number | null {
  const bare = bareNumber(text, unit);
  if (ITALIAN.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  return MACHINE.test(bare) ? Number(bare.replaceAll(',', '')) : null;
}

const THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+$/;
/** Reads a whole number: in one a comma before three digits separates thousands, `85,000` is 85000. Null as above. */
export function parseWhole(text: string, unit = ''): number | null {
  const bare = bareNumber(text, unit);
  return THOUSANDS.test(bare) ? Number(bare.replaceAll(',', '')) : parseNumber(text, unit);
}

/**
 * `20/11/2026`, `20.11.2026`, `20-11-2026`, `20112026`, `2026-11-20` → `2026-11-20`; null when the day does not exist.
 * With today's `year` short years are read too, `20/11/26` and `201126`: up to 20 years ahead they belong to this
 * century, else to the last. `latest`: the day by which it has happened, as a birth has today; a later one of a short
 * year is of the century before.
 */
export function parseDay(text: string, year?: number, latest?: string): string | null {
  const bare = text.trim();
  if (isDay(bare)) return bare;
  const parts =
    /^(\d{1,2})[/.\s-](\d{1,2})[/.\s-](\d{4}|\d{2})$/.exec(bare) ?? /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(bare);
  if (!parts) return null;
  const [, dayOf = '', monthOf = '', typed = ''] = parts;
  if (typed.length === 2 && year === undefined) return null;
  const short = Number(typed) + Math.floor((year ?? 0) / 100) * 100;
  const full = typed.length === 4 ? Number(typed) : short > year! + 20 ? short - 100 : short;
  const isoOf = (one: number) => `${one}-${monthOf.padStart(2, '0')}-${dayOf.padStart(2, '0')}`;
  const iso = isoOf(typed.length === 2 && latest !== undefined && isoOf(full) > latest ? full - 100 : full);
  return isDay(iso) ? iso : null;
}

/** Minutes in words: `9 e mezza`. */
const MINUTES: Readonly<Record<string, string>> = {
  'e mezza': '30',
  'e mezzo': '30',
  'e un quarto': '15',
  'e tre quarti': '45',
};
/**
 * Reads an hour as people type it: `14:30`, `14.30`, `1430`, `ore 14 e 30`, `14h30`, `14:30:00`, `2:30 PM`, `9 e mezza`,
 * `9` → `09:00`; null when the day has no such hour.
 */
export function parseTime(text: string): string | null {
  const [, typed = '', minute = '00', words = '', half = ''] =
    /^(?:alle\s+)?(?:ore|h\.?)?\s*(\d{1,2})(?:(?:\s*[:.,h'’]\s*|\s+e\s+|\s*)(\d{2})(?::\d{2}(?:\.0+)?)?|\s+(e mezz[ao]|e un quarto|e tre quarti))?\s*(?:h|uhr|([ap])\.?\s?m\.?)?$/i.exec(
      text.trim(),
    ) ?? [];
  const minutes = MINUTES[words.toLowerCase()] ?? minute;
  if (!typed || Number(typed) > 23 || Number(minutes) > 59) return null;
  const isAfternoon = half.toLowerCase() === 'p';
  // Of the half day only twelve hours have a name; who writes more meant the day's.
  const hour = half === '' || Number(typed) > 12 ? Number(typed) : (Number(typed) % 12) + (isAfternoon ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
