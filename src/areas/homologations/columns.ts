import { homologationFields as fields } from '#domain/homologations/fields.ts';
import { homologations as words } from '#site/messages/it/homologations.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';

const { options: _options, ...listed } = fields;

/** The list of type approvals. */
export const homologationsList = ({ userId, mayManage }: { userId: number; mayManage: boolean }): ListSpec => ({
  area: 'homologations',
  title: words.title,
  noun: words.noun,
  call: 'GET /network/homologations',
  exportCall: 'GET /network/homologations/export',
  userId,
  href: '/fms/omologations?id={id}',
  sort: { key: 'number', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: words.create, href: '/fms/omologations?new' } } : {}),
  columns: columnsOf(
    listed,
    [],
    [
      { key: 'number', width: 200, strong: true },
      { key: 'versionId', width: 260 },
      { key: 'emissionClass', width: 100 },
      { key: 'bestCo2', width: 110 },
      { key: 'worstCo2', width: 110 },
      { key: 'validFrom', width: 110 },
      { key: 'validTo', width: 110 },
      { key: 'tyres', width: 240, sortable: false },
    ],
  ),
  filters: [archivedFilter],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.archived, state: { archived: 'true' } },
  ],
});
