/** Visits as figures count them. */
import { sql } from 'kysely';
import { countedVisits } from '#domain/accesses/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { accessHref } from '../lib/records/links.ts';
import { listed } from './list.ts';
import { accessCourse } from './records.ts';

export const visitFigure = figure({
  counted: countedVisits,
  of: listed,
  owned: accessCourse.of,
  days: { arrived: sql`t.day` },
  place: sql`t.location_id`,
  person: sql`t.seller_id`,
  measures: { count: sql`count(*)` },
  row: { number: sql`'A ' || t.ticket`, car: sql`null::text`, amount: sql`null::bigint` },
  href: ({ id }) => accessHref(id),
});
