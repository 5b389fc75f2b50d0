import { placeFields } from '#domain/stock/place-fields.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import type { newList } from '#site/messages/it/new-cars.ts';
import type { usedList } from '#site/messages/it/used-cars.ts';
import { idsOf, labelsOf, type Named } from '#site/ui/choices.ts';
import type { Column, Filter, ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';

/** What the list of a kind of car is made from. */
export interface CarListOptions {
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
  locations: Named;
  terms: StockTerms;
}

type Words = typeof newList | typeof usedList;

/** Calls, addresses and texts of the list of a kind of car. */
export const carSpec = (kind: 'new' | 'used', words: Words, { userId, mayManage }: CarListOptions) =>
  ({
    area: `${kind}Stocks`,
    title: words.title,
    noun: words.noun,
    call: `GET /stock/${kind}`,
    exportCall: `GET /stock/${kind}/export`,
    document: { call: `GET /stock/${kind}/price-list`, label: words.priceList },
    userId,
    href: `/dealer/stock/${kind}/{id}`,
    searchHint: words.search,
    empty: words.empty,
    ...(mayManage ? { create: { label: words.create, href: '?new' } } : {}),
  }) satisfies Partial<ListSpec>;

/** The column that says who holds a car, and until when. */
export const heldColumn = (words: Words, reservations: NonNullable<Column['badges']>): Column => ({
  key: 'held',
  label: words.held,
  kind: 'badge',
  width: 178,
  badges: reservations,
  empty: words.free,
  by: { name: 'holder', until: 'heldUntil' },
});

/** The last filters of both lists: where a car is, who holds it, what it lacks, whether it is gone. */
export const carFilters = (
  words: Words,
  { locations }: CarListOptions,
  reservations: Readonly<Record<string, { label: string }>>,
  lacks: readonly { value: string; label: string }[],
): Filter[] => [
  {
    kind: 'choice',
    key: 'locationId',
    label: placeFields.locationId.label,
    options: idsOf(locations),
    // A filter by location helps only from two locations on.
    hidden: locations.length < 2,
  },
  { kind: 'choice', key: 'reserved', label: words.held, options: labelsOf(reservations) },
  { kind: 'choice', key: 'free', label: words.views.free, options: [{ value: 'true', label: words.free }] },
  { kind: 'choice', key: 'lacks', label: words.lacks, options: lacks },
  { ...archivedFilter, label: words.gone },
];
