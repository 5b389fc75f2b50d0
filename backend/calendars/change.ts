/** Changes of events: their subject, their time, and bringing one back. */
import { isDeepStrictEqual } from 'node:util';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import { nextReminder } from '#domain/calendars/reminders.ts';
import { eventMachine } from '#domain/calendars/rules.ts';
import { eventEnds, type EventEnd, type EventKind, type Scope } from '#domain/calendars/event-terms.ts';
import { addDays, daysBetween, dayInRome, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { factsIn } from '#domain/record/field-text.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { userNames } from '../lib/people/people.ts';
import { take } from '../lib/records/move.ts';
import { checkContract, checkLead } from '../lib/records/named.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { typedInstant } from '../lib/records/typed-time.ts';
import { book, readTaken, release, type Taken } from './book.ts';
import { checkDay, placeColumns, soon, tellLead, tellPeople, userIdsOf } from './make.ts';
import { isMissed, tellLeadMissed } from './missed.ts';
import { checkAbsence, checkMayChange, eventCourse, isHidden, minutesOf, type EventRow, whenOf } from './records.ts';
import { tellAbsent } from './uncovered.ts';

type Table = typeof table;

/**
 * The events that a change applies to, locked, the changed one first: of a series those that have not begun, either
 * from this one on or all of them.
 */
export async function inScope(ctx: Ctx, record: EventRow, scope: Scope): Promise<EventRow[]> {
  if (scope === 'one' || record.seriesId === null) return [record];
  const rows = await ctx.db
    .selectFrom('calendarEvents')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('seriesId', '=', record.seriesId)
    .where('id', '<>', record.id)
    .where('state', '=', 'not_started')
    .where('endedAs', 'is', null)
    .$if(scope === 'following', (query) => query.where('startsAt', '>=', record.startsAt))
    .orderBy('id')
    .execute();
  const others: EventRow[] = [];
  for (const { id } of rows) others.push(await eventCourse.find(ctx, id, { lock: true }));
  return [record, ...others];
}

/** The fields that the agreement of a test drive prints, beside its time and its car. */
const agreedFields = ['kind', 'customerId', 'licence', 'licenceUntil', 'kmOut', 'fuelOut'] as const;

/** Voids a signed or open agreement of a test drive, because its data have changed. */
export async function voidAgreement(ctx: Ctx, { id, kind }: Pick<EventRow, 'id' | 'kind'>): Promise<void> {
  if (kind === 'test_drive')
    await ctx.emit('document.changed', {
      entity: eventMachine.entity,
      id,
      reason: 'I dati della prova sono cambiati.',
    });
}

/** A drive that is not driven is not signed any more; what was signed stays. */
export async function closeAgreement(ctx: Ctx, { id, kind }: Pick<EventRow, 'id' | 'kind'>): Promise<void> {
  if (kind === 'test_drive')
    await ctx.emit('document.closed', {
      entity: eventMachine.entity,
      id,
      reason: 'La prova non si fa: non si firma più',
    });
}

/** Changes what an event is about; of a series the others keep their own checklist and what was noted of the drive. */
export const save: VerbOf<Table, 'PUT /calendars/events/:id'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, eventCourse, { id: params.id, action: 'save', version });
  if (isHidden(ctx, record)) throw new Failure('forbidden', 'È un impegno privato: lo cambia chi vi partecipa.');
  const { scope, ...about } = body;
  const { kind, title, customerId, leadId, contractId, isPrivate, note } = about;
  await checkLead(ctx, leadId, record.leadId);
  await checkContract(ctx, contractId, record.contractId);
  if (agreedFields.some((key) => about[key] !== record[key])) await voidAgreement(ctx, record);
  const events = await inScope(ctx, record, scope);
  const absent = kind === 'absence' ? events.filter((one) => one.kind !== 'absence') : [];
  // What becomes an absence, and an absence that becomes something else.
  const turned = kind === 'absence' ? absent : events.filter((one) => one.kind === 'absence');
  checkAbsence(ctx, 'absence', [...new Set(turned.flatMap(({ userIds }) => userIds))]);
  for (const one of events) {
    const changed = one.id === record.id ? about : { kind, title, customerId, leadId, contractId, isPrivate, note };
    const confirms = one.proposed && one.id === record.id;
    await eventCourse.write(
      ctx,
      one,
      {
        ...columnsFrom(eventFields, changed),
        ...(confirms && { proposed: false, tellAt: soon(ctx) }),
      },
      { before: factsIn(eventFields, one), after: factsIn(eventFields, { ...one, ...changed }) },
    );
  }
  await tellAbsent(
    ctx,
    absent.map(({ id }) => id),
  );
  return eventCourse.answer(ctx, record.id);
};

/** Who takes part, as a fact of the history. */
const whoFact = async (ctx: Ctx, ids: readonly number[]) => ({
  person: [...(await userNames(ctx, ids)).values()].join(', ') || null,
});

/** An event that was moved out of no closure and no absence. */
const nowhere = { displacedFrom: null, displacedIds: null, displacedConfirmedAt: null };

/** A time that is only proposed stays so, and its customer is told nothing. */
const stillProposed = (ctx: Ctx, { proposed }: EventRow) => ({ proposed, tellAt: proposed ? null : soon(ctx) });

/** What an event that leaves a closure or an absence keeps, so that it comes back as it was; `ids`: its calendars, where they change. */
export const asideColumns = (ctx: Ctx, record: EventRow, ids: number[] | null) => ({
  ...stillProposed(ctx, record),
  displacedFrom: record.startsAt,
  displacedIds: ids,
  displacedConfirmedAt: record.confirmedAt,
});

/** What an event was before it left a closure or an absence. */
export const backColumns = (ctx: Ctx, record: EventRow) => ({
  ...stillProposed(ctx, record),
  moved: record.moved - 1,
  confirmedAt: record.displacedConfirmedAt,
});

/**
 * Moves a locked event to calendars that are locked and do not hold it any more; the next action of its lead moves with it.
 * Throws as `book`.
 */
export async function moveTo(
  ctx: Ctx,
  record: EventRow,
  taken: readonly Taken[],
  {
    startsAt,
    minutes,
    action,
    kind = record.kind,
    columns: more = {},
  }: {
    startsAt: Date;
    minutes: number;
    action: string;
    kind?: EventKind | null;
    /** What stands otherwise than after a move that somebody decides by itself: of one out of a closure or an absence, and back. */
    columns?: Partial<ReturnType<typeof asideColumns> | ReturnType<typeof backColumns>>;
  },
): Promise<void> {
  await book(ctx, taken, [{ eventId: record.id, kind, startsAt, minutes }]);
  const columns = placeColumns(ctx, taken, startsAt, minutes);
  // A drive that has begun and goes on for longer is the one that was signed.
  const goesOn = record.state !== 'not_started' && startsAt.getTime() === Date.parse(record.startsAt);
  if (!goesOn || !isDeepStrictEqual(columns.calendarIds, record.calendarIds)) await voidAgreement(ctx, record);
  await eventCourse.write(
    ctx,
    record,
    {
      ...columns,
      moved: record.moved + 1,
      confirmedAt: null,
      proposed: false,
      tellAt: soon(ctx),
      ...nowhere,
      ...more,
    },
    {
      action,
      before: { when: whenOf(new Date(record.startsAt), minutesOf(record)), ...(await whoFact(ctx, record.userIds)) },
      after: { when: whenOf(startsAt, minutes), ...(await whoFact(ctx, columns.userIds)) },
    },
  );
  // Links that were sent are good until the end that was known then.
  await ctx.db
    .updateTable('links')
    .set({ expiresAt: columns.endsAt })
    .where('companyId', '=', ctx.user.companyId)
    .where('purpose', '=', 'appointment')
    .where('recordId', '=', record.id)
    .execute();
  await tellLead(ctx, { ...record, startsAt: startsAt.toISOString() }, record.startsAt);
}

/** Moves an event, or those of its series by as many days to the same time; all of them, or none. */
export const reschedule: VerbOf<Table, 'POST /calendars/events/:id/reschedule'> = async (
  ctx,
  { params, version, body: { day, time, minutes, calendarIds, scope } },
) => {
  const record = await take(ctx, eventCourse, { id: params.id, action: 'reschedule', version });
  checkDay(ctx, day);
  typedInstant(day, time);
  const events = await inScope(ctx, record, scope);
  const taken = await readTaken(ctx, calendarIds.length > 0 ? calendarIds : record.calendarIds, { lock: true });
  const ids = events.map(({ id }) => id);
  const people = [...new Set([...events.flatMap(({ userIds }) => userIds), ...userIdsOf(taken)])];
  checkAbsence(ctx, record.kind, people);
  await release(ctx, ids);
  const by = daysBetween(dayInRome(new Date(record.startsAt)), day);
  for (const one of events) {
    const startsAt = instantInRome(addDays(dayInRome(new Date(one.startsAt)), by), time);
    await moveTo(ctx, one, taken, { startsAt, minutes, action: 'reschedule' });
  }
  const moved = await eventCourse.find(ctx, record.id);
  if (record.kind === 'absence') await tellAbsent(ctx, ids);
  await tellPeople(ctx, {
    id: moved.id,
    people: record.kind === 'absence' ? [] : [...new Set([...record.userIds, ...moved.userIds])],
    title: `Appuntamento spostato: ${whenOf(new Date(moved.startsAt), minutes)}`,
    text: moved.isPrivate ? '' : [moved.title, moved.customer].filter(Boolean).join(' · '),
  });
  return eventCourse.of.answer(ctx, moved);
};

/** The events of its series that were cancelled together with this one and were not changed since, locked. */
async function canceledWith(ctx: Ctx, { id, seriesId, endedAs, updatedAt }: EventRow): Promise<EventRow[]> {
  const rows = await ctx.db
    .selectFrom('calendarEvents')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('seriesId', '=', seriesId)
    .where('id', '<>', id)
    .where('endedAs', '=', endedAs)
    .where('updatedAt', '=', updatedAt)
    .orderBy('id')
    .execute();
  const others: EventRow[] = [];
  for (const one of rows) others.push(await eventCourse.find(ctx, one.id, { lock: true }));
  return others;
}

/** Brings one locked event back, where its time is still free. Throws as `book`. */
async function bringBack(ctx: Ctx, record: EventRow, endedAs: EventEnd): Promise<void> {
  const taken = await readTaken(ctx, record.calendarIds, { lock: true });
  const startsAt = new Date(record.startsAt);
  await book(ctx, taken, [{ eventId: record.id, kind: record.kind, startsAt, minutes: minutesOf(record) }]);
  const columns = { endedAs: null, rebook: null, remindAt: nextReminder(startsAt, ctx.now), tellAt: soon(ctx) };
  await eventCourse.write(ctx, record, columns, {
    action: 'restore',
    before: { ended: eventEnds[endedAs] },
    after: { ended: null },
  });
  if (record.kind === 'test_drive') await ctx.emit('document.reopened', { entity: eventMachine.entity, id: record.id });
  if (isMissed(endedAs)) await tellLeadMissed(ctx, record, endedAs, true);
  else await tellLead(ctx, record, null);
}

/** Brings back an event that was cancelled or missed, or all that were cancelled together: all of them, or none. */
export const restore: VerbOf<Table, 'POST /calendars/events/:id/restore'> = async (ctx, { params, version, body }) => {
  const record = await take(ctx, eventCourse, { id: params.id, version });
  checkMayChange(ctx, record);
  checkAbsence(ctx, record.kind, record.userIds);
  const { endedAs } = record;
  if (endedAs === null) throw new Failure('conflict', 'L’appuntamento non è annullato.');
  const others = body.together && record.seriesId !== null ? await canceledWith(ctx, record) : [];
  for (const one of [record, ...others]) await bringBack(ctx, one, endedAs);
  return eventCourse.answer(ctx, record.id);
};
