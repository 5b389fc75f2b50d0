/** Sends the messages about appointments to their customers, each with its own link to the appointment. */
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { sendSms, SmsRefused } from '../lib/people/sms.ts';
import { eventCourse } from './records.ts';

/** A message that was not sent yet, with a new link where it has a place for one; undefined: it was sent. */
async function prepare(ctx: Ctx, id: number) {
  const message = await ctx.db
    .selectFrom('messages')
    .select(['recordId', 'channel', 'address as to', 'subject', 'body'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  if (!message) return undefined;
  const dealer = await readDealer(ctx);
  if (!message.body.includes(LINK_PLACE)) return { ...message, linkId: null, text: message.body, dealer };
  const { id: recordId, endsAt } = await eventCourse.find(ctx, message.recordId);
  const link = await openLink(ctx, { purpose: 'appointment', recordId, expiresAt: new Date(endsAt) });
  const url = `${ctx.config.PUBLIC_ORIGIN}/appuntamento/${encodeURIComponent(link.token)}`;
  return { ...message, linkId: link.id, text: message.body.replaceAll(LINK_PLACE, url), dealer };
}

/** Sends one message; a second run finds it sent. The link of a failed try opens nothing. */
export const eventPost: Job<{ companyId: number; id: number }> = {
  name: 'event-post',
  run: async ({ config, asCompany }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const message = await inside((ctx) => prepare(ctx, id));
    if (!message) return;
    const { channel, to, subject, text, dealer, linkId, recordId } = message;
    const mark = (ctx: Ctx, columns: { sentAt?: Date; failedAt: Date | null; failure: string | null }) =>
      ctx.db
        .updateTable('messages')
        .set({ ...columns, linkId })
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .execute();
    const about = `${companyId}-messages-${id}` as const;
    try {
      if (channel === 'sms') await sendSms(config, { to, text, about });
      else await mailCustomer(config, dealer, { about, to, subject, text });
    } catch (error) {
      await inside(async (ctx) => {
        if (linkId) await revokeLinks(ctx, 'appointment', recordId, linkId);
        await mark(ctx, { failedAt: ctx.now, failure: String(error).slice(0, 500) });
      });
      if (error instanceof SmsRefused) return;
      throw error;
    }
    await inside((ctx) => mark(ctx, { sentAt: ctx.now, failedAt: null, failure: null }));
  },
};
