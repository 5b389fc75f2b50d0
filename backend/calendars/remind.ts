/**
 * Messages to customers about their appointments: made, moved, cancelled or passed to another colleague; and reminders
 * the day before and two hours before, never at night.
 */
import { isDeepStrictEqual } from 'node:util';
import { sql, type RawBuilder } from 'kysely';
import { nextReminder } from '#domain/calendars/reminders.ts';
import { calendarSettingFields, type CalendarSettings } from '#domain/calendars/setting-fields.ts';
import { customerKinds, eventKinds, type EventEnd, type EventKind } from '#domain/calendars/event-terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import { readDealer } from '../documents/letterhead.ts';
import { leaves } from '../documents/sender.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import { isQuietPerson } from '../lib/people/quiet.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { readSettingsOn } from '../lib/records/params.ts';
import { eventPost } from './post.ts';

/** The most messages of a company in a minute: after an outage the next appointments come first. */
const AT_ONCE = 100;

export const calendarGroup = { group: 'calendars', fields: calendarSettingFields } as const;
export const readCalendarSettings = async ({ db, user, today }: Ctx): Promise<CalendarSettings> =>
  (await readSettingsOn(db, user.companyId, calendarGroup, [today]))[0]!;

/** What a customer knows of an appointment: when it is, and who expects them. */
interface Known {
  at: string;
  with: number[];
}

interface Due {
  id: number;
  kind: EventKind;
  startsAt: string;
  endedAs: EventEnd | null;
  /** Its customer is told nothing before it is confirmed. */
  proposed: boolean;
  userIds: number[];
  told: Known | null;
  customer: string;
  email: string | null;
  mobile: string | null;
  /** The person has asked not to be contacted: what they booked is confirmed, moved and cancelled by mail, but not recalled. */
  quiet: boolean;
  place: string | null;
  people: string | null;
}

const locked = sql`for update of t skip locked`;

/** Events with their customer or lead, locked; events that another process has locked are left to it. */
async function readDue({ db, user }: Ctx, which: RawBuilder<unknown>, lock = locked): Promise<Due[]> {
  const { companyId } = user;
  const person = {
    customerId: sql`coalesce(t.customer_id, l.customer_id)`,
    phones: [sql`c.phone`, sql`c.phone2`, sql`l.phone`, sql`l.phone2`],
    emails: [sql`c.email_key`, sql`l.email_key`],
  };
  const { rows } = await sql<Due>`select t.id, t.kind, t.starts_at, t.ended_as, t.proposed, t.user_ids, t.told,
      coalesce(c.name, l.name, '') as customer, coalesce(c.email, l.email) as email,
      case when coalesce(c.phone, l.phone) ~ '^[+]393' then coalesce(c.phone, l.phone) end as mobile,
      ${isQuietPerson(person)} as quiet,
      (select p.name from locations p join calendars k on k.company_id = ${companyId} and k.location_id = p.id
        where p.company_id = ${companyId} and k.id = any(t.calendar_ids) order by k.id limit 1) as place,
      (select string_agg(u.name, ', ' order by u.id) from users u where u.company_id = ${companyId} and u.id = any(t.user_ids)) as people
    from calendar_events t left join customers c on c.company_id = ${companyId} and c.id = t.customer_id
      left join leads l on l.company_id = ${companyId} and l.id = t.lead_id
    where t.company_id = ${companyId} and ${which}
    order by t.starts_at, t.id limit ${AT_ONCE} ${lock}`.execute(db);
  return rows;
}

const whenOf = ({ startsAt }: Pick<Due, 'startsAt'>) =>
  `${dayOfWeek(dayInRome(new Date(startsAt)))} alle ${time(startsAt)}`;

/** The appointment in a line: what, when, where, with whom. */
const lineOf = (one: Due) =>
  [
    `${eventKinds[one.kind].toLowerCase()}, ${whenOf(one)}`,
    ...(one.place ? [one.place] : []),
    ...(one.people ? [`con ${one.people}`] : []),
  ].join(', ');

interface Written {
  subject: string;
  said: string;
  linked: boolean;
}

/** Writes a mail, and an SMS where `sms` says so, to who can be reached; each leaves by a job. */
async function write(
  ctx: Ctx,
  one: Due,
  { subject, said, linked }: Written,
  { name, sms }: { name: string; sms: boolean },
): Promise<void> {
  const { companyId } = ctx.user;
  const page = 'Da questa pagina può confermare, spostare o annullare:';
  const body = [
    one.customer ? `Gentile ${one.customer},` : 'Buongiorno,',
    said,
    ...(linked ? [page, LINK_PLACE] : []),
    name,
  ].join('\n\n');
  const messages = [
    ...(one.email ? [{ channel: 'mail', address: one.email, subject: `${name}: ${subject}`, body }] : []),
    ...(sms && one.mobile
      ? [
          {
            channel: 'sms',
            address: one.mobile,
            subject: '',
            body: `${name}: ${said}${linked ? ` ${LINK_PLACE}` : ''}`,
          },
        ]
      : []),
  ];
  for (const message of messages) {
    const { id } = await ctx.db
      .insertInto('messages')
      .values({ companyId, entity: 'event', recordId: one.id, direction: 'out', createdAt: ctx.now, ...message })
      .returning('id')
      .executeTakeFirstOrThrow();
    await leaves(ctx, eventPost, { id, channel: message.channel });
  }
}

const mark = ({ db, user }: Ctx, id: number, columns: object) =>
  db
    .updateTable('calendarEvents')
    .set({ ...columns })
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();

/** Writes the reminders of a company that are due. */
export async function remindDue(ctx: Ctx): Promise<void> {
  const due = await readDue(ctx, sql`t.remind_at <= ${ctx.now}`);
  if (due.length === 0) return;
  const { smsReminders: sms } = await readCalendarSettings(ctx);
  const { name } = await readDealer(ctx);
  for (const one of due) {
    const startsAt = new Date(one.startsAt);
    await mark(ctx, one.id, { remindAt: nextReminder(startsAt, ctx.now) });
    // Nothing is sent after an appointment, however long an outage delayed it, nor ever about a meeting that only
    // concerns the customer.
    if (startsAt <= ctx.now || !customerKinds.includes(one.kind) || one.quiet) continue;
    const said = `Le ricordiamo: ${lineOf(one)}.`;
    await write(ctx, one, { subject: `promemoria per ${whenOf(one)}`, said, linked: true }, { name, sms });
  }
}

/** The message to a customer who was last told `told`; null when nothing has changed. */
function newsOf(one: Due): Written | null {
  const { told, endedAs } = one;
  if (endedAs !== null)
    return told && endedAs === 'canceled'
      ? { subject: 'appuntamento annullato', said: `È annullato: ${lineOf(one)}.`, linked: false }
      : null;
  if (!told) return { subject: `appuntamento ${whenOf(one)}`, said: `Le confermiamo: ${lineOf(one)}.`, linked: true };
  if (told.at !== one.startsAt)
    return {
      subject: `appuntamento spostato a ${whenOf(one)}`,
      said: `Il suo appuntamento di ${whenOf({ startsAt: told.at })} è spostato: ${lineOf(one)}.`,
      linked: true,
    };
  return isDeepStrictEqual(told.with, one.userIds)
    ? null
    : { subject: 'chi la riceve', said: `La riceve un’altra persona: ${lineOf(one)}.`, linked: true };
}

/**
 * Writes to the customers of these events; `written` makes the message from the line that describes the appointment.
 */
export async function tellOf(ctx: Ctx, ids: readonly number[], written: (line: string) => Written): Promise<void> {
  if (ids.length === 0) return;
  const { name } = await readDealer(ctx);
  for (const one of await readDue(ctx, sql`t.id = any(${[...ids]}::bigint[])`))
    await write(ctx, one, written(lineOf(one)), { name, sms: false });
}

/**
 * What the customers of these events would be written if one changed so: with whom it is, by id and by name, and when it
 * begins. '' for who is told nothing, or has no address.
 */
export async function newsIf(
  ctx: Ctx,
  ids: readonly number[],
): Promise<(id: number, change: Pick<Due, 'startsAt' | 'userIds' | 'people'>) => string> {
  const due = new Map((await readDue(ctx, sql`t.id = any(${[...ids]}::bigint[])`, sql``)).map((one) => [one.id, one]));
  return (id, change) => {
    const one = due.get(id);
    const isTold =
      one?.email &&
      !one.proposed &&
      customerKinds.includes(one.kind) &&
      Date.parse(change.startsAt) > ctx.now.getTime();
    return isTold ? (newsOf({ ...one, ...change })?.said ?? '') : '';
  };
}

/** Tells the customers of a company what has changed in their appointments since the last message. */
export async function tellDue(ctx: Ctx): Promise<void> {
  const due = await readDue(ctx, sql`t.tell_at <= ${ctx.now}`);
  if (due.length === 0) return;
  const { name } = await readDealer(ctx);
  for (const one of due) {
    const isTold = customerKinds.includes(one.kind) && Date.parse(one.startsAt) > ctx.now.getTime();
    const news = isTold ? newsOf(one) : null;
    if (news) await write(ctx, one, news, { name, sms: false });
    const told: Known | null = one.endedAs === null ? { at: one.startsAt, with: one.userIds } : null;
    await mark(ctx, one.id, { tellAt: null, ...(isTold && { told: told && JSON.stringify(told) }) });
  }
}

export const eventReminders: Job<Record<string, never>> = {
  name: 'event-reminders',
  cron: '* * * * *',
  run: (call) =>
    forEachCompany(call, async (ctx) => {
      await tellDue(ctx);
      await remindDue(ctx);
    }),
};
