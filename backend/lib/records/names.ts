/** The names behind numbers of the company, as SQL. */
import { sql, type RawBuilder } from 'kysely';
import { OWN } from '#backend/db/tenant.ts';

type Sql = RawBuilder<unknown>;

export const placeName = (key: Sql) =>
  sql`(select l.name from locations l where l.company_id = ${OWN} and l.id = ${key}::bigint)`;
export const userName = (key: Sql) =>
  sql`(select u.name from users u where u.company_id = ${OWN} and u.id = ${key}::bigint)`;
