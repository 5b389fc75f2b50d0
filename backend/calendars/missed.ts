/** Appointments that were missed, by the customer or by the company: each is somebody's next step until another one is taken. */
import { sql } from 'kysely';
import type { calendars as table } from '#domain/calendars/endpoints.ts';
import { eventRights } from '#domain/calendars/rights.ts';
import { customerKinds, eventKinds, missedEnds, type EventEnd, type Rebooking } from '#domain/calendars/event-terms.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { covers } from '#domain/record/rights.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { eventHref } from '../lib/records/links.ts';
import { take } from '../lib/records/move.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { checkMayChange, eventCourse, minutesOf, whenOf, type EventRow } from './records.ts';
import { readRows, shownTo } from './shown.ts';

type Table = typeof table;
/** What an appointment must share with a missed one to take its place: the customer and the purpose. */
type Like = Pick<EventRow, 'kind' | 'customerId' | 'leadId'>;

/** The most events of a person that are shown as still to be done, and for how many days: a missed one, one without an end. */
const MOST = 12;
const DAYS = { missed: 30, open: 7 };

export const isMissed = (endedAs: EventEnd | null): boolean => missedEnds.some((one) => one === endedAs);

const sameAs = ({ kind, customerId, leadId }: Like) =>
  sql`t.kind = ${kind} and (t.customer_id = ${customerId} or t.lead_id = ${leadId})`;

/** Whether another appointment like this one is planned. */
export async function hasAnother({ db, user, now }: Ctx, record: EventRow): Promise<boolean> {
  const { rows } = await sql`select from calendar_events t where t.company_id = ${user.companyId} and ${sameAs(record)}
    and t.id <> ${record.id} and t.ended_as is null and t.state = 'not_started' and t.starts_at > ${now} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Whether a missed appointment needs another one: not where a similar one is planned already. */
async function rebookOf(ctx: Ctx, record: EventRow): Promise<Rebooking | null> {
  if (!customerKinds.includes(record.kind)) return null;
  return (await hasAnother(ctx, record)) ? 'done' : 'due';
}

/** Tells the lead of an event that it was missed, or (`back`) that it was not. */
export async function tellLeadMissed(ctx: Ctx, record: EventRow, endedAs: EventEnd, back: boolean): Promise<void> {
  const { leadId, kind, startsAt } = record;
  if (leadId === null) return;
  const by = endedAs === 'host_missed' ? 'company' : 'customer';
  await ctx.emit('lead.missed', { leadId, at: startsAt, what: eventKinds[kind], by, back });
}

/** The columns of a missed event beside its end. Its people, or whoever manages calendars, are told what to do next. */
export async function missedColumns(
  ctx: Ctx,
  record: EventRow,
  endedAs: EventEnd,
): Promise<{ rebook: Rebooking | null }> {
  const rebook = await rebookOf(ctx, record);
  await tellLeadMissed(ctx, record, endedAs, false);
  if (rebook === 'due') {
    const when = whenOf(new Date(record.startsAt), minutesOf(record));
    const people = record.userIds.length > 0 ? record.userIds : await holdersOf(ctx, p.manageCalendars);
    await notify(
      ctx,
      people.filter((one) => one !== ctx.user.id),
      {
        kind: 'event_missed',
        title: `${endedAs === 'missed' ? 'Non presentato' : 'Mancato da noi'}: ${when}`,
        text: [record.isPrivate ? '' : (record.customer ?? record.title), 'Prendere un altro appuntamento, o chiudere.']
          .filter(Boolean)
          .join(' · '),
        href: eventHref(record.id),
        once: `missed:${record.id}:${record.version}`,
      },
    );
  }
  return { rebook };
}

/** Another appointment was made: earlier missed ones like it need no other any more. */
export async function settleMissed(ctx: Ctx, like: Like): Promise<void> {
  if (!customerKinds.includes(like.kind) || (like.customerId === null && like.leadId === null)) return;
  const { rows } = await sql<{
    id: number;
  }>`select t.id from calendar_events t where t.company_id = ${ctx.user.companyId}
    and t.rebook = 'due' and ${sameAs(like)} order by t.id for update`.execute(ctx.db);
  for (const { id } of rows) await settle(ctx, await eventCourse.find(ctx, id), 'done');
}

const words = { done: 'rebook', declined: 'decline' } as const;

/** Writes what became of a missed event, which is locked. */
async function settle(ctx: Ctx, record: EventRow, rebook: 'done' | 'declined'): Promise<void> {
  await eventCourse.write(ctx, record, { rebook }, { action: words[rebook] });
}

/** A lead is closed or a contract cancelled: its missed appointments need no other any more. */
export async function dropMissed(ctx: Ctx, of: { leadId: number } | { contractId: number }): Promise<void> {
  const rows = await ctx.db
    .selectFrom('calendarEvents')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('rebook', '=', 'due')
    .where('leadId' in of ? 'leadId' : 'contractId', '=', 'leadId' in of ? of.leadId : of.contractId)
    .orderBy('id')
    .forUpdate()
    .execute();
  for (const { id } of rows) await settle(ctx, await eventCourse.find(ctx, id), 'declined');
}

/**
 * Takes a missed event to take another one in its place. Throws `not_found`, `forbidden` to who does not take part,
 * `conflict` for one that was not missed or has another already.
 */
export async function takeMissed(ctx: Ctx, id: number): Promise<void> {
  const record = await eventCourse.find(ctx, id, { lock: true });
  checkMayChange(ctx, record);
  if (!isMissed(record.endedAs)) throw new Failure('conflict', 'L’appuntamento non è mancato: spostarlo.');
  if (record.rebook === 'done') throw new Failure('conflict', 'Al suo posto c’è già un altro appuntamento.');
  await settle(ctx, record, 'done');
}

export const decline: VerbOf<Table, 'POST /calendars/events/:id/decline'> = async (ctx, { params, version }) => {
  const record = await take(ctx, eventCourse, { id: params.id, version });
  checkMayChange(ctx, record);
  if (record.rebook !== 'due') throw new Failure('conflict', 'Nessun appuntamento è da riprendere.');
  await settle(ctx, record, 'declined');
  return eventCourse.answer(ctx, record.id);
};

/** The caller's events that still need something done; those of nobody are shown to whoever manages calendars. */
export const todo: VerbOf<Table, 'GET /calendars/todo'> = async (ctx) => {
  const { companyId, id, privileges } = ctx.user;
  const isMine = sql`t.user_ids && array[${id}]::bigint[]`;
  const mine = covers({ own: [], all: eventRights.change.all }, privileges, false)
    ? sql`(${isMine} or t.user_ids = '{}')`
    : isMine;
  const daysAgo = (days: number) => instantInRome(addDays(ctx.today, -days), '00:00');
  const { rows } = await readRows(
    ctx,
    sql`t.company_id = ${companyId} and ${mine} and t.starts_at > ${daysAgo(DAYS.missed)}
      and (t.rebook = 'due' or t.ended_as is null and t.starts_at > ${daysAgo(DAYS.open)} and t.state in ('not_started', 'in_progress')
        and t.kind = any(${[...customerKinds]}::text[]) and t.ends_at <= ${instantInRome(ctx.today, '00:00')})`,
    MOST,
  );
  return rows.map((one) => shownTo(ctx, one));
};
