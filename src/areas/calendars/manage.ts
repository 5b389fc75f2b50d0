import { calendarFields } from '#domain/calendars/fields.ts';
import { calendarsList as words } from '#site/messages/it/calendars.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { namedList } from '#site/ui/list/record/named.ts';

export const calendarsListOf = (userId: number): ListSpec => ({
  area: 'calendars',
  call: 'GET /calendars',
  exportCall: 'GET /calendars/export',
  userId,
  ...namedList(words, words),
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
