import { tyreFields as fields } from '#domain/tyres/fields.ts';
import { rims, seasons } from '#domain/tyres/terms.ts';
import { t } from '#site/lib/intl.ts';
import { priced } from '#site/messages/it/lists.ts';
import { tyres as words } from '#site/messages/it/tyres.ts';
import { choicesOf, textsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { netColumn, pricedFilters } from '#site/ui/list/record/priced.ts';

interface TyresListOptions {
  brands: readonly string[];
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
}

export const tyresList = ({ brands, userId, mayManage, held }: TyresListOptions): ListSpec => ({
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
  columns: columnsOf(fields, held, [
    { key: 'size', width: 155, sortable: true },
    { key: 'brand', width: 105 },
    { key: 'model', width: 150, strong: true },
    {
      key: 'season',
      kind: 'badge',
      width: 172,
      badges: {
        summer: { label: seasons.summer, tone: 'mute' },
        winter: { label: seasons.winter, tone: 'info' },
        allSeason: { label: seasons.allSeason, tone: 'mute' },
      },
    },
    { key: 'label', label: words.label, kind: 'text', width: 130, sortable: true },
    { key: 'price', width: 95 },
    netColumn,
    { key: 'cost', width: 95 },
    { key: 'taxRate', hidden: true },
    // Shows the category only, because its word is wider than the column.
    { key: 'pfu', width: 60, words: {} },
    { key: 'inStock', width: 105 },
    { key: 'code', width: 110 },
  ]),
  filters: [
    {
      kind: 'choice',
      key: 'season',
      label: fields.season.label,
      options: choicesOf(seasons),
    },
    {
      kind: 'choice',
      key: 'rim',
      label: fields.rim.label,
      options: rims.map((n) => ({ value: String(n), label: t(words.inches, { n }) })),
    },
    {
      kind: 'choice',
      key: 'brand',
      label: fields.brand.label,
      options: textsOf(brands),
    },
    ...pricedFilters,
  ],
  views: [
    { name: priced.views.all, state: {} },
    { name: words.views.winter, state: { season: 'winter' } },
    { name: words.views.summer, state: { season: 'summer' } },
    { name: priced.views.stock, state: { inStock: 'true' } },
    { name: priced.views.archived, state: { archived: 'true' } },
  ],
});
