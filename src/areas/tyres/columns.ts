import { rims, seasons } from '#domain/tyres/terms.ts';
import { t } from '#site/lib/intl.ts';
import { reference } from '#site/messages/it/reference.ts';
import { tyres as words } from '#site/messages/it/tyres.ts';
import type { ListSpec } from '#site/ui/list/columns.ts';

interface Given {
  brands: readonly string[];
  userId: number;
  mayManage: boolean;
}

const yesNo = [
  { value: 'true', label: reference.yes },
  { value: 'false', label: reference.no },
];

/** The list of tyres. */
export const tyresList = ({ brands, userId, mayManage }: Given): ListSpec => ({
  area: 'tyres',
  title: words.title,
  noun: words.noun,
  call: 'GET /tyres',
  exportCall: 'GET /tyres/export',
  userId,
  href: '?id={id}',
  sort: { key: 'size', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '?new' } } : {}),
  columns: [
    { key: 'size', label: words.size, kind: 'text', width: 155, sortable: true },
    { key: 'brand', label: words.brand, kind: 'text', width: 105, sortable: true },
    { key: 'model', label: words.model, kind: 'text', width: 150, sortable: true, strong: true },
    {
      key: 'season',
      label: words.season,
      kind: 'badge',
      width: 172,
      sortable: true,
      badges: {
        summer: { label: seasons.summer, tone: 'mute' },
        winter: { label: seasons.winter, tone: 'info' },
        allSeason: { label: seasons.allSeason, tone: 'mute' },
      },
    },
    { key: 'label', label: words.label, kind: 'text', width: 130, sortable: true },
    { key: 'price', label: reference.price, kind: 'money', width: 95, sortable: true },
    {
      key: 'net',
      label: reference.net,
      kind: 'money',
      width: 110,
      net: { of: 'price', rate: 'taxRate' },
      hidden: true,
    },
    { key: 'cost', label: reference.cost, kind: 'money', width: 95, sortable: true },
    { key: 'taxRate', label: reference.taxRate, kind: 'percent', width: 80, sortable: true, hidden: true },
    { key: 'pfu', label: words.pfu, kind: 'text', width: 60, sortable: true },
    {
      key: 'inStock',
      label: reference.inStock,
      kind: 'badge',
      width: 105,
      sortable: true,
      badges: { true: { label: reference.yes, tone: 'ok' }, false: { label: reference.no, tone: 'mute' } },
    },
    { key: 'code', label: reference.code, kind: 'text', width: 110, sortable: true },
  ],
  filters: [
    {
      kind: 'choice',
      key: 'season',
      label: words.season,
      options: Object.entries(seasons).map(([value, label]) => ({ value, label })),
    },
    {
      kind: 'choice',
      key: 'rim',
      label: words.rim,
      options: rims.map((n) => ({ value: String(n), label: t(words.inches, { n }) })),
    },
    { kind: 'choice', key: 'brand', label: words.brand, options: brands.map((value) => ({ value, label: value })) },
    { kind: 'choice', key: 'inStock', label: reference.inStock, options: yesNo },
    { kind: 'choice', key: 'archived', label: reference.archived, options: yesNo.slice(0, 1), none: reference.no },
  ],
  views: [
    { name: reference.views.all, state: {} },
    { name: words.views.winter, state: { season: 'winter' } },
    { name: words.views.summer, state: { season: 'summer' } },
    { name: reference.views.stock, state: { inStock: 'true' } },
    { name: reference.views.archived, state: { archived: 'true' } },
  ],
});
