/** Leads as figures count them. */
import { sql } from 'kysely';
import { countedLeads } from '#domain/leads/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { leadHref } from '../lib/records/links.ts';
import { listed } from './list.ts';
import { leadCourse } from './records.ts';

export const leadFigure = figure({
  counted: countedLeads,
  of: listed,
  owned: leadCourse.of,
  days: { received: sql`(t.received_at at time zone 'Europe/Rome')::date` },
  place: sql`t.location_id`,
  person: sql`t.assignee_id`,
  measures: { count: sql`count(*)` },
  row: {
    number: sql`t.number`, // What was asked for is in a stranger's words, which may name persons.
    car: sql`null::text`,
    amount: sql`null::bigint`,
  },
  href: ({ id }) => leadHref(id),
});
