/** What the moves of an event write beside its state. */
import { eventFields } from '#domain/calendars/fields.ts';
import { firstEventReasons, openBefore } from '#domain/calendars/rules.ts';
import type { EventEnd, Scope } from '#domain/calendars/event-terms.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Effects } from '../lib/work/context.ts';
import { carry, moving, type Fill } from '../lib/records/move.ts';
import { nextFree, readTaken, release } from './book.ts';
import { inScope, closeAgreement } from './change.ts';
import { makeOne, soon, tellLeadCanceled, tellPeople } from './make.ts';
import { isMissed, missedColumns } from './missed.ts';
import { checkAbsence, eventCourse, minutesOf, type EventRow, whenOf } from './records.ts';

/** Moves for which the company has reasons. */
export const reasoned = keysOf(firstEventReasons);

const closed: Fill<EventRow> = () => ({ columns: { remindAt: null } });

/** Of a test drive that begins all the same it is written what was still open: who began it answers for it. */
const start: Fill<EventRow> = (_, record) => {
  const open = openBefore(record).join(', ');
  return { columns: { remindAt: null }, ...(open && { told: { before: {}, after: { anyway: open } } }) };
};

/** The customer has come: the appointment begins, if nobody has begun it; a test drive not before all is done for it. */
export const startByArrival: NonNullable<Effects['access.arrived']> = async (ctx, { eventId }) => {
  const record = await eventCourse.find(ctx, eventId, { lock: true });
  if (record.state === 'not_started' && record.endedAs === null && openBefore(record).length === 0)
    await carry(ctx, eventCourse, record, 'start', { columns: { remindAt: null } });
};

/** An event that is not held gives back what it took; its people are told. */
export const end =
  (endedAs: EventEnd): Fill<EventRow> =>
  async (ctx, record, { reason, note, scope = 'one' }) => {
    const [, ...others] = await inScope(ctx, record, scope as Scope);
    for (const { kind, userIds } of [record, ...others]) checkAbsence(ctx, kind, userIds);
    await release(ctx, [record.id, ...others.map(({ id }) => id)]);
    await closeAgreement(ctx, record);
    if (endedAs === 'canceled') for (const one of [record, ...others]) await tellLeadCanceled(ctx, one);
    for (const one of others) {
      await closeAgreement(ctx, one);
      await carry(ctx, eventCourse, one, 'cancel', {
        columns: { endedAs, remindAt: null, tellAt: soon(ctx) },
        ...(reason && { reason }),
        note,
      });
    }
    if (endedAs === 'canceled')
      await tellPeople(ctx, {
        id: record.id,
        people: record.userIds,
        title: `Appuntamento annullato: ${whenOf(new Date(record.startsAt), minutesOf(record))}`,
        text: record.isPrivate ? '' : [record.title, record.customer].filter(Boolean).join(' · '),
      });
    const missed = isMissed(endedAs) ? await missedColumns(ctx, record, endedAs) : {};
    return { columns: { endedAs, remindAt: null, tellAt: soon(ctx), ...missed } };
  };

/** The rest of an event that was completed in part is an event of its own, at the next free time from tomorrow on. */
const rest: Fill<EventRow> = async (ctx, record) => {
  const { id: followsId, checklist } = record;
  const open = checklist.filter(({ done }) => !done);
  if (open.length === 0) return {};
  const taken = await readTaken(ctx, record.calendarIds, { lock: true });
  const minutes = Math.min(minutesOf(record), 240);
  const tomorrow = instantInRome(addDays(ctx.today, 1), '00:00');
  const [startsAt] = await nextFree(ctx, taken, { from: tomorrow, minutes, count: 1 });
  if (startsAt)
    await makeOne(ctx, { ...valuesIn(eventFields, record), checklist: open }, taken, { startsAt, minutes, followsId });
  return {};
};

export const eventMoves = moving(eventCourse, {
  start,
  completePartly: rest,
  close: closed,
  cancel: end('canceled'),
  miss: end('missed'),
  hostMiss: end('host_missed'),
});
