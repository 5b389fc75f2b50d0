/** Customers are reminded of their appointments: the day before and two hours before, never at night. */
import { sql } from 'kysely';
import { nextReminder } from '#domain/calendars/reminders.ts';
import { eventKinds, type EventKind } from '#domain/calendars/terms.ts';
import { dayInRome } from '#domain/dates.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import { readDealer } from '../documents/letterhead.ts';
import { forEachCompany } from '../lib/companies.ts';
import type { Ctx, Job } from '../lib/context.ts';
import { mailCustomer } from '../lib/mail.ts';

/** The most reminders of a company in a minute: after an outage the next appointments come first. */
const AT_ONCE = 100;

interface Due {
  id: number;
  kind: EventKind;
  startsAt: string;
  customer: string | null;
  email: string | null;
  place: string | null;
}

/** Sends one reminder; a second run finds it sent. */
export const reminderMail: Job<{ companyId: number; id: number }> = {
  name: 'event-reminder',
  run: async ({ config, asCompany }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const mail = await inside(async (ctx) => {
      const message = await ctx.db
        .selectFrom('messages')
        .select(['address as to', 'subject', 'body as text'])
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .where('sentAt', 'is', null)
        .executeTakeFirst();
      return message && { ...message, dealer: await readDealer(ctx) };
    });
    if (!mail) return;
    const mark = (columns: object) =>
      inside((ctx) =>
        ctx.db
          .updateTable('messages')
          .set({ ...columns })
          .where('companyId', '=', companyId)
          .where('id', '=', id)
          .execute(),
      );
    const { dealer, ...message } = mail;
    try {
      await mailCustomer(config, dealer, { about: `${companyId}-messages-${id}`, ...message });
    } catch (error) {
      await mark({ failedAt: new Date(), failure: String(error).slice(0, 500) });
      throw error;
    }
    await mark({ sentAt: new Date(), failedAt: null, failure: null });
  },
};

/** Writes the reminders of a company that are due. */
export async function remindDue(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Due>`select t.id, t.kind, t.starts_at,
      (select c.name from customers c where c.company_id = ${companyId} and c.id = t.customer_id) as customer,
      (select c.email from customers c where c.company_id = ${companyId} and c.id = t.customer_id) as email,
      (select l.name from locations l join calendars k on k.company_id = ${companyId} and k.location_id = l.id
        where l.company_id = ${companyId} and k.id = any(t.calendar_ids) order by k.id limit 1) as place
    from calendar_events t where t.company_id = ${companyId} and t.remind_at <= ${ctx.now}
    order by t.starts_at, t.id limit ${AT_ONCE} for update of t skip locked`.execute(ctx.db);
  if (rows.length === 0) return;
  const { name } = await readDealer(ctx);
  for (const { id, kind, startsAt, customer, email, place } of rows) {
    await ctx.db
      .updateTable('calendarEvents')
      .set({ remindAt: nextReminder(new Date(startsAt), ctx.now) })
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .execute();
    // What an outage kept until after the appointment is not said any more.
    if (!email || Date.parse(startsAt) <= ctx.now.getTime()) continue;
    const when = `${dayOfWeek(dayInRome(new Date(startsAt)))} alle ${time(startsAt)}`;
    const message = await ctx.db
      .insertInto('messages')
      .values({
        companyId,
        entity: 'event',
        recordId: id,
        direction: 'out',
        createdAt: ctx.now,
        address: email,
        subject: `${name}: promemoria per ${when}`,
        body: [
          `Gentile ${customer},`,
          `le ricordiamo: ${eventKinds[kind].toLowerCase()}, ${when}${place ? `, ${place}` : ''}.`,
          'Se non può venire, risponda a questa e-mail: troveremo un altro momento.',
          name,
        ].join('\n\n'),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await ctx.enqueue(reminderMail, { companyId, id: message.id });
  }
}

export const eventReminders: Job<Record<string, never>> = {
  name: 'event-reminders',
  cron: '* * * * *',
  run: (call) => forEachCompany(call, remindDue),
};
