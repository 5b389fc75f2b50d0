import { dayInRome, daysBetween } from '#domain/dates.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts-list.ts';

/** How many days a contract has been in its state, counted by the calendar in Rome. */
export const daysSince = (since: string): number => daysBetween(dayInRome(new Date(since)), dayInRome(new Date()));

/** How many days it is until a day, below zero after it, counted by the calendar in Rome. */
export const daysUntil = (value: string): number => daysBetween(dayInRome(new Date()), value);

/** How long a contract has been in its state, in words. */
export function daysIn(since: string): string {
  const n = daysSince(since);
  return n > 0 ? t(n > 1 ? words.board.days : words.board.day, { n }) : words.board.today;
}
