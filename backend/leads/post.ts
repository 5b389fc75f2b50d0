/** Sends the messages that were written about leads. */
import { leadMachine } from '#domain/leads/rules.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { leadHref } from '../lib/records/links.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { tellUnsent } from '../lib/people/notify.ts';
import { sendSms } from '../lib/people/sms.ts';

/** A message that was not sent yet, with the number of its lead: an answer that names it comes back to it. */
async function waiting(ctx: Ctx, id: number) {
  const message = await ctx.db
    .selectFrom('messages as m')
    .innerJoin('leads as l', (on) => on.onRef('l.companyId', '=', 'm.companyId').onRef('l.id', '=', 'm.recordId'))
    .leftJoin('users as u', (on) => on.onRef('u.companyId', '=', 'm.companyId').onRef('u.id', '=', 'm.userId'))
    .select(['m.channel', 'm.address as to', 'm.subject', 'm.body as text', 'm.userId', 'l.id as leadId', 'l.number'])
    .select('u.email as replyTo')
    .where('m.companyId', '=', ctx.user.companyId)
    .where('m.id', '=', id)
    .where('m.entity', '=', leadMachine.entity)
    .where('m.sentAt', 'is', null)
    .executeTakeFirst();
  return message && { ...message, dealer: await readDealer(ctx) };
}

export const leadPost: Job<{ companyId: number; id: number }> = {
  name: 'lead-post',
  isMail: true,
  run: async ({ config, asCompany }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const mark = (ctx: Ctx, columns: { sentAt?: Date; failedAt: Date | null; failure: string | null }) =>
      ctx.db.updateTable('messages').set(columns).where('companyId', '=', companyId).where('id', '=', id).execute();
    const message = await inside((ctx) => waiting(ctx, id));
    if (!message) return;
    const { channel, to, subject, text, replyTo, dealer, number, leadId, userId } = message;
    const about = `${companyId}-messages-${id}` as const;
    try {
      if (channel === 'sms') await sendSms(config, { to, text, about });
      else
        await mailCustomer(config, dealer, {
          about,
          to,
          subject: `${subject} [${number}]`,
          text,
          written: true,
          ...(replyTo && { replyTo }),
        });
    } catch (error) {
      await inside(async (ctx) => {
        await mark(ctx, { failedAt: ctx.now, failure: String(error).slice(0, 500) });
        const told = { about: number, to, href: leadHref(leadId), key: id };
        await tellUnsent(ctx, userId === null ? [] : [userId], told, error);
      });
      throw error;
    }
    await inside((ctx) => mark(ctx, { sentAt: ctx.now, failedAt: null, failure: null }));
  },
};
