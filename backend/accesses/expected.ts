import { sql } from 'kysely';
import type { Expected } from '#domain/accesses/schema.ts';
import { accessSubjects } from '#domain/accesses/terms.ts';
import { eventKinds, type EventKind } from '#domain/calendars/event-terms.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import type { Ctx } from '../lib/work/context.ts';

/** Who is expected today and has not come: bookings, and customers of appointments at the place. */
export async function readExpected({ db, user, today }: Ctx, locationId: number): Promise<Expected[]> {
  const { companyId } = user;
  const [start, end] = [today, addDays(today, 1)].map((day) => instantInRome(day, '00:00'));
  const { rows } = await sql<
    Omit<Expected, 'what'> & { subject: keyof typeof accessSubjects | null; eventKind: EventKind | null; text: string }
  >`
    select 'access' as kind, t.id, t.version, t.expected_at as at, coalesce(c.name, t.name) as name, t.subject, null as event_kind, t.wish as text,
        u.name as seller, t.missed_at is not null as missed
      from accesses t left join customers c on c.company_id = ${companyId} and c.id = t.customer_id
      left join users u on u.company_id = ${companyId} and u.id = t.own_seller_id
      where t.company_id = ${companyId} and t.location_id = ${locationId} and t.day = ${today} and t.state = 'external_booking'
    union all
    select 'event', t.id, t.version, t.starts_at, coalesce(c.name, t.title), null, t.kind, case when c.id is null then '' else t.title end,
        (select u.name from users u where u.company_id = ${companyId} and u.id = t.user_ids[1]), false
      from calendar_events t left join customers c on c.company_id = ${companyId} and c.id = t.customer_id
      where t.company_id = ${companyId} and t.starts_at >= ${start} and t.starts_at < ${end} and t.ended_as is null and t.state = 'not_started'
        and not t.is_private and t.kind in ('appointment', 'test_drive', 'delivery', 'signing')
        and exists (select from calendars k where k.company_id = ${companyId} and k.id = any(t.calendar_ids) and k.location_id = ${locationId})
        and not exists (select from accesses a where a.company_id = ${companyId} and a.event_id = t.id)
    order by at, id limit 200`.execute(db);
  return rows.map(({ subject, eventKind, text, ...one }) => ({
    ...one,
    what: [subject ? accessSubjects[subject] : eventKind && eventKinds[eventKind], text].filter(Boolean).join(', '),
  }));
}
