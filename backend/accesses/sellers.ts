/** The sellers of a place as they are now: free, with somebody, in an appointment, or away. */
import { sql } from 'kysely';
import type { ReceptionSeller } from '#domain/accesses/schema.ts';
import { workingTime } from '#domain/calendars/slots.ts';
import { ABSENT, eventKinds, type EventKind } from '#domain/calendars/event-terms.ts';
import type { Opening } from '#domain/companies/opening.ts';
import { instantInRome } from '#domain/dates.ts';
import type { languages } from '#domain/languages.ts';
import { privileges as p } from '#domain/privileges.ts';
import { isWorking, type WorkingHours } from '#domain/time.ts';
import type { Ctx } from '../lib/work/context.ts';

interface Row {
  id: number;
  name: string;
  languages: (keyof typeof languages)[];
  makerIds: number[];
  hours: Opening['hours'] | null;
  closures: Opening['closures'] | null;
  place: Opening;
  /** The visit that the seller has in hand. */
  visitor: string | null;
  visitSince: string | null;
  eventKind: EventKind | null;
  eventUntil: string | null;
}

/**
 * The sellers who work at a place and take turns, each with why they are not free now. Who manages users does not take
 * turns unless marked for it; a visit that was left open on an earlier day keeps nobody busy.
 */
export async function readSellers({ db, user, now, today }: Ctx, locationId: number): Promise<Row[]> {
  const { companyId } = user;
  const { rows } = await sql<Row>`select u.id, u.name, u.languages, u.maker_ids, c.hours, c.closures,
      (select jsonb_build_object('hours', l.hours, 'closures', l.closures, 'openOnHolidays', l.open_on_holidays, 'patron', l.patron)
        from locations l where l.company_id = ${companyId} and l.id = ${locationId}) as place,
      v.visitor, v.since as visit_since, e.kind as event_kind, e.until as event_until
    from users u
    left join calendars c on c.company_id = ${companyId} and c.user_id = u.id and c.archived_at is null
    left join lateral (select a.assigned_at as since,
        coalesce((select k.name from customers k where k.company_id = ${companyId} and k.id = a.customer_id), a.name) as visitor
      from accesses a where a.company_id = ${companyId} and a.seller_id = u.id and a.state = 'assigned' and a.day = ${today}
      order by a.assigned_at, a.id limit 1) v on true
    left join lateral (select t.kind, t.ends_at as until from calendar_events t
      where t.company_id = ${companyId} and u.id = any(t.user_ids) and t.starts_at <= ${now} and t.ends_at > ${now}
        and t.starts_at > ${new Date(now.getTime() - 15 * 86_400_000)} and t.ended_as is null
        and t.state in ('not_started', 'in_progress') order by t.ends_at desc, t.id limit 1) e on true
    where u.company_id = ${companyId} and u.archived_at is null and not u.service and ${p.createQuotes} = any(u.privileges)
      and (u.rotation = 'in' or u.rotation = 'role' and not ${p.manageUsers} = any(u.privileges))
      and exists (select from user_locations w where w.company_id = ${companyId} and w.user_id = u.id and w.location_id = ${locationId})
    order by u.name, u.id limit 200`.execute(db);
  return rows;
}

/** When somebody works again today; null: not today. */
const backAt = (hours: WorkingHours, { now, today }: Pick<Ctx, 'now' | 'today'>): string | null =>
  hours(today)
    .map(({ from }) => instantInRome(today, from))
    .find((at) => at > now)
    ?.toISOString() ?? null;

/** How a seller stands now. */
export function dutyOf(
  ctx: Pick<Ctx, 'now' | 'today'>,
  row: Row,
): Pick<ReceptionSeller, 'duty' | 'why' | 'since' | 'until'> {
  const { visitor, visitSince, eventKind, eventUntil, hours, closures, place } = row;
  if (visitSince !== null)
    return { duty: 'busy', why: `con ${visitor || 'un cliente'}`, since: visitSince, until: null };
  if (eventKind !== null)
    return {
      duty: eventKind === 'absence' ? 'away' : 'busy',
      why: (eventKind === 'absence' ? ABSENT : eventKinds[eventKind]).toLowerCase(),
      since: null,
      until: eventUntil,
    };
  const working = workingTime({ hours: hours ?? [], closures: closures ?? [] }, place);
  if (isWorking(working, ctx.now)) return { duty: 'free', why: '', since: null, until: null };
  return { duty: 'away', why: 'fuori turno', since: null, until: backAt(working, ctx) };
}
