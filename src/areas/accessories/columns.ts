import { accessoryFields as fields } from '#domain/accessories/fields.ts';
import { accessories as words } from '#site/messages/it/accessories.ts';
import { priced } from '#site/messages/it/lists.ts';
import { idsOf, type Named } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { pricedFilters, netColumn } from '#site/ui/list/record/priced.ts';

interface AccessoriesListOptions {
  makers: Named;
  userId: number;
  mayManage: boolean;
  /** Privileges of the person, which decide the visible fields. */
  held: readonly number[];
}

export const accessoriesList = ({ makers, userId, mayManage, held }: AccessoriesListOptions): ListSpec => ({
  area: 'accessories',
  title: words.title,
  noun: words.noun,
  call: 'GET /accessories',
  exportCall: 'GET /accessories/export',
  userId,
  href: '?id={id}',
  sort: { key: 'code', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '?new' } } : {}),
  columns: columnsOf(fields, held, [
    { key: 'code', width: 130 },
    { key: 'description', width: 320, strong: true },
    { key: 'fits', label: words.fits, kind: 'text', width: 180, sortable: true },
    { key: 'price', width: 120 },
    netColumn,
    { key: 'cost', width: 120 },
    { key: 'taxRate', hidden: true },
    { key: 'fittingMinutes', width: 110 },
    { key: 'inStock', width: 120 },
    { key: 'activeFrom', hidden: true },
    { key: 'activeTo' },
  ]),
  filters: [
    {
      kind: 'choice',
      key: 'makerId',
      label: fields.makerId.label,
      options: idsOf(makers),
    },
    ...pricedFilters,
  ],
  views: [
    { name: priced.views.all, state: {} },
    { name: priced.views.stock, state: { inStock: 'true' } },
    { name: priced.views.archived, state: { archived: 'true' } },
  ],
});
