import { futureTableFields as fields } from '#domain/financials/tables/fields.ts';
import { tablesPath, tableStates } from '#domain/financials/tables/terms.ts';
import { futureTables } from '#site/messages/it/future-tables.ts';
import { futureTablesList as words } from '#site/messages/it/future-tables-list.ts';
import { labelsOf } from '#site/ui/choices.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';

const { cells: _cells, companyIds: _companyIds, ...listed } = fields;

/** The list of tables of future values. */
export const futureTablesList = ({ userId, mayManage }: { userId: number; mayManage: boolean }): ListSpec => ({
  area: 'future-tables',
  title: words.title,
  noun: words.noun,
  call: 'GET /future-tables',
  exportCall: 'GET /future-tables/export',
  userId,
  href: `${tablesPath}/{id}`,
  sort: { key: 'name', dir: 'asc' },
  searchHint: words.search,
  empty: words.empty,
  ...(mayManage ? { create: { label: futureTables.create, href: `${tablesPath}/new` } } : {}),
  columns: columnsOf(
    listed,
    [],
    [
      { key: 'name', width: 190, strong: true },
      { key: 'state', label: words.state, kind: 'badge', width: 130, badges: tableStates },
      { key: 'edition', label: words.edition, kind: 'number', width: 90 },
      { key: 'lender', width: 170 },
      { key: 'basis', width: 160 },
      { key: 'basketId', width: 160, sortable: false },
      { key: 'validFrom', width: 120 },
      { key: 'until', label: words.until, kind: 'day', width: 110 },
      { key: 'audience', width: 150 },
    ],
  ),
  filters: [{ kind: 'many', key: 'state', label: words.state, options: labelsOf(tableStates) }, archivedFilter],
  views: [
    { name: words.views.all, state: {} },
    { name: words.views.running, state: { state: 'running' } },
    { name: words.views.draft, state: { state: 'draft' } },
    { name: words.views.over, state: { state: 'over' } },
    { name: words.views.archived, state: { archived: 'true' } },
  ],
});
