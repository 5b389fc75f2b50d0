import { sectionFields } from '#domain/layouts/section-fields.ts';
import { layoutSections as words } from '#site/messages/it/layouts.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { namedList } from '#site/ui/list/record/named.ts';

export const sectionsList = (userId: number): ListSpec => ({
  area: 'layout-sections',
  call: 'GET /layout-sections',
  exportCall: 'GET /layout-sections/export',
  userId,
  ...namedList(words, words.views),
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
