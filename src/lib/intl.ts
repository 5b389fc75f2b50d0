/** Instants as of now, counts, and sentences with values in them. Numbers, euros and days are written by #domain/italian.ts. */
import { addDays, dayInRome } from '#domain/dates.ts';
import { day, dayOfWeek, integer, time } from '#domain/italian.ts';
import { COUNT_LIMIT } from '#domain/list.ts';

/** A total of a list: `1.234`, `5.000+` where no more was counted. */
export const counted = (total: number): string => (total > COUNT_LIMIT ? `${integer(COUNT_LIMIT)}+` : integer(total));

/** An ISO instant as `oggi 14:30`, `ieri 14:30` or `18/11/2026 14:30`. */
export function moment(iso: string, now: Date = new Date()): string {
  const its = dayInRome(new Date(iso));
  const today = dayInRome(now);
  const name = its === today ? 'oggi' : its === addDays(today, -1) ? 'ieri' : day(its);
  return `${name} ${time(iso)}`;
}

/** A day to come as people say it: `oggi`, `domani`, `venerdì 20 novembre`. */
export const dayAhead = (value: string, today: string = dayInRome(new Date())): string =>
  value === today ? 'oggi' : value === addDays(today, 1) ? 'domani' : dayOfWeek(value);

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Fill the `{names}` of a message; the names are checked by type. Plurals are `plural` of icu.ts. */
export const t = <Text extends string>(message: Text, values: Record<Placeholders<Text>, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String((values as Record<string, string | number>)[name]));
