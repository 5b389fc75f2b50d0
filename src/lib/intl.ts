/** Formats moments relative to now, counts, and sentences with values. #domain/italian.ts formats numbers, euros and days. */
import { addDays, dayInRome } from '#domain/dates.ts';
import { day, dayOfWeek, integer, time } from '#domain/italian.ts';
import { COUNT_LIMIT } from '#domain/record/list.ts';

/** The total of a list: `1.234`, or `5.000+` when counting stopped there. */
export const counted = (total: number, isExact = total <= COUNT_LIMIT): string =>
  isExact ? integer(total) : `${integer(COUNT_LIMIT)}+`;

/** An ISO instant as `oggi 14:30`, `ieri 14:30` or `18/11/2026 14:30`. */
export function moment(iso: string, now: Date = new Date()): string {
  const its = dayInRome(new Date(iso));
  const today = dayInRome(now);
  const name = its === today ? 'oggi' : its === addDays(today, -1) ? 'ieri' : day(its);
  return `${name} ${time(iso)}`;
}

/** A future day in words: `oggi`, `domani`, `venerdì 20 novembre`. */
export const dayAhead = (value: string, today: string = dayInRome(new Date())): string =>
  value === today ? 'oggi' : value === addDays(today, 1) ? 'domani' : dayOfWeek(value);

type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Fills the `{names}` of a message; the compiler checks the names. For plurals use `plural` of icu.server.ts. */
export const t = <Text extends string>(message: Text, values: Record<Placeholders<Text>, string | number>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String((values as Record<string, string | number>)[name]));
