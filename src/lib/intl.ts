/** Numbers, days and sentences as they are written in Italy. Plain Intl: no library, so the shell may use it too. */
import { ZONE, dayInRome } from '#domain/dates.ts';
import { COUNT_LIMIT } from '#domain/list.ts';

const number = (options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('it-IT', { useGrouping: 'always' as unknown as boolean, ...options });
const instant = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('it-IT', { timeZone: ZONE, ...options });

const whole = number({ maximumFractionDigits: 0 });
const two = number({ minimumFractionDigits: 2, maximumFractionDigits: 2 });
const millions = number({ maximumFractionDigits: 1 });
const clock = instant({ hour: '2-digit', minute: '2-digit' });
const numericDay = instant({ day: '2-digit', month: '2-digit', year: 'numeric' });
const longDay = instant({ day: 'numeric', month: 'long', year: 'numeric' });
const shortMonth = instant({ month: 'short' });

const noon = (day: string) => new Date(`${day}T12:00:00Z`);

/** Cents as `1.234,00 €`; the minus is the typographic one. */
export const money = (cents: number): string => `${two.format(cents / 100).replace('-', '−')} €`;

/** Cents as a rounded figure for tiles: `482.317 €`, `1,4 Mln €`. */
export const moneyShort = (cents: number): string =>
  Math.abs(cents) < 100_000_000 ? `${whole.format(cents / 100)} €` : `${millions.format(cents / 100_000_000)} Mln €`;

/** `12.345` */
export const integer = (value: number): string => whole.format(value);

/** A total of a list: `1.234`, `5.000+` where no more was counted. */
export const counted = (total: number): string => (total > COUNT_LIMIT ? `${integer(COUNT_LIMIT)}+` : integer(total));

/** `12.345 km` */
export const km = (value: number): string => `${whole.format(value)} km`;

/** `22 %`, `8,20 %`: the number is already a percentage; rates that stand beside each other have as many decimals. */
export const percent = (value: number): string => `${(Number.isInteger(value) ? whole : two).format(value)} %`;

/** `2026-11-20` → `20/11/2026` */
export const day = (value: string): string => numericDay.format(noon(value));

/** `2026-11-20` → `20 novembre 2026` */
export const dayLong = (value: string): string => longDay.format(noon(value));

/** `2026-11` → `nov` */
export const month = (value: string): string => shortMonth.format(noon(`${value}-01`));

/** An ISO instant as `14:30`. */
export const time = (iso: string): string => clock.format(new Date(iso));

/** An ISO instant as `oggi 14:30`, `ieri 14:30` or `18/11/2026 14:30`. */
export function moment(iso: string, now: Date = new Date()): string {
  const at = new Date(iso);
  const its = dayInRome(at);
  if (its === dayInRome(now)) return `oggi ${clock.format(at)}`;
  if (its === dayInRome(new Date(now.getTime() - 86_400_000))) return `ieri ${clock.format(at)}`;
  return `${numericDay.format(at)} ${clock.format(at)}`;
}

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Fill the `{names}` of a message; the names are checked by type. Plurals are `plural` of icu.ts. */
export const t = <Text extends string>(message: Text, values: Record<Placeholders<Text>, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String((values as Record<string, string | number>)[name]));
