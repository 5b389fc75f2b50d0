/** The home of the stock in one shape, for new and for used cars. */
import { integer, wholeMoney } from '#domain/italian.ts';
import { newStates } from '#domain/stock/new-terms.ts';
import type { Band } from '#domain/stock/ageing.ts';
import { usedStates } from '#domain/stock/terms.ts';
import type { CallAnswer } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { stock as words } from '#site/messages/it/stock.ts';
import type { Tone } from '#site/ui/Bits.tsx';

interface Counted {
  label: string;
  count: number;
  /** Query of the list that shows the counted cars. */
  query: string;
}
export interface Overview {
  id: string;
  title: string;
  list: string;
  /** The text when there are no cars. */
  none: string;
  count: number;
  figures: readonly (readonly [label: string, value: string, help: string])[];
  bands: readonly (Band & { count: number })[];
  needs: readonly (Counted & { tone: Tone })[];
  states: readonly (Counted & { tone: Tone })[];
  makers: readonly Counted[];
}

/** The label of the oldest cars: more days than the previous band. */
const agedFor = (bands: Overview['bands']) => t(words.aged, { n: integer(bands.at(-1)!.from - 1) });
const bad = (label: string, count: number, query: string) => ({ label, count, query, tone: 'bad' as const });
const days = (n: number | null) => (n === null ? '—' : t(words.days, { n: integer(n) }));
const statesOf = <S extends string>(
  states: readonly { state: S; count: number }[],
  all: Readonly<Record<S, { label: string; tone: Tone }>>,
) => states.map(({ state, count }) => ({ ...all[state], count, query: `state=${state}` }));
const costOf = (cost: number | undefined) =>
  cost === undefined ? [] : [[words.cost, wholeMoney(cost), words.costHelp] as const];

export const newOverview = (summary: CallAnswer<'GET /stock/new/summary'>): Overview => {
  const { count, value, cost, averageDays, bands, states, makers, attention } = summary;
  return {
    id: 'new',
    title: words.new,
    list: '/dealer/stock/new',
    none: words.noneNew,
    count,
    bands,
    figures: [
      [words.inStock, integer(count), words.newHelp],
      [words.value, wholeMoney(value), ''],
      ...costOf(cost),
      [words.average, days(averageDays), ''],
    ],
    needs: [
      bad(words.late, attention.late, 'lacks=arrival'),
      bad(agedFor(bands), attention.aged, 'band=aged'),
      bad(words.noPriceNew, attention.price, 'lacks=price'),
      bad(words.papers, attention.papers, 'lacks=papers'),
      { label: words.expiring, count: attention.expiring, query: 'lacks=expiring', tone: 'warn' },
      bad(words.lapsed, attention.lapsed, 'reserved=lapsed'),
      { label: words.reserved, count: attention.reserved, query: 'reserved=now', tone: 'warn' },
    ],
    states: statesOf(states, newStates),
    makers: makers.map(({ id, name, count: cars }) => ({ label: name, count: cars, query: `makerId=${id}` })),
  };
};

export const usedOverview = (summary: CallAnswer<'GET /stock/summary'>): Overview => {
  const { count, retail, cost, averageDays, bands, states, makers, attention } = summary;
  return {
    id: 'used',
    title: words.used,
    list: '/dealer/stock/used',
    none: words.none,
    count,
    bands,
    figures: [
      [words.inStock, integer(count), words.inStockHelp],
      [words.retail, wholeMoney(retail), ''],
      ...costOf(cost),
      [words.average, days(averageDays), ''],
    ],
    needs: [
      bad(agedFor(bands), attention.aged, 'band=aged'),
      bad(words.price, attention.price, 'lacks=price'),
      bad(words.photos, attention.photos, 'lacks=photos'),
      bad(words.lowMargin, attention.margin ?? 0, 'lacks=margin'),
      bad(words.papers, attention.papers, 'lacks=papers'),
      { label: words.expiring, count: attention.expiring, query: 'lacks=expiring', tone: 'warn' },
      bad(words.lapsed, attention.lapsed, 'reserved=lapsed'),
      { label: words.reserved, count: attention.reserved, query: 'reserved=now', tone: 'warn' },
    ],
    states: statesOf(states, usedStates),
    makers: makers.map(({ name, count: cars }) => ({
      label: name,
      count: cars,
      query: `maker=${encodeURIComponent(name)}`,
    })),
  };
};
