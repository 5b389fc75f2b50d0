/** Wholesale offers as figures count them. */
import { sql } from 'kysely';
import { countedB2b } from '#domain/quotes/b2b/counted.ts';
import { figure } from '#backend/lib/records/figures.ts';
import { listed } from './list.ts';
import { b2bCourse } from './records.ts';

export const b2bFigure = figure({
  counted: countedB2b,
  of: listed,
  owned: b2bCourse.of,
  days: {},
  person: sql`q.seller_id`,
  measures: { count: sql`count(*)`, cars: sql`sum(q.car_count)`, total: sql`sum(q.total)` },
});
