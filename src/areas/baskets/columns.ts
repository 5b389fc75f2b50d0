import { basketFields, holdings, networkBasketFields } from '#domain/baskets/fields.ts';
import { baskets as words } from '#site/messages/it/baskets.ts';
import { choicesOf } from '#site/ui/choices.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';
import { columnsOf, type Filter, type ListSpec } from '#site/ui/list/table/columns.ts';

/** The part of the dealer's page about quotes that holds its baskets. */
export const PART = { part: 'baskets' } as const;

/** The manufacturer's baskets and a dealer's: where they are listed and opened, and which fields they have. */
export const sides = {
  network: {
    area: 'network/baskets',
    list: '/fms/baskets',
    hrefOf: (id: number | string) => `/fms/baskets/${id}`,
    fields: networkBasketFields,
  },
  dealer: {
    area: 'baskets',
    list: `/dealer/preferences/quoteParams?${new URLSearchParams(PART)}`,
    hrefOf: (id: number | string) =>
      `/dealer/preferences/quoteParams?${new URLSearchParams(PART)}${id === 'new' ? '&new' : `&id=${id}`}`,
    fields: basketFields,
  },
} as const;
export type SideName = keyof typeof sides;

const { companyIds: _companyIds, ...listed } = networkBasketFields;
const { all, archived, ...kinds } = words.views;

const whose: Filter = {
  kind: 'choice',
  key: 'whose',
  label: words.whose,
  options: choicesOf({ own: words.ownMany, theirs: words.theirsMany }),
};
const holds: Filter = {
  kind: 'choice',
  key: 'holds',
  label: networkBasketFields.holds.label,
  options: choicesOf(holdings),
};

/** The list of baskets. */
export function basketsList({ side, ...given }: { side: SideName; userId: number; mayManage: boolean }): ListSpec {
  const { area, hrefOf } = sides[side];
  const isNetwork = side === 'network';
  return {
    area: 'baskets',
    title: words.title,
    noun: words.noun,
    ...(!isNetwork && { within: PART }),
    call: `GET /${area}`,
    exportCall: `GET /${area}/export`,
    userId: given.userId,
    href: hrefOf('{id}'),
    sort: { key: 'name', dir: 'asc' },
    searchHint: words.search,
    empty: words.empty,
    ...(given.mayManage ? { create: { label: words.create, href: hrefOf('new') } } : {}),
    columns: columnsOf(
      listed,
      [],
      [
        { key: 'name', width: 220, strong: true },
        isNetwork
          ? { key: 'holds', width: 130 }
          : {
              key: 'theirs',
              label: words.whose,
              kind: 'badge',
              width: 110,
              badges: { true: { label: words.theirs, tone: 'info' }, false: { label: words.own, tone: 'mute' } },
            },
        { key: 'size', label: words.size, kind: 'number', width: 120 },
        { key: 'makerIds', width: 160, sortable: false },
        { key: 'modelIds', width: 200, sortable: false },
        { key: 'fuels', width: 160, sortable: false },
        { key: 'versionIds', width: 220, sortable: false },
      ],
    ),
    filters: [isNetwork ? holds : whose, archivedFilter],
    views: [
      { name: all, state: {} },
      ...(isNetwork ? Object.entries(kinds).map(([key, name]) => ({ name, state: { holds: key } })) : []),
      { name: archived, state: { archived: 'true' } },
    ],
  };
}
