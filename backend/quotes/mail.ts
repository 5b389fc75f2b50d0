import { addDays } from '#domain/dates.ts';
import { LINK_PLACE } from '#domain/quotes/limits.ts';
import type { Ctx, Job } from '../lib/context.ts';
import { openLink, revokeLinks } from '../lib/link.ts';
import { sendMail } from '../lib/mail.ts';
import { notify } from '../lib/notify.ts';
import { b2bSendable } from './b2b/sendable.ts';
import { pdfOf } from './paper.ts';
import { quoteSendable, type Outgoing } from './sendable.ts';

/** A link outlives the quote by so many days: who has accepted reads it again. */
const LINK_DAYS = 30;

/** What goes by mail. */
const sendables = [quoteSendable, b2bSendable];

/** Until when a private link to the quote opens it. */
export const linkEnd = ({ expiresOn }: Pick<Outgoing, 'expiresOn'>, today: string): Date =>
  new Date(`${addDays(expiresOn ?? today, LINK_DAYS)}T23:00:00Z`);

export const urlOf = ({ config }: Pick<Ctx, 'config'>, token: string): string =>
  `${config.PUBLIC_ORIGIN}/offer/${token}`;

/** The mail as it goes out, with a link made for it; null when it went already. */
async function prepare(ctx: Ctx, id: number) {
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
  const of = sendables.find(({ entity }) => entity === message.entity)!;
  const quote = await of.read(ctx, message.recordId);
  const wanted = message.body.includes(LINK_PLACE);
  const expiresAt = linkEnd(quote, ctx.today);
  const link = wanted ? await openLink(ctx, { purpose: of.entity, recordId: quote.id, expiresAt }) : null;
  const text = link ? message.body.replaceAll(LINK_PLACE, urlOf(ctx, link.token)) : message.body;
  return { ...message, of, quote, linkId: link?.id ?? null, text };
}

const mark = (
  { db, user }: Ctx,
  id: number,
  columns: { sentAt?: Date; linkId?: number | null; failedAt: Date | null; failure: string | null },
) => db.updateTable('messages').set(columns).where('companyId', '=', user.companyId).where('id', '=', id).execute();

/**
 * Sends one message with the quote's PDF. Each try has a link of its own, because the database knows no link by its words; that of a
 * try that failed opens nothing. The sender is told of the first failure; the queue tries again for hours.
 */
export const quoteMail: Job<{ companyId: number; id: number }> = {
  name: 'quote-mail',
  run: async ({ config, files, asCompany }, { companyId, id }) => {
    const inside = <T>(work: (ctx: Ctx) => Promise<T>) => asCompany(companyId, null, work);
    const mail = await inside((ctx) => prepare(ctx, id));
    if (!mail) return;
    const { to, subject, text, replyTo, of, quote, linkId } = mail;
    try {
      const { name, bytes } = await pdfOf(of.printed, { files, inside }, quote.id);
      const content = Buffer.from(bytes as Uint8Array);
      const attachments = [{ filename: name, content, contentType: 'application/pdf' }];
      await sendMail(config, {
        about: `${companyId}-messages-${id}`,
        to,
        subject,
        text,
        ...(replyTo && { replyTo }),
        attachments,
      });
    } catch (error) {
      await inside(async (ctx) => {
        if (linkId) await revokeLinks(ctx, of.entity, quote.id, linkId);
        await mark(ctx, id, { failedAt: ctx.now, failure: String(error).slice(0, 500) });
        await notify(ctx, [quote.sellerId], {
          kind: 'message_failed',
          title: `${quote.number}: la e-mail a ${to} non parte`,
          text: 'Si riprova da solo per qualche ora: controllare l’indirizzo.',
          href: quote.href,
          once: `message_failed:${id}`,
        });
      });
      throw error;
    }
    await inside((ctx) => mark(ctx, id, { sentAt: ctx.now, linkId, failedAt: null, failure: null }));
  },
};
