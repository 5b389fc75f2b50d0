/** New events and series. */
import type { Insertable } from 'kysely';
import { eventKinds, firstChecklists, type EventKind } from '#domain/calendars/event-terms.ts';
import { nextReminder } from '#domain/calendars/reminders.ts';
import { firstEventReasons, eventMachine } from '#domain/calendars/rules.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import type { NewEvent } from '#domain/calendars/schema.ts';
import { addDays } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { factsIn } from '#domain/record/field-text.ts';
import { instantsOf } from '#domain/recurrence.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { CalendarEvents } from '../db/types.gen.ts';
import type { Ctx } from '../lib/work/context.ts';
import { tell } from '../lib/records/move.ts';
import { notify } from '../lib/people/notify.ts';
import { beginReasons } from '../lib/records/reasons.ts';
import { columnsFrom } from '../lib/records/records.ts';
import { writeWords } from '../lib/records/search.ts';
import { customerOfLead } from '../lib/records/lead-customers.ts';
import { checkContract, checkLead } from '../lib/records/named.ts';
import { eventHref } from '../lib/records/links.ts';
import { typedInstant } from '../lib/records/typed-time.ts';
import { book, readTaken, type Taken } from './book.ts';
import { ownCalendar } from './calendars.ts';
import { settleMissed, takeMissed } from './missed.ts';
import { checkAbsence, eventCourse, whenOf, type EventRow } from './records.ts';
import { tellAbsent } from './uncovered.ts';

type Table = typeof table;

/** Throws `invalid` for a day that is far away: a typing error. */
export function checkDay(ctx: Pick<Ctx, 'today'>, on: string): void {
  if (on < addDays(ctx.today, -366) || on > addDays(ctx.today, 1100))
    throw new Failure('invalid', undefined, { fields: { day: 'Scegliere un giorno entro tre anni' } });
}

/** The people whose calendars are taken. */
export const userIdsOf = (taken: readonly Taken[]): number[] =>
  taken.flatMap(({ userId }) => (userId === null ? [] : [userId]));

/** The columns that say when an event is and whom and what it takes. */
export const placeColumns = (ctx: Ctx, taken: readonly Taken[], startsAt: Date, minutes: number) => ({
  startsAt,
  endsAt: new Date(startsAt.getTime() + minutes * 60_000),
  calendarIds: taken.map(({ id }) => id),
  userIds: userIdsOf(taken),
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

type About = Omit<NewEvent, 'day' | 'time' | 'minutes' | 'calendarIds' | 'repeat' | 'followsId'>;

interface More {
  minutes: number;
  seriesId?: number;
  followsId?: number;
  proposed?: boolean;
}

/** Makes events that are alike, one at each instant, and takes their calendars, which are locked; returns their ids. */
async function makeAll(
  ctx: Ctx,
  about: About,
  taken: readonly Taken[],
  { instants, minutes, ...more }: More & { instants: readonly Date[] },
): Promise<number[]> {
  const { companyId } = ctx.user;
  // The reasons are added here, because a company's first event may come from a contract or a customer.
  await beginReasons(ctx, eventMachine, firstEventReasons);
  const customerId = about.customerId ?? (await customerOfLead(ctx, about.leadId));
  const tellAt = more.proposed ? null : soon(ctx);
  const rows = instants.map((startsAt, at) => ({
    companyId,
    ...columnsFrom(eventFields, about),
    customerId,
    ...placeColumns(ctx, taken, startsAt, minutes),
    // A series is told once, by its first event.
    tellAt: at === 0 ? tellAt : null,
    ...more,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }));
  const added = await ctx.db
    .insertInto('calendarEvents')
    .values(rows as Insertable<CalendarEvents>[])
    .returning('id')
    .execute();
  const made = added.map(({ id }, at) => ({ id, startsAt: instants[at]! }));
  const ids = made.map(({ id }) => id);
  await settleMissed(ctx, { kind: about.kind, customerId, leadId: about.leadId });
  await writeWords(ctx, 'calendarEvents', ids);
  await book(
    ctx,
    taken,
    made.map(({ id: eventId, startsAt }) => ({ eventId, kind: about.kind, startsAt, minutes })),
  );
  await tell(ctx, eventMachine, ids);
  const facts = factsIn(eventFields, about);
  for (const { id: entityId, startsAt } of made)
    ctx.audit({
      action: 'create',
      entity: eventMachine.entity,
      entityId,
      after: { when: whenOf(startsAt, minutes), ...facts },
    });
  return ids;
}

/** Makes one event; as `makeAll`. */
export const makeOne = async (
  ctx: Ctx,
  about: About,
  taken: readonly Taken[],
  { startsAt, ...more }: More & { startsAt: Date },
): Promise<number> => (await makeAll(ctx, about, taken, { ...more, instants: [startsAt] }))[0]!;

/** What an event is about, for the lead that waits for it. */
type OfLead = Pick<EventRow, 'leadId' | 'kind' | 'startsAt'>;

/** The lead that an event is about learns when it is. */
export async function tellLead(ctx: Ctx, { leadId, kind, startsAt }: OfLead, before: string | null): Promise<void> {
  if (leadId === null) return;
  await ctx.emit('lead.planned', { leadId, at: startsAt, before, what: eventKinds[kind] });
}

/** The lead that an event was about learns that it was called off. */
export async function tellLeadCanceled(ctx: Ctx, { leadId, kind, startsAt }: OfLead): Promise<void> {
  if (leadId === null) return;
  await ctx.emit('lead.unplanned', { leadId, at: startsAt, what: eventKinds[kind] });
}

/** The instants of a new event or series. Throws `invalid` for a series that ends before its first weekday. */
function instantsIn({ day: first, time: at, repeat }: NewEvent): Date[] {
  const { every, ...rule } = repeat;
  if (every === 'never') return [typedInstant(first, at)];
  const instants = instantsOf(first, at, { ...rule, every, except: [] });
  if (instants.length === 0)
    throw new Failure('invalid', undefined, { fields: { 'repeat.until': 'In questi giorni non cade nessuna volta' } });
  return instants;
}

/** What is done during an event of a kind, nothing of it yet. */
export const listFor = (kind: EventKind) => (firstChecklists[kind] ?? []).map((text) => ({ text, done: false }));

/** A new event or series; without calendars it is in the caller's own. */
export const create: VerbOf<Table, 'POST /calendars/events'> = async (ctx, { body }) => {
  checkDay(ctx, body.day);
  await checkLead(ctx, body.leadId, null);
  await checkContract(ctx, body.contractId, null);
  const { day: _day, time: _time, minutes, calendarIds, repeat, followsId, ...given } = body;
  if (followsId !== undefined) await takeMissed(ctx, followsId);
  const about = { ...given, checklist: given.checklist.length > 0 ? given.checklist : listFor(given.kind) };
  const taken = await readTaken(ctx, calendarIds.length > 0 ? calendarIds : [await ownCalendar(ctx)], { lock: true });
  checkAbsence(ctx, about.kind, userIdsOf(taken));
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
  const more = { ...(seriesId !== undefined && { seriesId }), ...(followsId !== undefined && { followsId }) };
  const ids = await makeAll(ctx, about, taken, { instants, minutes, ...more });
  const record = await eventCourse.find(ctx, ids[0]!);
  if (record.kind === 'absence') await tellAbsent(ctx, ids);
  else
    await tellPeople(ctx, {
      id: record.id,
      people: record.userIds,
      title: `Nuovo appuntamento: ${whenOf(instants[0]!, minutes)}`,
      text: record.isPrivate ? '' : [record.title, record.customer].filter(Boolean).join(' · '),
    });
  await tellLead(ctx, record, null);
  return eventCourse.of.answer(ctx, record);
};
