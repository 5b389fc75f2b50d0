/** Visits as figures count them. */
import { sql } from 'kysely';
import { countedAccesses, countedVisits } from '#domain/accesses/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { accessHref } from '../lib/records/links.ts';
import { arrivalHour, listed, waitedMinutes } from './list.ts';
import { accessCourse } from './records.ts';

const of = {
  of: listed,
  owned: accessCourse.of,
  place: sql`t.location_id`,
  person: sql`t.seller_id`,
  row: { number: sql`'A ' || t.ticket`, car: sql`null::text`, amount: sql`null::bigint` },
  href: ({ id }: { id: number }) => accessHref(id),
};

export const visitFigure = figure({
  ...of,
  counted: countedVisits,
  days: { arrived: sql`t.day` },
  others: { hour: arrivalHour, reason: sql`t.reason`, answers: sql`t.answers` },
  measures: {
    count: sql`count(*)`,
    waitMedian: sql`percentile_disc(0.5) within group (order by ${waitedMinutes})`,
    waitLate: sql`percentile_disc(0.9) within group (order by ${waitedMinutes})`,
    refusals: sql`sum(t.refusals)`,
  },
});

export const accessFigure = figure({
  ...of,
  counted: countedAccesses,
  days: { day: sql`t.day` },
  others: { state: sql`t.state` },
  measures: { count: sql`count(*)` },
});
