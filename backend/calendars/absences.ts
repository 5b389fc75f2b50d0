/** Absences of people, and their appointments given to others. */
import { absences as table, type AbsenceInput, type UncoveredEvent } from '#domain/calendars/absences.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import type { MovedOut } from '#domain/calendars/schema.ts';
import { addDays, dayInRome, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { time } from '#domain/italian.ts';
import { blankOf } from '#domain/record/fields.ts';
import { area } from '../lib/ports/area.ts';
import { colleagues, userNames } from '../lib/people/people.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { typedInstant } from '../lib/records/typed-time.ts';
import { readTaken, slotOf } from './book.ts';
import { calendarOf } from './calendars.ts';
import { asideColumns, moveTo } from './change.ts';
import { lockEvents } from './displaced.ts';
import { checkDay, makeOne, tellPeople } from './make.ts';
import { checkAbsence, eventCourse, minutesOf, whenOf } from './records.ts';
import { newsIf } from './remind.ts';
import { colleaguesOf, plan } from './stand-ins.ts';
import { moveTogether } from './together.ts';
import { tellAbsent, uncovered, type Uncovered } from './uncovered.ts';

type Table = typeof table;

const MINUTE = 60_000;
/** The longest event, in minutes: a longer absence is several of a series. */
const LONGEST = 14 * 1440;
/** The most people of a company among whom somebody absent is looked for. */
const MOST_PEOPLE = 2000;

/** The parts of an absence, each as long as an event may be. Throws `invalid` for an empty one, or an hour that the clocks skip. */
function partsOf({ from, fromTime, to, toTime }: AbsenceInput): { startsAt: Date; minutes: number }[] {
  const end = toTime === null ? instantInRome(addDays(to, 1), '00:00') : typedInstant(to, toTime, 'toTime');
  const parts = [];
  for (let at = typedInstant(from, fromTime ?? '00:00', 'fromTime'); at < end;) {
    const minutes = Math.min(LONGEST, Math.round((end.getTime() - at.getTime()) / MINUTE));
    parts.push({ startsAt: at, minutes });
    at = new Date(at.getTime() + minutes * MINUTE);
  }
  if (parts.length === 0)
    throw new Failure('invalid', undefined, { fields: { toTime: 'La fine non può precedere l’inizio' } });
  return parts;
}

/** Enters an absence, of the caller or of a colleague whose calendar the caller manages. */
const enter: VerbOf<Table, 'POST /calendars/absences'> = async (ctx, { body }) => {
  const userId = body.userId ?? ctx.user.id;
  checkAbsence(ctx, 'absence', [userId]);
  if (!(await colleagues(ctx, MOST_PEOPLE)).some(({ id }) => id === userId))
    throw new Failure('invalid', undefined, { fields: { userId: 'Scegliere un collega' } });
  checkDay(ctx, body.from);
  const taken = await readTaken(ctx, [await calendarOf(ctx, userId)], { lock: true });
  const parts = partsOf(body);
  const { id: seriesId } =
    parts.length === 1
      ? { id: undefined }
      : await ctx.db
          .insertInto('calendarSeries')
          .values({ companyId: ctx.user.companyId, rule: JSON.stringify({ every: 'never' }), createdAt: ctx.now })
          .returning('id')
          .executeTakeFirstOrThrow();
  const about = { ...blankOf(eventFields), kind: 'absence' as const, title: body.reason || 'Assenza' };
  const ids = [];
  for (const part of parts)
    ids.push(await makeOne(ctx, about, taken, { ...part, ...(seriesId !== undefined && { seriesId }) }));
  await tellAbsent(ctx, ids);
  return { id: ids[0]!, userId, uncovered: (await uncovered(ctx, { userIds: [userId] })).length };
};

const list: VerbOf<Table, 'GET /calendars/uncovered'> = async (ctx, { query: { userId } }) => {
  const events = await plan(ctx, await uncovered(ctx, userId === undefined ? {} : { userIds: [userId] }));
  const textOf = await newsIf(
    ctx,
    events.map(({ id }) => id),
  );
  const names = await userNames(ctx, [...new Set(events.flatMap(({ userIds }) => userIds))]);
  return events.map((event): UncoveredEvent => {
    const { id, kind, title, customer, phone, absentId, absent, userIds } = event;
    const ways = event.options.map(({ colleague, by, startsAt }) => {
      const people = userIds.map((one) =>
        one === absentId && colleague ? colleague : { id: one, name: names.get(one)! },
      );
      const change = {
        startsAt: startsAt.toISOString(),
        userIds: [...new Set(people.map((one) => one.id))],
        people: [...new Set(people.map(({ name }) => name))].join(', '),
      };
      return {
        ...slotOf(startsAt),
        userId: colleague?.id ?? null,
        name: colleague?.name ?? absent,
        by: by === 'language' || by === 'maker' ? by : null,
        text: textOf(id, change),
      };
    });
    const at = new Date(event.startsAt);
    const when = { day: dayInRome(at), time: time(event.startsAt), minutes: minutesOf(event) };
    return { id, kind, title, customer, phone, ...when, absentId, absent, ways };
  });
};

interface Choice {
  id: number;
  userId: number | null;
  startsAt: string;
}

/** Gives one event, which has left its place, to a colleague or another time. Throws `conflict` when that is not free. */
async function give(ctx: Ctx, event: Uncovered, { userId, startsAt: at }: Choice): Promise<MovedOut> {
  const colleague = userId === null ? null : (await colleaguesOf(ctx, event.absentId)).find(({ id }) => id === userId);
  if (colleague === undefined) throw new Failure('conflict', 'Il collega non può sostituire chi è assente.');
  const startsAt = new Date(at);
  if (at !== event.startsAt && startsAt < ctx.now) throw new Failure('conflict', 'L’ora è già passata.');
  const record = await eventCourse.find(ctx, event.id, { lock: true });
  const ids = record.calendarIds.map((id) => (id === event.absentCalendarId && colleague ? colleague.calendarId : id));
  const taken = await readTaken(ctx, [...new Set(ids)], { lock: true });
  const minutes = minutesOf(record);
  const columns = asideColumns(ctx, record, record.calendarIds);
  await moveTo(ctx, record, taken, { startsAt, minutes, action: 'reschedule', columns });
  await tellPeople(ctx, {
    id: record.id,
    people: taken.flatMap(({ userId: one }) => (one === null || one === event.absentId ? [] : [one])),
    title: `Al posto di ${event.absent}: ${whenOf(startsAt, minutes)}`,
    text: [record.title, record.customer].filter(Boolean).join(' · '),
  });
  return { id: record.id, version: record.version + 1 };
}

/** Locks the calendars of these events and of who is chosen for them, all at once and in the order of their ids. */
async function lockCalendars(ctx: Ctx, events: readonly Uncovered[], choices: readonly Choice[]): Promise<void> {
  const people = choices.flatMap(({ userId }) => userId ?? []);
  await ctx.db
    .selectFrom('calendars')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where((eb) =>
      eb.or([
        eb('id', 'in', [0, ...events.flatMap(({ calendarIds }) => calendarIds)]),
        eb('userId', 'in', [0, ...people]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

const giveAll: VerbOf<Table, 'POST /calendars/uncovered'> = async (ctx, { body: { events } }) => {
  const ids = events.map(({ id }) => id);
  await lockEvents(ctx, ids);
  const open = new Map((await uncovered(ctx, { ids })).map((one) => [one.id, one]));
  await lockCalendars(ctx, [...open.values()], events);
  const chosen = [...new Map(events.map((one) => [one.id, one])).values()];
  const going = chosen.filter(({ id }) => open.has(id));
  const { done, stayed } = await moveTogether(ctx, going, (inner, one) => give(inner, open.get(one.id)!, one));
  const left = [
    ...chosen.filter(({ id }) => !open.has(id)).map(() => 'Un appuntamento non è più da affidare.'),
    ...stayed.map(({ one, why }) => `${open.get(one.id)!.customer ?? open.get(one.id)!.title}: ${why}`),
  ];
  return { moved: done, left };
};

export const absences = area(table, {
  verbs: {
    'POST /calendars/absences': enter,
    'GET /calendars/uncovered': list,
    'POST /calendars/uncovered': giveAll,
  },
});
