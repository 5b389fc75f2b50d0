import { LINK_PLACE } from '#domain/documents/limits.ts';
import type { Ctx, Job, PublicCtx } from '../lib/work/context.ts';
import { revokeLinks } from '../lib/people/link.ts';
import { mailCustomer } from '../lib/people/mail.ts';
import { tellUnsent } from '../lib/people/notify.ts';
import { sendSms } from '../lib/people/sms.ts';
import { pdfOf } from './printed.ts';
import { readDealer } from './letterhead.ts';
import { linkTo, type Sendable } from './sending.ts';

/** The message to send, with a new link; null when it was sent already. */
async function prepare(ctx: Ctx, kinds: readonly Sendable[], id: number) {
  const message = await ctx.db
    .selectFrom('messages as m')
    // Another system has no mailbox.
    .leftJoin('users as u', (on) =>
      on.onRef('u.companyId', '=', 'm.companyId').onRef('u.id', '=', 'm.userId').on('u.service', '=', false),
    )
    .select(['m.recordId', 'm.entity', 'm.channel', 'm.address as to', 'm.subject', 'm.body', 'u.email as replyTo'])
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

type Prepared = NonNullable<Awaited<ReturnType<typeof prepare>>>;

/** Sends the mail with the record's PDF. */
async function mailOut({ config, files, asCompany, heavily }: PublicCtx, { companyId, id }: Ids, of: Prepared) {
  const { to, subject, text, replyTo, record, dealer } = of;
  const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
  const { name: filename, bytes } = await heavily('short', companyId, () =>
    pdfOf(of.of.printed, { files, inside }, record.id),
  );
  const attachments = [{ filename, content: Buffer.from(bytes as Uint8Array), contentType: 'application/pdf' }];
  await mailCustomer(config, dealer, {
    about: `${companyId}-messages-${id}`,
    to,
    subject,
    text,
    written: true,
    ...(replyTo && { replyTo }),
    attachments,
  });
}

/** Notes that a message did not leave, and tells the seller. */
async function fail(ctx: Ctx, id: number, { of, record, linkId, to }: Prepared, error: unknown) {
  if (linkId) await revokeLinks(ctx, of.entity, record.id, linkId);
  await mark(ctx, id, { failedAt: ctx.now, failure: String(error).slice(0, 500) });
  await tellUnsent(ctx, [record.sellerId], { about: record.number, to, href: record.href, key: id }, error);
}

interface Ids {
  companyId: number;
  id: number;
}

/**
 * The job `name`, which sends messages about records of some kinds: mails with their PDF, and SMS. Each try makes its
 * own link, because the database knows only hashes of links; the link of a failed try opens nothing. The sender is told
 * of the first failure; the queue tries again for days, except what was refused for good.
 */
export const postJob = (name: string, kinds: readonly Sendable[]): Job<Ids> => ({
  name,
  isMail: true,
  run: async (call, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => call.asCompany(companyId, null, work);
    const message = await inside((ctx) => prepare(ctx, kinds, id));
    if (!message) return;
    const { to, text, channel, linkId } = message;
    try {
      if (channel === 'sms') await sendSms(call.config, { to, text, about: `${companyId}-messages-${id}` });
      else await mailOut(call, { companyId, id }, message);
    } catch (error) {
      await inside((ctx) => fail(ctx, id, message, error));
      throw error;
    }
    await inside((ctx) => mark(ctx, id, { sentAt: ctx.now, linkId, failedAt: null, failure: null }));
  },
});
