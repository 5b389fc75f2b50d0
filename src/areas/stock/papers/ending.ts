import { addDays } from '#domain/dates.ts';
import { car as words } from '#site/messages/it/used-car.ts';

/** What is to be said of a day on which something ends: nothing while it is further away than the company wants to hear. */
export const endingOf = (until: string | null | undefined, today: string, within: number) => {
  if (!until || until > addDays(today, within)) return null;
  return until < today
    ? { tone: 'bad' as const, label: words.expired }
    : { tone: 'warn' as const, label: words.expires };
};
