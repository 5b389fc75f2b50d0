/** Leads as figures count them. */
import { sql } from 'kysely';
import { OWN } from '../db/tenant.ts';
import { countedLeads } from '#domain/leads/counted.ts';
import { figure } from '../lib/records/figures.ts';
import { leadHref } from '../lib/records/links.ts';
import { callsOf, contactsOf, listed, reasonIdOf } from './list.ts';
import { leadCourse } from './records.ts';

export const leadFigure = figure({
  counted: countedLeads,
  of: listed,
  owned: leadCourse.of,
  days: { received: sql`(t.received_at at time zone 'Europe/Rome')::date` },
  place: sql`t.location_id`,
  person: sql`t.assignee_id`,
  others: {
    source: sql`t.source`,
    // Spellings of one name are one source.
    sourceName: { by: sql`lower(t.source_name)`, shown: sql`min(t.source_name)` },
    // By the words: a reason that was retired and worded so again is the same one.
    reason: sql`(select m.label from move_reasons m where m.company_id = ${OWN} and m.id::text = ${reasonIdOf})`,
  },
  measures: { count: sql`count(*)`, contacts: sql`sum(${contactsOf})`, calls: sql`sum(${callsOf})` },
  row: {
    number: sql`t.number`, // What was asked for is in a stranger's words, which may name persons.
    car: sql`null::text`,
    amount: sql`null::bigint`,
  },
  href: ({ id }) => leadHref(id),
});
