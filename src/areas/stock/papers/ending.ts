import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { paperKinds } from '#domain/stock/paper-kinds.ts';
import type { CarPaper } from '#domain/stock/papers.ts';
import { car as words } from '#site/messages/it/used-cars.ts';

/** Badge for a day on which something ends; null while it is more than `within` days away. */
export const endingOf = (until: string | null | undefined, today: string, within: number) => {
  if (!until || until > addDays(today, within)) return null;
  return until < today
    ? { tone: 'bad' as const, label: words.expired }
    : { tone: 'warn' as const, label: words.expires };
};

/** Tasks for the papers of a car that have expired or expire soon. */
export const endingPapers = (papers: readonly CarPaper[], today: string, within: number) =>
  papers.flatMap(({ kind, until }) => {
    const said = endingOf(until, today, within);
    return said ? [[said.tone, said.label, `${paperKinds[kind].toLowerCase()} ${day(until!)}`] as const] : [];
  });
