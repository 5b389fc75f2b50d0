/** Appointments in what has become closed: listed with where they may go, and moved there; everybody is told. */
import { freeSlots, takenBy } from '#domain/calendars/slots.ts';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import type { MovedOut } from '#domain/calendars/schema.ts';
import { dayInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readTaken, release, resourcesOf, slotOf, type Taken } from './book.ts';
import { asideColumns, backColumns, moveTo } from './change.ts';
import { displaced } from './closed.ts';
import { tellPeople } from './make.ts';
import { eventCourse, minutesOf, whenOf, type EventRow } from './records.ts';
import { moveTogether } from './together.ts';

type Table = typeof table;
type Displaced = Awaited<ReturnType<typeof displaced>>[number];

/** How far ahead the next free time of an event is looked for, and one day more. */
const AHEAD_MS = 62 * 86_400_000;

/**
 * Where these events go, in their order: each to the first time after its own at which all that it takes is free, what
 * the ones before it take included. `lock` keeps their calendars from others until the transaction ends.
 */
async function plan(ctx: Ctx, events: readonly Displaced[], { lock }: { lock: boolean }) {
  // All calendars are locked at once, in the order of their ids: of two who move the same the second finds it moved.
  const taken = await readTaken(ctx, [...new Set(events.flatMap(({ calendarIds }) => calendarIds))], { lock });
  const last = Math.max(...events.map(({ startsAt }) => Date.parse(startsAt)), ctx.now.getTime());
  const to = new Date(last + AHEAD_MS);
  const except = events.map(({ id }) => id);
  const found = await resourcesOf(ctx, taken, { from: ctx.now, to, except });
  const resources = found.map((one) => ({ ...one, taken: [...one.taken] }));
  return events.map((event) => {
    const isOf = (at: number) => event.calendarIds.includes(taken[at]!.id);
    const own = resources.filter((_, at) => isOf(at));
    const minutes = minutesOf(event);
    const [startsAt] = freeSlots(own, { from: new Date(event.startsAt), minutes, count: 1 });
    for (const one of startsAt ? own : []) one.taken.push(takenBy(one.buffer, startsAt!, minutes));
    return { event, minutes, startsAt, taken: taken.filter((_, at) => isOf(at)) };
  });
}

export const listDisplaced: VerbOf<Table, 'GET /calendars/displaced'> = async (ctx) =>
  (await plan(ctx, await displaced(ctx), { lock: false })).map(({ event, minutes, startsAt }) => ({
    id: event.id,
    kind: event.kind as 'appointment',
    title: event.isPrivate ? '' : event.title,
    customer: event.isPrivate ? null : event.customer,
    day: dayInRome(new Date(event.startsAt)),
    time: time(event.startsAt),
    minutes,
    to: startsAt ? slotOf(startsAt) : null,
  }));

/** Locks events before their calendars, as everything does that changes one. */
export const lockEvents = ({ db, user }: Ctx, ids: readonly number[]) =>
  db
    .selectFrom('calendarEvents')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forUpdate()
    .execute();

export const moveDisplaced: VerbOf<Table, 'POST /calendars/displaced'> = async (ctx, { body: { ids } }) => {
  await lockEvents(ctx, ids);
  const wanted = await plan(ctx, await displaced(ctx, { ids }), { lock: true });
  const going = wanted.filter(({ startsAt }) => startsAt !== undefined);
  await release(ctx, [0, ...going.map(({ event }) => event.id)]);
  const moved: MovedOut[] = [];
  for (const { event, minutes, startsAt, taken } of going) {
    const record = await eventCourse.find(ctx, event.id, { lock: true });
    if (record.state !== 'not_started' || record.endedAs !== null) continue;
    const columns = asideColumns(ctx, record, null);
    await moveTo(ctx, record, taken, { startsAt: startsAt!, minutes, action: 'reschedule', columns });
    await tellPeople(ctx, {
      id: record.id,
      people: record.userIds,
      title: `Appuntamento spostato: ${whenOf(startsAt!, minutes)}`,
      text: 'Era in una chiusura.',
    });
    moved.push({ id: record.id, version: record.version + 1 });
  }
  return { moved, left: wanted.length - moved.length };
};

const whatOf = (record: EventRow) => whenOf(new Date(record.startsAt), minutesOf(record));

/** Moves one event, which has left its place, back to its former time and people. Throws `conflict` when that is taken. */
async function takeBack(ctx: Ctx, record: EventRow, calendars: readonly Taken[]): Promise<void> {
  const minutes = minutesOf(record);
  const startsAt = new Date(record.displacedFrom!);
  const former = calendars.filter(({ id }) => (record.displacedIds ?? record.calendarIds).includes(id));
  const columns = backColumns(ctx, record);
  await moveTo(ctx, record, former, { startsAt, minutes, action: 'reschedule', kind: null, columns });
  await tellPeople(ctx, {
    id: record.id,
    people: record.userIds,
    title: `Appuntamento di nuovo com’era: ${whenOf(startsAt, minutes)}`,
    text: '',
  });
}

export const undoDisplaced: VerbOf<Table, 'POST /calendars/displaced/undo'> = async (ctx, { body: { events } }) => {
  const versions = new Map(events.map(({ id, version }) => [id, version]));
  await lockEvents(ctx, [...versions.keys()]);
  const records: EventRow[] = [];
  for (const id of versions.keys()) records.push(await eventCourse.find(ctx, id, { lock: true }));
  const ids = records.flatMap(({ calendarIds, displacedIds }) => [...calendarIds, ...(displacedIds ?? [])]);
  const calendars = await readTaken(ctx, [...new Set(ids)], { lock: true });
  // Only what was moved out of a closure or an absence, and nothing else since, goes back there.
  const isSame = ({ id, displacedFrom, version, state, endedAs }: EventRow) =>
    displacedFrom !== null && version === versions.get(id) && state === 'not_started' && endedAs === null;
  const { done, stayed } = await moveTogether(ctx, records.filter(isSame), (inner, one) =>
    takeBack(inner, one, calendars),
  );
  const changed = records.filter((one) => !isSame(one)).map((one) => `${whatOf(one)}: è cambiato nel frattempo.`);
  return { back: done.length, stayed: [...changed, ...stayed.map(({ one, why }) => `${whatOf(one)}: ${why}`)] };
};
