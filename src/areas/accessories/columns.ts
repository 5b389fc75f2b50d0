import type { ListSpec } from '#site/ui/list/columns.ts';
import { accessories as words } from '#site/messages/it/accessories.ts';
import { reference } from '#site/messages/it/reference.ts';

interface Given {
  makers: readonly { id: number; name: string }[];
  userId: number;
  mayManage: boolean;
}

const yesNo = [
  { value: 'true', label: reference.yes },
  { value: 'false', label: reference.no },
];

/** The list of accessories. */
export const accessoriesList = ({ makers, userId, mayManage }: Given): ListSpec => ({
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
  columns: [
    { key: 'code', label: reference.code, kind: 'text', width: 130, sortable: true },
    { key: 'description', label: words.description, kind: 'text', width: 320, sortable: true, strong: true },
    { key: 'fits', label: words.fits, kind: 'text', width: 180, sortable: true },
    { key: 'price', label: reference.price, kind: 'money', width: 120, sortable: true },
    {
      key: 'net',
      label: reference.net,
      kind: 'money',
      width: 120,
      net: { of: 'price', rate: 'taxRate' },
      hidden: true,
    },
    { key: 'cost', label: reference.cost, kind: 'money', width: 120, sortable: true },
    { key: 'taxRate', label: reference.taxRate, kind: 'percent', width: 80, sortable: true, hidden: true },
    { key: 'fittingMinutes', label: words.fitting, kind: 'number', suffix: 'min', width: 110, sortable: true },
    {
      key: 'inStock',
      label: reference.inStock,
      kind: 'badge',
      width: 120,
      sortable: true,
      badges: { true: { label: reference.yes, tone: 'ok' }, false: { label: reference.no, tone: 'mute' } },
    },
    { key: 'activeFrom', label: words.activeFrom, kind: 'day', width: 110, sortable: true, hidden: true },
    { key: 'activeTo', label: words.activeTo, kind: 'day', width: 110, sortable: true },
  ],
  filters: [
    {
      kind: 'choice',
      key: 'makerId',
      label: words.maker,
      options: makers.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'choice', key: 'inStock', label: reference.inStock, options: yesNo },
    { kind: 'choice', key: 'archived', label: reference.archived, options: yesNo.slice(0, 1), none: reference.no },
  ],
  views: [
    { name: reference.views.all, state: {} },
    { name: reference.views.stock, state: { inStock: 'true' } },
    { name: reference.views.archived, state: { archived: 'true' } },
  ],
});
