import { agencies as table } from '#domain/agencies/endpoints.ts';
import { agencyFields } from '#domain/agencies/fields.ts';
import type { Agency } from '#domain/agencies/schema.ts';
import { area } from '../lib/ports/area.ts';
import type { Query } from '../lib/records/list.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';

interface Filters extends Query {
  archived?: 'true' | 'false' | undefined;
}

const agency: Records<Agency, Filters> = {
  table: 'agencies',
  entity: 'agency',
  noun: 'l’agenzia',
  file: 'agenzie',
  fields: agencyFields,
  sort: { sort: 'name', dir: 'asc' },
  select: selectOf('agencies', agencyFields),
  order: orderOf(agencyFields),
  where: (_ctx, { archived }) => [isArchived(archived)],
};

export const agencies = area(table, {
  verbs: recordVerbs('agencies', agency),
  constraints: { agencies_name: { name: 'C’è già un’agenzia con questo nome' } },
});
