/** Moves appointments out of what has become closed; everybody is told. */
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import type { VerbOf } from '../lib/bind.ts';
import { nextFree, readTaken, release } from './book.ts';
import { moveTo } from './change.ts';
import { displaced } from './closed.ts';
import { tellPeople } from './make.ts';
import { eventCourse, minutesOf, whenOf } from './records.ts';

type Table = typeof table;

/** Moves these events, each to the first time after its own at which all that it takes is free. */
export const moveDisplaced: VerbOf<Table, 'POST /calendars/displaced'> = async (ctx, { body: { ids } }) => {
  const wanted = await displaced(ctx, { ids });
  // All calendars are locked at once, in the order of their ids: of two who move the same the second finds it moved.
  const all = await readTaken(ctx, [...new Set(wanted.flatMap(({ calendarIds }) => calendarIds))], { lock: true });
  let moved = 0;
  for (const { id } of wanted) {
    const record = await eventCourse.find(ctx, id, { lock: true });
    if (record.state !== 'not_started' || record.endedAs !== null) continue;
    const taken = all.filter((one) => record.calendarIds.includes(one.id));
    const minutes = minutesOf(record);
    const [startsAt] = await nextFree(ctx, taken, { from: new Date(record.startsAt), minutes, count: 1, except: [id] });
    if (!startsAt) continue;
    await release(ctx, [id]);
    await moveTo(ctx, record, taken, { startsAt, minutes, action: 'reschedule' });
    await tellPeople(ctx, {
      id,
      people: record.userIds,
      title: `Appuntamento spostato: ${whenOf(startsAt, minutes)}`,
      text: 'Era in una chiusura.',
    });
    moved += 1;
  }
  return { moved, left: wanted.length - moved };
};
