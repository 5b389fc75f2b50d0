import { placeFields } from '#domain/stock/place-fields.ts';
import type { newRowFields } from '#domain/stock/new/row.ts';
import type { usedRowFields } from '#domain/stock/row.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import type { newList } from '#site/messages/it/new-cars.ts';
import type { usedList } from '#site/messages/it/used-list.ts';
import { idsOf, type Named } from '#site/ui/choices.ts';
import type { Column, Filter, ListSpec } from '#site/ui/list/table/columns.ts';
import { rowColumn, rowFilter } from '#site/ui/list/table/row-columns.ts';
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
/** What rows say beside the fields. */
type Beside = typeof newRowFields | typeof usedRowFields;

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
export const heldColumn = (beside: Beside, words: Words): Column =>
  rowColumn(beside, 'held', { width: 178, empty: words.free, by: { name: 'holder', until: 'heldUntil' } });

/** The last filters of both lists: where a car is, who holds it, what it lacks, whether it is gone. */
export const carFilters = (
  beside: Beside,
  words: Words,
  { locations }: CarListOptions,
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
  { ...rowFilter(beside, 'held'), key: 'reserved' },
  { kind: 'choice', key: 'free', label: words.views.free, options: [{ value: 'true', label: words.free }] },
  { kind: 'choice', key: 'lacks', label: words.lacks, options: lacks },
  { ...archivedFilter, label: words.gone },
];
