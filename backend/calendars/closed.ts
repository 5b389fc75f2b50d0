/** Appointments that lie in what has become closed: listed, and told to who expects somebody then. */
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import { isOpen } from '#domain/calendars/slots.ts';
import { anyHours } from '#domain/calendars/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx, Effects } from '../lib/context.ts';
import { holdersOf, notify } from '../lib/notify.ts';
import { readTaken, resourcesOf } from './book.ts';
import { minutesOf, whenOf } from './records.ts';

type Table = typeof table;

/** The most events that are shown or moved at once. */
const MOST = 200;

/** The events to come of these calendars, or of all, that lie outside of working time as it is now. */
export async function displaced(ctx: Ctx, locationIds?: readonly number[]) {
  const { db, user, now } = ctx;
  const rows = await db
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
    .where('e.companyId', '=', user.companyId)
    .where('e.startsAt', '>', now.toISOString())
    .where('e.state', '=', 'not_started')
    .where('e.endedAs', 'is', null)
    .where('e.kind', 'not in', anyHours)
    .orderBy('e.startsAt')
    .orderBy('e.id')
    .limit(5000)
    .execute();
  const ids = [...new Set(rows.flatMap(({ calendarIds }) => calendarIds))];
  if (ids.length === 0) return [];
  const open = await db
    .selectFrom('calendars')
    .select(['id', 'locationId'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .where('archivedAt', 'is', null)
    .execute();
  const there = open.filter(
    ({ locationId }) => !locationIds || (locationId !== null && locationIds.includes(locationId)),
  );
  const taken = await readTaken(
    ctx,
    there.map(({ id }) => id),
    { lock: false },
  );
  const resources = await resourcesOf(ctx, taken, { from: now, to: now });
  const hours = new Map(taken.map(({ id }, at) => [id, resources[at]!]));
  return rows
    .filter((one) =>
      one.calendarIds.some((id) => {
        const resource = hours.get(id);
        return resource !== undefined && !isOpen(resource, new Date(one.startsAt), minutesOf(one));
      }),
    )
    .slice(0, MOST);
}

/** What has become closed is told to who expects somebody then, and to who manages calendars. */
export async function tellClosed(ctx: Ctx, locationIds?: readonly number[]): Promise<void> {
  const events = await displaced(ctx, locationIds);
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

export const followHours: NonNullable<Effects['locations.changed']> = (ctx, { ids }) => tellClosed(ctx, ids);

export const listDisplaced: VerbOf<Table, 'GET /calendars/displaced'> = async (ctx) =>
  (await displaced(ctx)).map((one) => ({
    id: one.id,
    kind: one.kind as 'appointment',
    title: one.isPrivate ? '' : one.title,
    customer: one.isPrivate ? null : one.customer,
    day: dayInRome(new Date(one.startsAt)),
    time: time(one.startsAt),
    minutes: minutesOf(one),
  }));
