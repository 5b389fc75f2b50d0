import { agencyFields } from '#domain/agencies/fields.ts';
import { agencies as words } from '#site/messages/it/agencies.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';

export const agenciesList = (userId: number): ListSpec => ({
  area: 'agencies',
  call: 'GET /agencies',
  exportCall: 'GET /agencies/export',
  userId,
  title: words.title,
  noun: words.noun,
  empty: words.empty,
  searchHint: words.search,
  create: { label: words.create, href: '?new' },
  href: '?id={id}',
  sort: { key: 'name', dir: 'asc' },
  filters: [archivedFilter],
  views: [
    { name: words.views.open, state: {} },
    { name: words.views.archived, state: { archived: 'true' } },
  ],
  columns: columnsOf(
    agencyFields,
    [],
    [
      { key: 'name', width: 220, strong: true },
      { key: 'contact', width: 150 },
      { key: 'phone', kind: 'phone', width: 140 },
      { key: 'email', width: 280 },
      { key: 'usual', width: 110 },
    ],
  ).filter(({ key }) => key !== 'fees'),
});
