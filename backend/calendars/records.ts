/** Events as records with a course: how one is read, decided by, and answered. */
import { sql, type Selectable } from 'kysely';
import { eventFields } from '#domain/calendars/fields.ts';
import { eventRights } from '#domain/calendars/rights.ts';
import { eventMachine } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import {
  missedEnds,
  type EventEnd,
  type EventKind,
  type EventState,
  type Rebooking,
} from '#domain/calendars/event-terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { offeredOf } from '#domain/record/machine.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { covers } from '#domain/record/rights.ts';
import type { CalendarEvents } from '../db/types.gen.ts';
import { holds, type Ctx } from '../lib/work/context.ts';
import { hasAskedQuiet } from '../lib/people/quiet.ts';
import { course, linked, type Course } from '../lib/records/course.ts';

export type EventRow = Omit<
  Selectable<CalendarEvents>,
  'state' | 'kind' | 'endedAs' | 'rebook' | 'checklist' | 'calendarIds' | 'userIds' | 'fuelOut' | 'fuelIn'
> & {
  state: EventState;
  kind: EventKind;
  endedAs: EventEnd | null;
  createdAt: string;
  rebook: Rebooking | null;
  checklist: { text: string; done: boolean }[];
  calendarIds: number[];
  userIds: number[];
  fuelOut: EventRecord['fuelOut'];
  fuelIn: EventRecord['fuelIn'];
  customer: string | null;
  phone: string | null;
  lead: string | null;
  contract: string | null;
};

/** Length in minutes. */
export const minutesOf = ({ startsAt, endsAt }: { startsAt: string; endsAt: string }): number =>
  Math.round((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000);

/** When an event is, for people: `24/11/2026 10:00–11:00`. */
export const whenOf = (startsAt: Date, minutes: number): string => {
  const iso = startsAt.toISOString();
  const end = new Date(startsAt.getTime() + minutes * 60_000).toISOString();
  return `${day(dayInRome(startsAt))} ${time(iso)}–${time(end)}`;
};

/** Names of records of a table, in the order of their ids. */
async function namesOf({ db, user }: Ctx, table: 'calendars' | 'users', ids: readonly number[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .orderBy('id')
    .execute();
}

async function timesOf({ db, user }: Ctx, seriesId: number | null): Promise<number> {
  if (seriesId === null) return 1;
  const { count } = await db
    .selectFrom('calendarEvents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('companyId', '=', user.companyId)
    .where('seriesId', '=', seriesId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Whether a link is with the customer that still opens the event. */
async function hasLinks({ db, user, now }: Ctx, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('links')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('purpose', '=', 'appointment')
    .where('recordId', '=', id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the caller takes part in the event, or manages calendars. */
const mayChangeIt = ({ user }: Ctx, { userIds }: EventRow) =>
  covers(eventRights.change, user.privileges, userIds.includes(user.id));

/** Throws `forbidden` to whoever neither takes part nor manages calendars. */
export function checkMayChange(ctx: Ctx, record: EventRow): void {
  if (!mayChangeIt(ctx, record)) throw new Failure('forbidden');
}

/** Throws `forbidden` to whoever enters, moves, cancels or brings back an absence of others without managing calendars. */
export function checkAbsence(ctx: Ctx, kind: EventKind, userIds: readonly number[]): void {
  if (kind === 'absence' && userIds.some((id) => id !== ctx.user.id) && !holds(ctx, p.manageCalendars))
    throw new Failure('forbidden', 'L’assenza di un collega la scrive chi gestisce i calendari.');
}

/**
 * Whether the caller sees of an event only that it takes time: a private one is read by who takes part, and by nobody
 * who manages calendars; why somebody is absent is read by that person and by who manages people. The company itself,
 * which writes to its customers, reads all.
 */
export const isHidden = (
  { user }: Pick<Ctx, 'user'>,
  { isPrivate, userIds, kind }: Pick<EventRow, 'isPrivate' | 'userIds' | 'kind'>,
) =>
  user.id !== 0 &&
  !userIds.includes(user.id) &&
  (isPrivate || (kind === 'absence' && !user.privileges.includes(p.manageUsers)));

/** What is left of the content of an event that is hidden. */
const HIDDEN = {
  title: '',
  note: '',
  checklist: [],
  customerId: null,
  leadId: null,
  contractId: null,
  licence: null,
  licenceUntil: null,
  damage: null,
} satisfies Partial<EventRecord>;

async function answerOf(ctx: Ctx, record: EventRow): Promise<EventRecord> {
  const about = Object.fromEntries(
    Object.keys(eventFields).map((key) => [key, record[key as keyof typeof eventFields]]),
  ) as Pick<EventRecord, keyof typeof eventFields>;
  const masked = isHidden(ctx, record);
  const all = offeredOf(eventMachine, record, { ...ctx.user, today: ctx.today });
  // Who does not read what is there does not write it either.
  const offered = masked ? all.filter((one) => one !== 'save') : all;
  const mayChange = mayChangeIt(ctx, record);
  return {
    ...about,
    ...(masked && HIDDEN),
    id: record.id,
    version: record.version,
    state: record.state,
    endedAs: record.endedAs,
    rebook: record.rebook,
    startsAt: record.startsAt,
    endsAt: record.endsAt,
    calendarIds: record.calendarIds,
    seriesId: record.seriesId,
    customer: masked ? null : record.customer,
    phone: masked ? null : record.phone,
    silent:
      !masked &&
      record.phone !== null &&
      (await hasAskedQuiet(ctx, { customerId: record.customerId, phones: [record.phone] })),
    lead: masked ? null : record.lead,
    contract: masked ? null : record.contract,
    day: dayInRome(new Date(record.startsAt)),
    time: time(record.startsAt),
    minutes: minutesOf(record),
    calendars: await namesOf(ctx, 'calendars', record.calendarIds),
    people: await namesOf(ctx, 'users', record.userIds),
    times: await timesOf(ctx, record.seriesId),
    moved: record.moved,
    confirmedAt: record.confirmedAt,
    proposed: record.proposed,
    followsId: record.followsId,
    remindAt: record.remindAt,
    masked,
    offered,
    mayRevoke: offered.includes('save') && (await hasLinks(ctx, record.id)),
    mayRestore: record.endedAs !== null && mayChange,
    mayRebook: missedEnds.some((one) => one === record.endedAs) && record.rebook !== 'done' && mayChange,
  };
}

export const eventCourse: Course<typeof eventMachine, EventRow, EventRecord> = course({
  machine: eventMachine,
  table: 'calendarEvents',
  as: 't',
  select: sql`select t.*, ${linked('t', 'customers', 'name', 'customer_id')} as customer, ${linked('t', 'customers', 'phone', 'customer_id')} as phone,
      ${linked('t', 'leads', 'number', 'lead_id')} as lead, ${linked('t', 'contracts', 'number', 'contract_id')} as contract
    from calendar_events t`,
  owner: [],
  owners: 'user_ids',
  answer: answerOf,
});
