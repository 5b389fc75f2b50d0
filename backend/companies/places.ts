import { sql } from 'kysely';
import { centerFields, locationFields } from '#domain/companies/place-fields.ts';
import type { CenterRecord, LocationRecord } from '#domain/companies/places.ts';
import { OWN } from '../db/tenant.ts';
import type { Query } from '../lib/records/list.ts';
import { isArchived, orderOf, selectOf, type Records } from '../lib/records/records.ts';

interface Filters extends Query {
  archived?: 'true' | 'false' | undefined;
}

const byName = {
  sort: { sort: 'name', dir: 'asc' },
  where: (_: unknown, { archived }: Filters) => [isArchived(archived)],
} as const;

/** The locations of a company. */
export const locations: Records<LocationRecord, Filters> = {
  table: 'locations',
  entity: 'location',
  noun: 'la sede',
  file: 'sedi',
  fields: locationFields,
  ...byName,
  select: selectOf(
    'locations',
    locationFields,
    sql`, (select count(*)::int from user_locations u where u.company_id = ${OWN} and u.location_id = r.id) as users,
      ((select count(*) from used_cars c where c.company_id = ${OWN} and c.location_id = r.id and c.archived_at is null
          and c.state not in ('scheduled', 'delivered', 'canceled'))
        + (select count(*) from new_cars c where c.company_id = ${OWN} and c.location_id = r.id and c.archived_at is null
          and c.arrived_on is not null and c.state not in ('delivered', 'converted', 'canceled')))::int as cars`,
  ),
  order: orderOf(locationFields),
  written: (ctx, ids) => ctx.emit('locations.changed', { ids }),
};

export const centers: Records<CenterRecord, Filters> = {
  table: 'businessCenters',
  entity: 'business_center',
  noun: 'il business center',
  file: 'business-center',
  ...byName,
  fields: centerFields,
  select: selectOf(
    'businessCenters',
    centerFields,
    sql`, l.name as location, (select count(*)::int from users u where u.company_id = ${OWN} and u.business_center_id = r.id) as users`,
    sql`left join locations l on l.company_id = r.company_id and l.id = r.location_id`,
  ),
  order: orderOf(centerFields),
};
