import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { paperKinds } from '#domain/stock/paper-kinds.ts';
import type { CarPaper } from '#domain/stock/papers.ts';
import { car as words } from '#site/messages/it/used-cars.ts';

/** What is to be said of a day on which something ends: nothing while it is further away than the company wants to hear. */
export const endingOf = (until: string | null | undefined, today: string, within: number) => {
  if (!until || until > addDays(today, within)) return null;
  return until < today
    ? { tone: 'bad' as const, label: words.expired }
    : { tone: 'warn' as const, label: words.expires };
};

/** The papers of a car that have ended or soon do, as rows of what is to be done. */
export const endingPapers = (papers: readonly CarPaper[], today: string, within: number) =>
  papers.flatMap(({ kind, until }) => {
    const said = endingOf(until, today, within);
    return said ? [[said.tone, said.label, `${paperKinds[kind].toLowerCase()} ${day(until!)}`] as const] : [];
  });
