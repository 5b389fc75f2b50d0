import { dayInRome, daysBetween } from '#domain/dates.ts';
import { t } from '#site/lib/intl.ts';
import { contractsList as words } from '#site/messages/it/contracts.ts';

/** How many days a contract has been in its state, counted by the calendar in Rome. */
export function daysIn(since: string): string {
  const n = daysBetween(dayInRome(new Date(since)), dayInRome(new Date()));
  return n > 0 ? t(n > 1 ? words.board.days : words.board.day, { n }) : words.board.today;
}
