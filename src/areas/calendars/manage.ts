import { calendarFields } from '#domain/calendars/fields.ts';
import { calendarsList as words } from '#site/messages/it/calendars.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { archivedFilter } from '#site/ui/list/record/priced.ts';

export const calendarsListOf = (userId: number): ListSpec => ({
  area: 'calendars',
  call: 'GET /calendars',
  exportCall: 'GET /calendars/export',
  userId,
  title: words.title,
  noun: words.noun,
  href: '?id={id}',
  sort: { key: 'name', dir: 'asc' },
  filters: [archivedFilter],
  views: [
    { name: words.open, state: {} },
    { name: words.archived, state: { archived: 'true' } },
  ],
  empty: words.empty,
  searchHint: words.search,
  create: { label: words.create, href: '?new' },
  columns: columnsOf(
    calendarFields,
    [],
    [
      { key: 'name', width: 240, strong: true },
      { key: 'kind', width: 150 },
      { key: 'userId', width: 190 },
      { key: 'locationId', width: 190 },
      { key: 'plate', width: 110 },
      { key: 'capacity', width: 100 },
      { key: 'buffer', width: 110 },
      { key: 'shows', width: 170 },
    ],
  ).filter(({ key }) => key !== 'hours' && key !== 'closures'),
});
