/** Test drives as figures count them: those that were driven. */
import { sql, type SqlBool } from 'kysely';
import { countedDrives } from '#domain/calendars/counted.ts';
import { OWN } from '../db/tenant.ts';
import { isContracted } from '../lib/records/conversion.ts';
import { figure } from '../lib/records/figures.ts';
import { eventHref } from '../lib/records/links.ts';
import type { Counting, Query } from '../lib/records/list.ts';
import { eventCourse } from './records.ts';

interface Filters extends Query {
  from?: string;
  to?: string;
  locationId?: number;
  userId?: number;
  contracted?: 'true';
}

const day = sql<string>`(t.starts_at at time zone 'Europe/Rome')::date`;
/** The place of its calendars; a seller's own calendar may have none while the car's has one. */
const place = sql<number | null>`(select min(c.location_id) from calendars c where c.company_id = ${OWN} and c.id = any(t.calendar_ids))`; // prettier-ignore
const person = sql<number | null>`t.user_ids[1]`;
const contact = { customer: sql`t.customer_id`, lead: sql`t.lead_id`, day };

const driven: Counting<Filters> = {
  table: 'calendarEvents',
  as: 't',
  where: (_, { from, to, locationId, userId, contracted }) => [
    sql<SqlBool>`t.kind = 'test_drive' and t.state in ('completed', 'partially_completed') and t.ended_as is null`,
    ...(from === undefined ? [] : [sql<SqlBool>`t.starts_at >= ${from}::date::timestamp at time zone 'Europe/Rome'`]),
    ...(to === undefined ? [] : [sql<SqlBool>`t.starts_at < (${to}::date + 1)::timestamp at time zone 'Europe/Rome'`]),
    ...(locationId === undefined ? [] : [locationId === 0 ? sql<SqlBool>`${place} is null` : sql<SqlBool>`${place} = ${locationId}`]), // prettier-ignore
    ...(userId === undefined ? [] : [userId === 0 ? sql<SqlBool>`${person} is null` : sql<SqlBool>`${person} = ${userId}`]), // prettier-ignore
    ...(contracted === 'true' ? [isContracted(contact)] : []),
  ],
};

export const driveFigure = figure({
  counted: countedDrives,
  of: driven,
  owned: eventCourse.of,
  days: { driven: day },
  place,
  person,
  measures: { count: sql`count(*)` },
  row: { number: sql`null::text`, car: sql`null::text`, amount: sql`null::bigint` },
  href: ({ id }) => eventHref(id),
});
