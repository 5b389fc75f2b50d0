/** Events to come whose person is absent then, and who is told that somebody is. */
import { sql } from 'kysely';
import { anyHours, type EventKind } from '#domain/calendars/event-terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { eventHref } from '../lib/records/links.ts';
import type { Ctx } from '../lib/work/context.ts';
import { LONGEST_DAYS } from './shown.ts';

/** The most events that are shown or given at once: as many as customers are written to in a minute. */
const MOST = 100;

/** An event to come, with the person who is absent then and what its customer wants of who stands in. */
export interface Uncovered {
  id: number;
  kind: EventKind;
  title: string;
  startsAt: string;
  endsAt: string;
  calendarIds: number[];
  userIds: number[];
  customer: string | null;
  phone: string | null;
  absentId: number;
  absent: string;
  absentCalendarId: number;
  /** A language other than Italian in which the customer was last received. */
  language: string | null;
  makerId: number | null;
}

/** The events to come whose person is absent then, the first ones first: of these people or with these ids, else all. */
export async function uncovered(
  { db, user, now }: Ctx,
  { userIds, ids }: { userIds?: readonly number[]; ids?: readonly number[] } = {},
): Promise<Uncovered[]> {
  const { companyId } = user;
  const visits = sql`from accesses v where v.company_id = ${companyId}
    and (v.event_id = e.id or v.customer_id = e.customer_id or v.lead_id = e.lead_id)`;
  const { rows } = await sql<Uncovered>`
    select distinct on (e.starts_at, e.id) e.id, e.kind, e.title, e.starts_at, e.ends_at, e.calendar_ids, e.user_ids,
      coalesce(c.name, l.name) as customer, coalesce(c.phone, l.phone) as phone, u.id as absent_id, u.name as absent,
      k.id as absent_calendar_id, (select v.language ${visits} and v.language is not null order by v.id desc limit 1) as language,
      coalesce((select v.maker_id ${visits} and v.maker_id is not null order by v.id desc limit 1),
        (select q.maker_id from quotes q where q.company_id = ${companyId} and q.maker_id is not null
          and (q.lead_id = e.lead_id or q.customer_id = e.customer_id) order by q.id desc limit 1)) as maker_id
    from calendar_events a
      join users u on u.company_id = ${companyId} and u.id = any(a.user_ids)
      join calendars k on k.company_id = ${companyId} and k.user_id = u.id and k.archived_at is null
      join calendar_events e on e.company_id = ${companyId} and k.id = any(e.calendar_ids) and e.starts_at < a.ends_at
        and e.ends_at > a.starts_at and e.starts_at > a.starts_at - ${`${LONGEST_DAYS} days`}::interval
      left join customers c on c.company_id = ${companyId} and c.id = e.customer_id
      left join leads l on l.company_id = ${companyId} and l.id = e.lead_id
    where a.company_id = ${companyId} and a.kind = 'absence' and a.ended_as is null and a.ends_at > ${now}
      and e.state = 'not_started' and e.ended_as is null and e.ends_at > ${now} and not e.is_private
      and e.kind <> all(${anyHours}::text[])
      ${userIds ? sql`and u.id = any(${userIds}::bigint[])` : sql``} ${ids ? sql`and e.id = any(${ids}::bigint[])` : sql``}
    order by e.starts_at, e.id, u.id limit ${MOST}`.execute(db);
  return rows;
}

/**
 * Tells that somebody is absent in these events, which are one absence: who manages calendars or people, and the person
 * themselves where somebody else entered it; not why. The same days are told once.
 */
export async function tellAbsent(ctx: Ctx, eventIds: readonly number[]): Promise<void> {
  const { db, user, now } = ctx;
  const people = await db
    .selectFrom('calendarEvents as e')
    .innerJoin('users as u', (on) =>
      on.onRef('u.companyId', '=', 'e.companyId').on(sql<boolean>`u.id = any(e.user_ids)`),
    )
    .select(['u.id', 'u.name'])
    .select((eb) => [
      eb.fn.min('e.id').as('eventId'),
      eb.fn.min('e.startsAt').as('startsAt'),
      eb.fn.max('e.endsAt').as('endsAt'),
    ])
    .where('e.companyId', '=', user.companyId)
    .where('e.id', 'in', [0, ...eventIds])
    .where('e.endsAt', '>', now.toISOString())
    .groupBy(['u.id', 'u.name'])
    .execute();
  const schedulers = await holdersOf(ctx, p.manageCalendars);
  const managers = (await holdersOf(ctx, p.manageUsers)).filter((id) => !schedulers.includes(id));
  for (const { id, name, eventId, startsAt, endsAt } of people) {
    const first = dayInRome(new Date(startsAt));
    // A day that ends at midnight does not reach the next one.
    const last = dayInRome(new Date(Date.parse(endsAt) - 1));
    const days = first === last ? `il ${day(first)}` : `dal ${day(first)} al ${day(last)}`;
    const once = `person_absent:${eventId}:${startsAt}:${endsAt}`;
    const { length } = await uncovered(ctx, { userIds: [id] });
    const text =
      length === 0
        ? 'Nessun appuntamento da affidare.'
        : length === 1
          ? 'Un appuntamento da affidare.'
          : `${length} appuntamenti da affidare.`;
    const told = { kind: 'person_absent', title: `${name}: assente ${days}`, text, once } as const;
    const others = (ids: readonly number[]) => ids.filter((one) => one !== id);
    await notify(ctx, others(schedulers), { ...told, href: `/dealer/calendars/manage?absent=${id}` });
    // Who manages people alone does not open the calendars of others.
    await notify(ctx, others(managers), { ...told, href: `/dealer/users?id=${id}` });
    await notify(ctx, id === user.id ? [] : [id], {
      kind: 'event_changed',
      title: `Assenza registrata: ${days}`,
      text: `Da ${user.name}.`,
      href: eventHref(eventId),
      once,
    });
  }
}
