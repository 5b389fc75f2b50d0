/** Valuations as figures count them. */
import { sql } from 'kysely';
import { countedValuations } from '#domain/valuations/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { valuationHref } from '../lib/records/links.ts';
import { counting, offeredOn, overMost, soldFor, valuedBy } from './list.ts';
import { valuationCourse } from './records.ts';

export const valuationFigure = figure({
  counted: countedValuations,
  of: counting,
  owned: valuationCourse.of,
  days: { offered: offeredOn },
  place: sql`t.location_id`,
  person: valuedBy,
  measures: {
    count: sql`count(*)`,
    judged: sql`count(t.most_offer)`,
    overMost: sql`count(nullif(${overMost}, false))`,
    offered: sql`sum(case when ${soldFor} is not null then t.offer end)`,
    soldFor: sql`sum(${soldFor})`,
  },
  row: { number: sql`t.number`, car: sql`concat_ws(' ', t.maker, t.model)`, amount: sql`t.offer` },
  href: ({ id }) => valuationHref(id),
});
