/** New events and series. */
import { firstChecklists, type EventKind } from '#domain/calendars/terms.ts';
import { nextReminder } from '#domain/calendars/reminders.ts';
import { firstEventReasons, eventMachine } from '#domain/calendars/rules.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import type { NewEvent } from '#domain/calendars/schema.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { factOf } from '#domain/field-text.ts';
import { typed } from '#domain/fields.ts';
import { instantsOf } from '#domain/recurrence.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { add } from '../lib/course.ts';
import { begin } from '../lib/move.ts';
import { notify } from '../lib/notify.ts';
import { beginReasons } from '../lib/reasons.ts';
import { columnsFrom } from '../lib/records.ts';
import { eventHref } from '../lib/links.ts';
import { book, readTaken, type Taken } from './book.ts';
import { ownCalendar } from './calendars.ts';
import { eventCourse, whenOf } from './records.ts';

type Table = typeof table;

/** The facts of an event for the audit. */
export const factsIn = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    typed(eventFields).map(([key, field]) => [key, factOf(field, (values as Record<string, unknown>)[key])]),
  );

/** Throws `invalid` for a day that is far away: a typing error. */
export function checkDay(ctx: Pick<Ctx, 'today'>, on: string): void {
  if (on < addDays(ctx.today, -366) || on > addDays(ctx.today, 1100))
    throw new Failure('invalid', undefined, { fields: { day: 'Scegliere un giorno entro tre anni' } });
}

/** The columns that say when an event is and whom and what it takes. */
export const placeColumns = (ctx: Ctx, taken: readonly Taken[], startsAt: Date, minutes: number) => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + minutes * 60_000),
  calendarIds: taken.map(({ id }) => id),
  userIds: taken.flatMap(({ userId }) => (userId === null ? [] : [userId])),
  remindAt: nextReminder(startsAt, ctx.now),
});

/** When a customer is told of a change: after the seconds in which it can be taken back by one press. */
export const soon = ({ now }: Pick<Ctx, 'now'>): Date => new Date(now.getTime() + 60_000);

/** Tells the people of an event, but not who did it. */
export const tellPeople = (
  ctx: Ctx,
  { id, people, title, text }: { id: number; people: readonly number[]; title: string; text: string },
) =>
  notify(
    ctx,
    people.filter((one) => one !== ctx.user.id),
    { kind: 'event_changed', title, text, href: eventHref(id) },
  );

type About = Omit<NewEvent, 'day' | 'time' | 'minutes' | 'calendarIds' | 'repeat'>;

/** Makes one event and takes its calendars, which are locked; returns its id. */
export async function makeOne(
  ctx: Ctx,
  about: About,
  taken: readonly Taken[],
  {
    startsAt,
    minutes,
    ...more
  }: { startsAt: Date; minutes: number; seriesId?: number; followsId?: number; proposed?: boolean },
): Promise<number> {
  const id = await add(ctx, 'calendarEvents', {
    ...columnsFrom(eventFields, about),
    ...placeColumns(ctx, taken, startsAt, minutes),
    tellAt: more.proposed ? null : soon(ctx),
    ...more,
  });
  await book(ctx, taken, { eventId: id, kind: about.kind as EventKind, startsAt, minutes });
  await begin(ctx, eventMachine, id);
  ctx.audit({
    action: 'create',
    entity: eventMachine.entity,
    entityId: id,
    after: { when: whenOf(startsAt, minutes), ...factsIn(about) },
  });
  return id;
}

/** The instants of a new event or series. */
function instantsIn({ day: first, time: at, repeat }: NewEvent): Date[] {
  const { every, interval, until, times } = repeat;
  if (every === 'never') return [instantInRome(first, at)];
  return instantsOf(first, at, { every, interval, weekdays: [], until, times, except: [] });
}

/** What is done during an event of a kind, nothing of it yet. */
export const listFor = (kind: EventKind) => (firstChecklists[kind] ?? []).map((text) => ({ text, done: false }));

/** A new event or series; without calendars it is in the caller's own. */
export const create: VerbOf<Table, 'POST /calendars/events'> = async (ctx, { body }) => {
  checkDay(ctx, body.day);
  await beginReasons(ctx, eventMachine, firstEventReasons);
  const { day: _day, time: _time, minutes, calendarIds, repeat, ...given } = body;
  const about = { ...given, checklist: given.checklist.length > 0 ? given.checklist : listFor(given.kind) };
  const taken = await readTaken(ctx, calendarIds.length > 0 ? calendarIds : [await ownCalendar(ctx)], { lock: true });
  const instants = instantsIn(body);
  const seriesId =
    instants.length === 1
      ? undefined
      : (
          await ctx.db
            .insertInto('calendarSeries')
            .values({ companyId: ctx.user.companyId, rule: JSON.stringify(repeat), createdAt: ctx.now })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id;
  const ids: number[] = [];
  for (const startsAt of instants)
    ids.push(await makeOne(ctx, about, taken, { startsAt, minutes, ...(seriesId !== undefined && { seriesId }) }));
  const record = await eventCourse.find(ctx, ids[0]!);
  await tellPeople(ctx, {
    id: record.id,
    people: record.userIds,
    title: `Nuovo appuntamento: ${whenOf(instants[0]!, minutes)}`,
    text: record.isPrivate ? '' : [record.title, record.customer].filter(Boolean).join(' · '),
  });
  return eventCourse.of.answer(ctx, record);
};
