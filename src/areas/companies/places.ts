import { centerFields, locationFields } from '#domain/companies/place-fields.ts';
import { places as words } from '#site/messages/it/companies.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { namedList } from '#site/ui/list/record/named.ts';

const people = { key: 'users', label: words.users, kind: 'number' as const, width: 84 };

export const locationsList = (userId: number): ListSpec => ({
  area: 'locations',
  call: 'GET /locations',
  exportCall: 'GET /locations/export',
  userId,
  ...namedList(words.locations, words.views),
  columns: columnsOf(
    locationFields,
    [],
    [
      { key: 'name', width: 150, strong: true },
      { key: 'address', width: 190 },
      { key: 'cap', width: 66, hidden: true },
      { key: 'city', width: 120 },
      { key: 'province', width: 86 },
      { key: 'phone', kind: 'phone', width: 118 },
      people,
      { key: 'cars', label: words.cars, kind: 'number', width: 110 },
      { key: 'capacity', width: 90 },
    ],
  ).filter(({ key }) => key !== 'hours' && key !== 'closures'),
});

export const centersList = (userId: number): ListSpec => ({
  area: 'business-centers',
  call: 'GET /business-centers',
  exportCall: 'GET /business-centers/export',
  userId,
  ...namedList(words.centers, words.views),
  columns: columnsOf(
    centerFields,
    [],
    [{ key: 'name', width: 240, strong: true }, { key: 'kind', width: 140 }, { key: 'locationId', width: 200 }, people],
  ),
});
