/** Events as figures count them: test drives that were driven, appointments that were kept or missed. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { countedAppointments, countedDrives, NO_LEAD } from '#domain/calendars/counted.ts';
import { customerKinds } from '#domain/calendars/event-terms.ts';
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
}

const day = sql<string>`(t.starts_at at time zone 'Europe/Rome')::date`;
/** The place of its calendars; a seller's own calendar may have none while the car's has one. */
const place = sql<number | null>`(select min(c.location_id) from calendars c where c.company_id = ${OWN} and c.id = any(t.calendar_ids))`; // prettier-ignore
const person = sql<number | null>`t.user_ids[1]`;
const contact = { customer: sql`t.customer_id`, lead: sql`t.lead_id`, day };

/** Events of these days, at a place, of a person. */
const within = ({ from, to, locationId, userId }: Filters): RawBuilder<SqlBool>[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`t.starts_at >= ${from}::date::timestamp at time zone 'Europe/Rome'`]),
  ...(to === undefined ? [] : [sql<SqlBool>`t.starts_at < (${to}::date + 1)::timestamp at time zone 'Europe/Rome'`]),
  ...(locationId === undefined ? [] : [locationId === 0 ? sql<SqlBool>`${place} is null` : sql<SqlBool>`${place} = ${locationId}`]), // prettier-ignore
  ...(userId === undefined ? [] : [userId === 0 ? sql<SqlBool>`${person} is null` : sql<SqlBool>`${person} = ${userId}`]), // prettier-ignore
];

const driven: Counting<Filters & { contracted?: 'true' }> = {
  table: 'calendarEvents',
  as: 't',
  where: (_, filters) => [
    sql<SqlBool>`t.kind = 'test_drive' and t.state in ('completed', 'partially_completed') and t.ended_as is null`,
    ...within(filters),
    ...(filters.contracted === 'true' ? [isContracted(contact)] : []),
  ],
};

/** Where the lead of an appointment came from. */
const source = sql<string>`coalesce((select l.source from leads l where l.company_id = ${OWN} and l.id = t.lead_id), ${sql.lit(NO_LEAD)})`; // prettier-ignore

const appointed: Counting<Filters & { missed?: 'true'; source?: string }> = {
  table: 'calendarEvents',
  as: 't',
  where: ({ now }, filters) => [
    sql<SqlBool>`t.kind = any(${[...customerKinds]}::text[]) and t.ended_as is distinct from 'canceled' and t.starts_at <= ${now}`,
    ...within(filters),
    ...(filters.missed === 'true' ? [sql<SqlBool>`t.ended_as = 'missed'`] : []),
    ...(filters.source === undefined ? [] : [sql<SqlBool>`${source} = ${filters.source}`]),
  ],
};

const of = {
  owned: eventCourse.of,
  place,
  person,
  measures: { count: sql`count(*)` },
  row: { number: sql`null::text`, car: sql`null::text`, amount: sql`null::bigint` },
  href: ({ id }: { id: number }) => eventHref(id),
};

export const driveFigure = figure({ ...of, counted: countedDrives, of: driven, days: { driven: day } });

export const appointmentFigure = figure({
  ...of,
  counted: countedAppointments,
  of: appointed,
  days: { day },
  others: { source },
});
