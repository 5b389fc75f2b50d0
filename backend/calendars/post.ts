/** Sends the messages about appointments to their customers, each with its own link to the appointment. */
import { dayInRome } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/documents/limits.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { eventHref } from '../lib/records/links.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { tellUnsent } from '../lib/people/notify.ts';
import { sendSms } from '../lib/people/sms.ts';
import { eventCourse } from './records.ts';

/**
 * A message that is to be sent, with a new link where it has a place for one; undefined: it was sent, the appointment has
 * begun meanwhile, or a failed one was followed by a newer one, which says what holds now.
 */
async function prepare(ctx: Ctx, id: number) {
  const message = await ctx.db
    .selectFrom('messages')
    .select(['recordId', 'channel', 'address as to', 'subject', 'body', 'failedAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .where('sentAt', 'is', null)
    .executeTakeFirst();
  if (!message) return undefined;
  const { id: recordId, startsAt, endsAt, userIds } = await eventCourse.find(ctx, message.recordId);
  if (new Date(startsAt) <= ctx.now || (message.failedAt && (await isFollowed(ctx, id, message)))) return undefined;
  const ready = { ...message, startsAt, userIds, dealer: await readDealer(ctx) };
  if (!message.body.includes(LINK_PLACE)) return { ...ready, linkId: null, text: message.body };
  const link = await openLink(ctx, { purpose: 'appointment', recordId, expiresAt: new Date(endsAt) });
  const url = `${ctx.config.PUBLIC_ORIGIN}/appuntamento/${encodeURIComponent(link.token)}`;
  return { ...ready, linkId: link.id, text: message.body.replaceAll(LINK_PLACE, url) };
}

/** Whether a newer message about the same appointment goes to the same address. */
async function isFollowed(
  { db, user }: Ctx,
  id: number,
  { recordId, to }: { recordId: number; to: string },
): Promise<boolean> {
  const newer = await db
    .selectFrom('messages')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('entity', '=', 'event')
    .where('recordId', '=', recordId)
    .where('address', '=', to)
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst();
  return newer !== undefined;
}

/** Sends one message; a second run finds it sent. The link of a failed try opens nothing. */
export const eventPost: Job<{ companyId: number; id: number }> = {
  name: 'event-post',
  isMail: true,
  run: async ({ config, asCompany }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const message = await inside((ctx) => prepare(ctx, id));
    if (!message) return;
    const { channel, to, subject, text, dealer, linkId, recordId, startsAt, userIds } = message;
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
        const about = `Appuntamento di ${dayOfWeek(dayInRome(new Date(startsAt)))} alle ${time(startsAt)}`;
        await tellUnsent(ctx, userIds, { about, to, href: eventHref(recordId), key: id }, error);
      });
      throw error;
    }
    await inside((ctx) => mark(ctx, { sentAt: ctx.now, failedAt: null, failure: null }));
  },
};
