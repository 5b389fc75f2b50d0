/**
 * Books calendars for events: all that an event needs, or nothing. Of two people who want the same time, the second
 * waits until the first is done.
 */
import { sql } from 'kysely';
import type { Slot } from '#domain/calendars/schema.ts';
import { freeSlots, isFree, isOpen, takenBy, workingTime, type Resource } from '#domain/calendars/slots.ts';
import { anyHours, type EventKind } from '#domain/calendars/event-terms.ts';
import type { Opening } from '#domain/companies/opening.ts';
import { addDays, dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Hold } from '../lib/people/page-forms.ts';

const MINUTE = 60_000;
/** Free times that a refusal names. */
const NAMED = 3;

export interface Taken {
  id: number;
  name: string;
  userId: number | null;
  capacity: number;
  buffer: number;
  hours: Resource['hours'];
}

/** Calendars with their working time, in the order of their ids; `lock` keeps others from booking them meanwhile. */
export async function readTaken(
  { db, user }: Ctx,
  ids: readonly number[],
  { lock }: { lock: boolean },
): Promise<Taken[]> {
  const { rows } = await sql<
    Omit<Taken, 'hours'> & { hours: Opening['hours']; closures: Opening['closures']; place: Opening | null }
  >`
    select c.id, c.name, c.user_id, c.capacity, c.buffer, c.hours, c.closures,
      (select jsonb_build_object('hours', l.hours, 'closures', l.closures, 'openOnHolidays', l.open_on_holidays, 'patron', l.patron)
        from locations l where l.company_id = ${user.companyId} and l.id = c.location_id) as place
    from calendars c where c.company_id = ${user.companyId} and c.id = any(${ids}::bigint[]) and c.archived_at is null
    order by c.id ${lock ? sql`for update of c` : sql``}`.execute(db);
  if (rows.length < new Set(ids).size)
    throw new Failure('invalid', undefined, { fields: { calendarIds: 'Un calendario non c’è più: sceglierne altri' } });
  return rows.map(({ hours, closures, place, ...one }) => ({ ...one, hours: workingTime({ hours, closures }, place) }));
}

/**
 * The calendars with their bookings between two instants, without those of the events `except`; `absences: false`: without
 * the absences of people.
 */
export async function resourcesOf(
  { db, user }: Ctx,
  taken: readonly Taken[],
  { from, to, except = [], absences = true }: { from: Date; to: Date; except?: readonly number[]; absences?: boolean },
): Promise<Resource[]> {
  const { rows } = await sql<{ calendarId: number; startsAt: string; freeAt: string }>`
    select calendar_id, starts_at, free_at from calendar_bookings b
    where b.company_id = ${user.companyId} and b.calendar_id = any(${taken.map(({ id }) => id)}::bigint[])
      and b.starts_at < ${to} and b.free_at > ${from} and b.event_id <> all(${except}::bigint[])
      ${absences ? sql`` : sql`and not exists (select from calendar_events a where a.company_id = ${user.companyId} and a.id = b.event_id and a.kind = 'absence')`}`.execute(
    db,
  );
  const by = Map.groupBy(rows, ({ calendarId }) => calendarId);
  return taken.map(({ id, name, hours, capacity, buffer }) => ({
    name,
    hours,
    capacity,
    buffer,
    taken: (by.get(id) ?? []).map((one) => ({ from: Date.parse(one.startsAt), to: Date.parse(one.freeAt) })),
  }));
}

const shown = (at: number) => time(new Date(at).toISOString());

/** Why a calendar cannot be taken; null when it can. */
function whyNot(one: Resource, kind: EventKind | null, at: Date, minutes: number): string | null {
  if (kind !== null && !anyHours.includes(kind) && !isOpen(one, at, minutes))
    return `${one.name}: fuori dall’orario o chiuso.`;
  if (isFree(one, at, minutes)) return null;
  const span = takenBy(one.buffer, at, minutes);
  const other = one.taken
    .filter(({ from, to }) => from < span.to && span.from < to)
    .toSorted((a, b) => a.from - b.from);
  const when = other.map(({ from, to }) => `${shown(from)}–${shown(to)}`).slice(0, 3);
  return `${one.name}: occupato ${when.join(', ')}.`;
}

/** A time as calls answer it. */
export const slotOf = (at: Date): Slot => ({
  startsAt: at.toISOString(),
  day: dayInRome(at),
  time: time(at.toISOString()),
});

/** Free times of which `most` were looked for, by days that are shown whole or not at all; `more`: the day from which there are others. */
export function byWholeDays(times: readonly Date[], most: number): { slots: Slot[]; more: string | null } {
  const slots = times.map(slotOf);
  const last = slots.at(-1)?.day;
  if (last === undefined || slots.length < most) return { slots, more: null };
  return slots[0]!.day === last
    ? { slots, more: addDays(last, 1) }
    : { slots: slots.filter(({ day }) => day !== last), more: last };
}

interface Wanted {
  from: Date;
  minutes: number;
  count: number;
  /** Events whose time counts as free. */
  except?: readonly number[];
  /** Times that strangers hold who have not confirmed yet: they stand in the way of other strangers only. */
  held?: readonly Hold[];
}

/** The next times at which all of these calendars are free. */
export async function nextFree(
  ctx: Ctx,
  taken: readonly Taken[],
  { from, minutes, count, except = [], held = [] }: Wanted,
): Promise<Date[]> {
  const start = new Date(Math.max(from.getTime(), ctx.now.getTime()));
  const to = new Date(start.getTime() + 62 * 1440 * MINUTE);
  const resources = await resourcesOf(ctx, taken, { from: start, to, except });
  const heldOf = (id: number, buffer: number) =>
    held.filter(({ calendarIds }) => calendarIds.includes(id)).map((one) => takenBy(buffer, one.startsAt, one.minutes));
  const free = resources.map((one, at) => ({ ...one, taken: [...one.taken, ...heldOf(taken[at]!.id, one.buffer)] }));
  return freeSlots(free, { from: start, minutes, count });
}

interface Booking {
  eventId: number;
  /** Null: neither working hours nor absences matter, because the event returns to where it was. */
  kind: EventKind | null;
  startsAt: Date;
  minutes: number;
}

/** The refusal of one event: everything that is in the way, and the next times at which all are free. */
async function refusal(
  ctx: Ctx,
  taken: readonly Taken[],
  { eventId, startsAt, minutes }: Booking,
  why: readonly string[],
) {
  const free = await nextFree(ctx, taken, { from: startsAt, minutes, count: NAMED, except: [eventId] });
  const named = free.map((at) => `${dayOfWeek(dayInRome(at))} ${time(at.toISOString())}`);
  const wanted = `Non si può prenotare ${dayOfWeek(dayInRome(startsAt))} alle ${time(startsAt.toISOString())}.`;
  const instead = named.length > 0 ? [`Primi liberi per tutti: ${named.join('; ')}.`] : [];
  return new Failure('conflict', [wanted, ...why, ...instead].join(' '), {
    missing: [
      ...why.map((sentence) => ({ sentence, field: 'calendarIds' })),
      ...instead.map((sentence) => ({ sentence, field: 'time' })),
    ],
  });
}

/**
 * Books the calendars, which the caller has locked, for events of one kind: all events or none. Throws `conflict` for
 * the first event whose time is taken or closed in one of the calendars.
 */
export async function book(ctx: Ctx, taken: readonly Taken[], bookings: readonly Booking[]): Promise<void> {
  const starts = bookings.map(({ startsAt }) => startsAt.getTime());
  const widest = Math.max(0, ...taken.map(({ buffer }) => buffer));
  const longest = Math.max(...bookings.map(({ minutes }) => minutes));
  const to = new Date(Math.max(...starts) + (longest + widest) * MINUTE);
  const except = bookings.map(({ eventId }) => eventId);
  const absences = bookings.some(({ kind }) => kind !== null);
  const found = await resourcesOf(ctx, taken, { from: new Date(Math.min(...starts)), to, except, absences });
  // The bookings of earlier events count for the later ones.
  const resources = found.map((one) => ({ ...one, taken: [...one.taken] }));
  for (const booking of bookings) {
    const { kind, startsAt, minutes } = booking;
    // Who is absent is absent, whatever stands in those days: it is listed, to be given to others. A car or a bay is not.
    const asked = resources.filter((_, at) => kind !== 'absence' || taken[at]!.userId === null);
    const why = asked.flatMap((one) => whyNot(one, kind, startsAt, minutes) ?? []);
    if (why.length > 0) throw await refusal(ctx, taken, booking, why);
    for (const one of resources) one.taken.push(takenBy(one.buffer, startsAt, minutes));
  }
  const rows = bookings.flatMap(({ eventId, startsAt, minutes }) =>
    taken.map(({ id: calendarId, buffer }) => ({
      companyId: ctx.user.companyId,
      eventId,
      calendarId,
      startsAt,
      freeAt: new Date(startsAt.getTime() + (minutes + buffer) * MINUTE),
    })),
  );
  await ctx.db.insertInto('calendarBookings').values(rows).execute();
}

/** Gives back what these events took. */
export const release = ({ db, user }: Ctx, eventIds: readonly number[]) =>
  db
    .deleteFrom('calendarBookings')
    .where('companyId', '=', user.companyId)
    .where('eventId', 'in', [...eventIds])
    .execute();
