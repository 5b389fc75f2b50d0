/** The events of some days as one screen shows them: what the caller may not see is only taken time. */
import { sql, type RawBuilder } from 'kysely';
import { MOST_DAYS, type calendars as table } from '#domain/calendars/endpoints.ts';
import { eventRights } from '#domain/calendars/rights.ts';
import { eventMachine } from '#domain/calendars/rules.ts';
import { customerKinds, type EventKind } from '#domain/calendars/event-terms.ts';
import type { EventRow as Shown, ShownCalendar } from '#domain/calendars/schema.ts';
import { workingTime } from '#domain/calendars/slots.ts';
import type { Opening } from '#domain/companies/opening.ts';
import { addDays, daysBetween, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { Days } from '#domain/record/figures.ts';
import { refusalOf } from '#domain/record/machine.ts';
import { holdsAny } from '#domain/privileges.ts';
import { covers } from '#domain/record/rights.ts';
import { OWN } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { isHidden, type EventRow } from './records.ts';
import { readCalendarSettings } from './remind.ts';
import { checkSpan } from '../lib/records/figures.ts';

type Table = typeof table;

/** The longest duration of an event in days, and one more. */
export const LONGEST_DAYS = 15;
/** The most events of one look. */
const MOST_EVENTS = 5000;

/** Throws `invalid` for days in the wrong order, or too many. */
export const checkDays = (days: Days): void => checkSpan(days, MOST_DAYS);

/** Calendars that are not archived, the caller's own first, with their working hours of these days. */
export const openCalendars: VerbOf<Table, 'GET /calendars/open'> = async ({ db, user }, { query }) => {
  checkDays(query);
  const { rows } = await sql<
    Omit<ShownCalendar, 'hours'> & { hours: Opening['hours']; closures: Opening['closures']; place: Opening | null }
  >`select c.id, c.name, c.kind, c.shows, c.user_id, c.capacity, c.buffer, c.hours, c.closures, l.name as location,
      case when l.id is not null then jsonb_build_object('hours', l.hours, 'closures', l.closures,
        'openOnHolidays', l.open_on_holidays, 'patron', l.patron) end as place
    from calendars c left join locations l on l.company_id = ${OWN} and l.id = c.location_id
    where c.company_id = ${user.companyId} and c.archived_at is null
    order by c.user_id is distinct from ${user.id}, array_position(array['seller', 'car', 'bay', 'location'], c.kind), c.name, c.id
    limit 500`.execute(db);
  const days = Array.from({ length: daysBetween(query.from, query.to) + 1 }, (_, at) => addDays(query.from, at));
  return rows.map(({ hours, closures, place, ...one }) => {
    const working = workingTime({ hours, closures }, place);
    return { ...one, hours: Object.fromEntries(days.map((day) => [day, [...working(day)]])) };
  });
};

/** With a location, only events in its calendars. */
const at = (companyId: number, locationId: number | undefined) =>
  locationId === undefined
    ? sql``
    : sql`and exists (select from calendars c where c.company_id = ${companyId} and c.id = any(t.calendar_ids)
        and c.location_id = ${locationId})`;

interface Counts {
  appointments: number;
  missed: number;
  hostMissed: number;
}
const counted = sql`count(*)::int as appointments, count(*) filter (where t.ended_as = 'missed')::int as missed,
  count(*) filter (where t.ended_as = 'host_missed')::int as host_missed`;

/** Appointments of customers that began on some days and were not cancelled. */
const inFigures = (companyId: number, { from, to, locationId }: Days & { locationId?: number | undefined }) =>
  sql`t.company_id = ${companyId} and t.starts_at >= ${instantInRome(from, '00:00')}
      and t.starts_at < ${instantInRome(addDays(to, 1), '00:00')} and t.kind = any(${[...customerKinds]}::text[])
      and t.ended_as is distinct from 'canceled' ${at(companyId, locationId)}`;

/** What customers are told of, counted; whoever may not open the events is told how many there are. */
export const figures: VerbOf<Table, 'GET /calendars/figures'> = async ({ db, user }, { query }) => {
  checkDays(query);
  const { companyId } = user;
  const { rows } =
    await sql<Counts>`select ${counted} from calendar_events t where ${inFigures(companyId, query)}`.execute(db);
  return rows[0]!;
};

/** The same by kind and by calendar: by those of persons only where the company shows figures of persons. */
export const misses: VerbOf<Table, 'GET /calendars/misses'> = async (ctx, { query }) => {
  checkDays(query);
  const { companyId } = ctx.user;
  const which = inFigures(companyId, query);
  const kinds = await sql<Counts & { kind: EventKind }>`select t.kind, ${counted} from calendar_events t where ${which}
    group by t.kind order by appointments desc, t.kind`.execute(ctx.db);
  const { showsPersons } = await readCalendarSettings(ctx);
  const { rows } = await sql<Counts & { id: number; name: string; isPerson: boolean }>`
    select c.id, c.name, c.kind = 'seller' as is_person, ${counted} from calendar_events t
      join calendars c on c.company_id = ${companyId} and c.id = any(t.calendar_ids) and (c.kind <> 'seller' or ${showsPersons})
    where ${which} group by c.id, c.name, c.kind order by c.name, c.id limit 500`.execute(ctx.db);
  const of = (isPerson: boolean) =>
    rows.filter((row) => row.isPerson === isPerson).map(({ isPerson: _isPerson, ...row }) => row);
  return { kinds: kinds.rows, calendars: of(false), persons: showsPersons ? of(true) : null };
};

/** What a screen of many needs of an event; a month of thousands of whole rows would take three times as long. */
type Read = Pick<EventRow, (typeof needed)[number] | 'customer'> & { shows: boolean };
const needed = [
  'id',
  'version',
  'state',
  'endedAs',
  'startsAt',
  'endsAt',
  'calendarIds',
  'userIds',
  'seriesId',
  'kind',
  'title',
  'isPrivate',
  'checklist',
  'licence',
  'licenceUntil',
  'rebook',
  'confirmedAt',
] as const;

interface Wanted extends Days {
  calendarIds?: readonly number[] | undefined;
  locationId?: number | undefined;
}

/** The events of these days in these calendars, or in all. */
async function readEvents(
  { db, user }: Pick<Ctx, 'db' | 'user'>,
  { from, to, calendarIds, locationId }: Wanted,
): Promise<Read[]> {
  const { rows } = await readRows(
    { db },
    sql`t.company_id = ${user.companyId} and t.starts_at < ${instantInRome(addDays(to, 1), '00:00')}
      and t.starts_at > ${instantInRome(addDays(from, -LONGEST_DAYS), '00:00')} and t.ends_at > ${instantInRome(from, '00:00')}
      ${calendarIds ? sql`and t.calendar_ids && ${calendarIds}::bigint[]` : sql``} ${at(user.companyId, locationId)}`,
  );
  return rows;
}

export const readRows = ({ db }: Pick<Ctx, 'db'>, which: RawBuilder<unknown>, most = MOST_EVENTS) =>
  sql<Read>`select ${sql.join(needed.map((key) => sql.ref(`t.${key}`)))},
      (select c.name from customers c where c.company_id = ${OWN} and c.id = t.customer_id) as customer,
      not t.calendar_ids && array(select c.id from calendars c where c.company_id = ${OWN} and c.shows = 'busy') as shows
    from calendar_events t where ${which} order by t.starts_at, t.id limit ${most}`.execute(db);

/** An event as the caller may see it on a screen of many. */
export function shownTo({ user, today }: Pick<Ctx, 'user' | 'today'>, event: Read): Shown {
  const isOwn = event.userIds.includes(user.id);
  const mayOpen = covers(eventRights.see, user.privileges, isOwn);
  const showsTitle = event.shows && holdsAny(user.privileges, eventRights.see.own);
  const masked = isHidden({ user }, event) || (!isOwn && !mayOpen && !showsTitle);
  return {
    id: event.id,
    version: event.version,
    state: event.state,
    endedAs: event.endedAs,
    startsAt: event.startsAt,
    endsAt: event.endsAt,
    calendarIds: event.calendarIds,
    seriesId: event.seriesId,
    rebook: event.rebook,
    kind: event.kind,
    title: masked ? '' : event.title,
    customer: masked ? null : event.customer,
    confirmed: event.confirmedAt !== null,
    masked,
    mayOpen,
    mayMove: refusalOf(eventMachine, event, { ...user, today }, 'reschedule') === null,
    done: masked ? 0 : event.checklist.filter(({ done }) => done).length,
    things: masked ? 0 : event.checklist.length,
  };
}

/** The events of some days; what was cancelled is shown to who may open it. */
export async function eventsShown(ctx: Pick<Ctx, 'db' | 'user' | 'today'>, query: Wanted): Promise<Shown[]> {
  checkDays(query);
  const events = await readEvents(ctx, query);
  return events.map((one) => shownTo(ctx, one)).filter(({ endedAs, mayOpen }) => endedAs === null || mayOpen);
}

export const events: VerbOf<Table, 'GET /calendars/events'> = (ctx, { query }) => eventsShown(ctx, query);

/** The events of a contract; those that the caller may not open are left out. */
export const eventsOfContract: VerbOf<Table, 'GET /calendars/contracts/:id'> = async (ctx, { params: { id } }) => {
  const known = await ctx.db
    .selectFrom('contracts')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!known) throw new Failure('not_found');
  const { rows } = await readRows(ctx, sql`t.company_id = ${ctx.user.companyId} and t.contract_id = ${id}`);
  return rows.map((one) => shownTo(ctx, one)).filter(({ mayOpen, masked }) => mayOpen || !masked);
};
