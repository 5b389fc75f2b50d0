/** Appointments that lie in what has become closed, told to who expects somebody then. */
import { sql } from 'kysely';
import { isOpen } from '#domain/calendars/slots.ts';
import { anyHours } from '#domain/calendars/event-terms.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { readTaken, type Taken } from './book.ts';
import { minutesOf, whenOf } from './records.ts';

/** The most events that are shown or moved at once. */
const MOST = 200;
/** Events that are looked at together. */
const PART = 500;

/** Only events of these calendars, or these events. */
interface Which {
  calendarIds?: readonly number[];
  ids?: readonly number[];
}

/** The ids of events to come that lie outside of the working time of one of these calendars, the first ones first. */
async function closedOf({ db, user, now }: Ctx, taken: readonly Taken[], { ids }: Which): Promise<number[]> {
  const hours = new Map(taken.map((one) => [one.id, one]));
  const found: number[] = [];
  let after = { startsAt: now.toISOString(), id: 0 };
  for (let isMore = true; isMore && found.length < MOST;) {
    const { rows } = await sql<{ id: number; startsAt: string; endsAt: string; calendarIds: number[] }>`
      select id, starts_at, ends_at, calendar_ids from calendar_events
      where company_id = ${user.companyId} and (starts_at, id) > (${after.startsAt}, ${after.id}) and state = 'not_started'
        and ended_as is null and kind <> all(${anyHours}::text[]) and calendar_ids && ${[...hours.keys()]}::bigint[]
        ${ids ? sql`and id = any(${ids}::bigint[])` : sql``}
      order by starts_at, id limit ${PART}`.execute(db);
    const isClosed = ({ startsAt, endsAt, calendarIds }: (typeof rows)[number]) =>
      calendarIds.some((id) => {
        const one = hours.get(id);
        return one !== undefined && !isOpen(one, new Date(startsAt), minutesOf({ startsAt, endsAt }));
      });
    found.push(...rows.filter(isClosed).map(({ id }) => id));
    after = rows.at(-1) ?? after;
    isMore = rows.length === PART;
  }
  return found.slice(0, MOST);
}

/** The events to come that lie outside of working time as it is now. */
export async function displaced(ctx: Ctx, which: Which = {}) {
  const { db, user } = ctx;
  const { companyId } = user;
  const open = await db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', companyId)
    .where('archivedAt', 'is', null)
    .$if(which.calendarIds !== undefined, (query) => query.where('id', 'in', [0, ...which.calendarIds!]))
    .execute();
  const taken = await readTaken(
    ctx,
    open.map(({ id }) => id),
    { lock: false },
  );
  const ids = taken.length === 0 ? [] : await closedOf(ctx, taken, which);
  return db
    .selectFrom('calendarEvents as e')
    .leftJoin('customers as c', (on) => on.onRef('c.companyId', '=', 'e.companyId').onRef('c.id', '=', 'e.customerId'))
    .select([
      'e.id',
      'e.kind',
      'e.title',
      'e.startsAt',
      'e.endsAt',
      'e.calendarIds',
      'e.userIds',
      'e.isPrivate',
      'c.name as customer',
    ])
    .where('e.companyId', '=', companyId)
    .where('e.id', 'in', [0, ...ids])
    .orderBy('e.startsAt')
    .orderBy('e.id')
    .execute();
}

/** What has become closed is told to who expects somebody then, and to who manages calendars. */
export async function tellClosed(ctx: Ctx, calendarIds: readonly number[]): Promise<void> {
  const events = await displaced(ctx, { calendarIds });
  if (events.length === 0) return;
  const [first] = events;
  const people = new Set([...(await holdersOf(ctx, p.manageCalendars)), ...events.flatMap(({ userIds }) => userIds)]);
  await notify(ctx, [...people], {
    kind: 'event_changed',
    title: events.length === 1 ? 'Un appuntamento è in chiusura' : `${events.length} appuntamenti sono in chiusura`,
    text: `Il primo: ${whenOf(new Date(first!.startsAt), minutesOf(first!))}. Da spostare.`,
    href: '/dealer/calendars/manage?closed',
    once: `closed:${ctx.today}:${events
      .map(({ id }) => id)
      .join(',')
      .slice(0, 100)}`,
  });
}

export const followHours: NonNullable<Effects['locations.changed']> = async (ctx, { ids }) => {
  const there = await ctx.db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('locationId', 'in', [0, ...ids])
    .execute();
  await tellClosed(
    ctx,
    there.map(({ id }) => id),
  );
};
