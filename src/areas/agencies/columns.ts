import { agencyFields } from '#domain/agencies/fields.ts';
import { agencies as words } from '#site/messages/it/agencies.ts';
import { columnsOf, type ListSpec } from '#site/ui/list/table/columns.ts';
import { namedList } from '#site/ui/list/record/named.ts';

export const agenciesList = (userId: number): ListSpec => ({
  area: 'agencies',
  call: 'GET /agencies',
  exportCall: 'GET /agencies/export',
  userId,
  ...namedList(words, words.views),
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
