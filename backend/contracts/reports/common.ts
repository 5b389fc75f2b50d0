/** What the reports of contracts, and of whatever hangs on them, share. */
import { sql } from 'kysely';
import type { Grouping } from '#backend/lib/ports/reported.ts';
import { OWN } from '#backend/db/tenant.ts';
import { contractFigure } from '../counted.ts';
import { contractCourse } from '../records.ts';

type Sql = Grouping['by'];

export const placeName = (key: Sql) =>
  sql`(select l.name from locations l where l.company_id = ${OWN} and l.id = ${key}::bigint)`;
export const userName = (key: Sql) =>
  sql`(select u.name from users u where u.company_id = ${OWN} and u.id = ${key}::bigint)`;

/** How contracts are told apart; months are the runner's. */
export const contractGroupings = {
  place: { by: sql`t.location_id`, name: placeName },
  seller: { by: sql`t.seller_id`, name: userName },
  channel: { by: sql`t.channel` },
} as const;

export const ofContracts = {
  days: contractFigure.days,
  place: sql`t.location_id`,
  owned: contractCourse.of,
} as const;
