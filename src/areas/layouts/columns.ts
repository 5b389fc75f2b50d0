import { sectionFields } from '#domain/layouts/section-fields.ts';
import { layoutSections as words } from '#site/messages/it/layouts.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';

export const sectionsList = (userId: number): ListSpec => ({
  area: 'layout-sections',
  call: 'GET /layout-sections',
  exportCall: 'GET /layout-sections/export',
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
    sectionFields,
    [],
    [
      { key: 'name', width: 220, strong: true },
      { key: 'title', width: 220 },
      { key: 'text', width: 420 },
    ],
  ),
});
