/** Valuations as figures count them. */
import { sql } from 'kysely';
import { countedValuations } from '#domain/valuations/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { counting } from './list.ts';
import { valuationCourse } from './records.ts';

export const valuationFigure = figure({
  counted: countedValuations,
  of: counting,
  owned: valuationCourse.of,
  days: {},
  place: sql`t.location_id`,
  measures: { count: sql`count(*)` },
});
