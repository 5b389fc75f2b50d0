import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { Ctx, Job } from '../lib/context.ts';
import { revokeLinks } from '../lib/link.ts';
import { mailCustomer } from '../lib/mail.ts';
import { notify } from '../lib/notify.ts';
import { pdfOf } from './printed.ts';
import { readDealer } from './letterhead.ts';
import { linkTo, type Sendable } from './sending.ts';

/** The mail to send, with a new link; null when it was sent already. */
async function prepare(ctx: Ctx, kinds: readonly Sendable[], id: number) {
  const message = await ctx.db
    .selectFrom('messages as m')
    // Another system has no mailbox.
    .leftJoin('users as u', (on) =>
      on.onRef('u.companyId', '=', 'm.companyId').onRef('u.id', '=', 'm.userId').on('u.service', '=', false),
    )
    .select(['m.recordId', 'm.entity', 'm.address as to', 'm.subject', 'm.body', 'u.email as replyTo'])
    .where('m.companyId', '=', ctx.user.companyId)
    .where('m.id', '=', id)
    .where('m.sentAt', 'is', null)
    .executeTakeFirst();
  if (!message) return null;
  const of = kinds.find(({ entity }) => entity === message.entity)!;
  const record = await of.read(ctx, message.recordId);
  const link = message.body.includes(LINK_PLACE) ? await linkTo(ctx, of, record) : null;
  const text = link ? message.body.replaceAll(LINK_PLACE, link.url) : message.body;
  return { ...message, of, record, linkId: link?.id ?? null, text, dealer: await readDealer(ctx) };
}

const mark = (
  { db, user }: Ctx,
  id: number,
  columns: { sentAt?: Date; linkId?: number | null; failedAt: Date | null; failure: string | null },
) => db.updateTable('messages').set(columns).where('companyId', '=', user.companyId).where('id', '=', id).execute();

/**
 * The job `name`, which mails messages about records of some kinds with their PDF. Each try makes its own link,
 * because the database knows only hashes of links; the link of a failed try opens nothing. The sender is told of
 * the first failure; the queue tries again for hours.
 */
export const mailJob = (name: string, kinds: readonly Sendable[]): Job<{ companyId: number; id: number }> => ({
  name,
  run: async ({ config, files, asCompany, heavily }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const mail = await inside((ctx) => prepare(ctx, kinds, id));
    if (!mail) return;
    const { to, subject, text, replyTo, of, record, linkId, dealer } = mail;
    try {
      const { name: filename, bytes } = await heavily('short', companyId, () =>
        pdfOf(of.printed, { files, inside }, record.id),
      );
      const content = Buffer.from(bytes as Uint8Array);
      const attachments = [{ filename, content, contentType: 'application/pdf' }];
      await mailCustomer(config, dealer, {
        about: `${companyId}-messages-${id}`,
        to,
        subject,
        text,
        ...(replyTo && { replyTo }),
        attachments,
      });
    } catch (error) {
      await inside(async (ctx) => {
        if (linkId) await revokeLinks(ctx, of.entity, record.id, linkId);
        await mark(ctx, id, { failedAt: ctx.now, failure: String(error).slice(0, 500) });
        await notify(ctx, [record.sellerId], {
          kind: 'message_failed',
          title: `${record.number}: la e-mail a ${to} non parte`,
          text: 'Si riprova da solo per qualche ora: controllare l’indirizzo.',
          href: record.href,
          once: `message_failed:${id}`,
        });
      });
      throw error;
    }
    await inside((ctx) => mark(ctx, id, { sentAt: ctx.now, linkId, failedAt: null, failure: null }));
  },
});
