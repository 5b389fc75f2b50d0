/** For the server: open negotiations as the page shows them. */
import { MOST_STAGES, STILL_DAYS, ageBands, type CountedBy, type Staged } from '#domain/negotiations/terms.ts';
import { t } from '#site/lib/intl.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { integer } from '#domain/italian.ts';
import { negotiations as words } from '#site/messages/it/negotiations.ts';
import type { ListedStage } from './listed.ts';

type Read = CallAnswer<'GET /network/negotiations'>;
type Stages = CallAnswer<'GET /negotiation-stages'>['rows'];

/** The rows that are shown apart; the others are one. */
const MOST_SHOWN = 10;

interface Selection {
  entity: Staged;
  by: CountedBy;
  makerId?: string | undefined;
  isWhole?: boolean;
}
/** The address that asks for these negotiations; leads are of no maker. */
export const asked = ({ entity, by, makerId, isWhole }: Selection): string =>
  `?of=${entity}&by=${by}${makerId && entity === 'quote' ? `&makerId=${makerId}` : ''}${isWhole ? '&all=true' : ''}`;

/** Everything that is read of one page of stages: there are never more. */
export const STAGES_READ = 2 * MOST_STAGES * 5;

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);
const firstStill = ageBands.findIndex(({ to }) => to === STILL_DAYS) + 1;

/** Stages with how many negotiations have them. */
export const listedStages = (stages: Stages, { used, ages }: Read): ListedStage[] =>
  stages
    .map((stage) => ({
      ...stage,
      used: used.find(({ stageId }) => stageId === stage.id)?.count ?? 0,
      open: sum(ages.find(({ stageId }) => stageId === stage.id)?.bands ?? []),
    }))
    .toSorted((a, b) => Number(a.archived) - Number(b.archived) || a.place - b.place || a.id - b.id);

/** The table and the bars: a column for each stage that is offered or that an open negotiation has. */
export function shownOf({ rows, ages }: Read, stages: Stages, of: Selection) {
  const isUsed = (id: number | null) => ages.some(({ stageId }) => stageId === id);
  const columns = [
    ...stages
      .filter(({ id, archived, outcome }) => isUsed(id) || (!archived && outcome === 'open'))
      .map(({ id, label, probability, archived }) => ({ id, label, probability, retired: archived })),
    ...(isUsed(null) ? [{ id: null, label: words.without, probability: null, retired: false }] : []),
  ];
  const lineOf = (name: string, those: Read['rows']) => {
    const counts = columns.map(({ id }) =>
      sum(those.flatMap(({ stages: own }) => own.filter(({ stageId }) => stageId === id).map(({ count }) => count))),
    );
    return {
      name,
      counts,
      open: sum(those.map(({ open }) => open)),
      still: sum(those.map(({ still }) => still)),
      expected: Math.round(sum(columns.map(({ probability }, at) => (counts[at]! * (probability ?? 0)) / 100))),
    };
  };
  const most = of.isWhole ? rows.length : MOST_SHOWN;
  const rest = rows.slice(most);
  return {
    ...of,
    columns,
    rows: rows.slice(0, most).map((row) => lineOf(row.name, [row])),
    others: rest.length > 0 ? lineOf(t(words.others, { n: integer(rest.length) }), rest) : null,
    total: lineOf(words.network, rows),
    ages: columns.flatMap(({ id, label, retired }) => {
      const bands = ages.find(({ stageId }) => stageId === id)?.bands ?? ageBands.map(() => 0);
      return [{ label, retired, bands, open: sum(bands), still: sum(bands.slice(firstStill)) }];
    }),
  };
}
export type Shown = ReturnType<typeof shownOf>;
