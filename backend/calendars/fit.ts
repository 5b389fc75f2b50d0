/** How a time suits the calendars that are chosen for it, before anything is saved. */
import { sql } from 'kysely';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import type { EventRow } from '#domain/calendars/schema.ts';
import { isFree, isOpen } from '#domain/calendars/slots.ts';
import { anyHours } from '#domain/calendars/event-terms.ts';
import { instantInRome } from '#domain/dates.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { nextFree, readTaken, resourcesOf, slotOf, type Taken } from './book.ts';
import { otherCars } from './cars.ts';
import { readRows, shownTo } from './shown.ts';

const MINUTE = 60_000;
/** Other times that are named. */
const NAMED = 3;
/** The most events that are named as being in the way. */
const MOST = 40;

/** What lies at this time in these calendars, as the caller may see it, with the minutes that stay taken after each event. */
async function inTheWay(
  ctx: Ctx,
  taken: readonly Taken[],
  { at, to, except }: { at: Date; to: Date; except: readonly number[] },
): Promise<EventRow[]> {
  const { rows } = await readRows(
    ctx,
    sql`t.company_id = ${ctx.user.companyId} and t.id in (select b.event_id from calendar_bookings b
      where b.company_id = ${ctx.user.companyId} and b.calendar_id = any(${taken.map(({ id }) => id)}::bigint[])
        and b.starts_at < ${to} and b.free_at > ${at} and b.event_id <> all(${except}::bigint[]))`,
    MOST,
  );
  return rows.map((one) => shownTo(ctx, one));
}

export const fit: VerbOf<typeof table, 'GET /calendars/fit'> = async (ctx, { query }) => {
  const { calendarIds, day, time, minutes, kind } = query;
  const except = query.except === undefined ? [] : [query.except];
  const at = instantInRome(day, time);
  const taken = await readTaken(ctx, calendarIds, { lock: false });
  const longest = Math.max(0, ...taken.map(({ buffer }) => buffer));
  const to = new Date(at.getTime() + (minutes + longest) * MINUTE);
  const resources = await resourcesOf(ctx, taken, { from: at, to, except });
  const events = await inTheWay(ctx, taken, { at, to, except });
  const meets = ({ startsAt, endsAt }: EventRow, buffer: number) =>
    Date.parse(startsAt) < at.getTime() + (minutes + buffer) * MINUTE &&
    Date.parse(endsAt) + buffer * MINUTE > at.getTime();
  const keepsHours = kind !== undefined && !anyHours.includes(kind);
  const calendars = taken.map(({ id, name, buffer }, n) => {
    const isTaken = !isFree(resources[n]!, at, minutes);
    const isShut = keepsHours && !isOpen(resources[n]!, at, minutes);
    return {
      id,
      name,
      is: isTaken ? ('taken' as const) : isShut ? ('closed' as const) : ('free' as const),
      buffer,
      by: isTaken ? events.filter((one) => one.calendarIds.includes(id) && meets(one, buffer)) : [],
    };
  });
  const free = await nextFree(ctx, taken, { from: at, minutes, count: NAMED + 1, except });
  return {
    calendars,
    slots: free
      .filter((one) => one.getTime() !== at.getTime())
      .slice(0, NAMED)
      .map(slotOf),
    // Another car is looked for only in place of one that cannot be had.
    others: calendars.every((one) => one.is === 'free')
      ? []
      : await otherCars(ctx, { calendarIds, from: at, minutes, except }),
  };
};
