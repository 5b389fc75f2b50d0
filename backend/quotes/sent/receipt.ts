/** The mail that confirms a customer's acceptance. */
import type { Ctx } from '#backend/lib/work/context.ts';
import type { QuoteRecord } from '../records.ts';
import { quoteMail } from './mail.ts';
import { worded } from './sendable.ts';

/** Seconds before the receipt of an acceptance that a seller entered is sent: a wrong press is taken back before. */
const WAIT = 60_000;

/** Writes the receipt to the customer; without an address there is none. */
export async function sendReceipt(ctx: Ctx, quote: QuoteRecord): Promise<void> {
  const to = quote.contact?.email;
  if (!to) return;
  const { companyId, id: userId } = ctx.user;
  const { subject, text } = await worded(ctx, quote, 'receipt');
  const { id } = await ctx.db
    .insertInto('messages')
    .values({
      companyId,
      entity: 'quote',
      recordId: quote.id,
      direction: 'out',
      receipt: true,
      createdAt: ctx.now,
      address: to,
      subject,
      body: text,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const at = new Date(ctx.now.getTime() + (userId === 0 ? 0 : WAIT));
  await ctx.enqueue(quoteMail, { companyId, id }, { at });
}

/** Takes a receipt back that was not sent yet. */
export const dropReceipt = ({ db, user }: Ctx, { id }: QuoteRecord) =>
  db
    .deleteFrom('messages')
    .where('companyId', '=', user.companyId)
    .where('entity', '=', 'quote')
    .where('recordId', '=', id)
    .where('receipt', '=', true)
    .where('sentAt', 'is', null)
    .execute();
