/** Questions from the support chat, as its vendor's webhook brings them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { CHAT_MINUTES, signedText } from '#domain/support/chat.ts';
import type { support as table } from '#domain/support/endpoints.ts';
import { line, lines } from '#domain/text.ts';
import { findOwner } from '../lib/people/people.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { askAs } from './asked.ts';

/** A message is asked once, however often the vendor sends it. */
async function askOnce(ctx: Ctx, chatMark: string, about: { subject: string; text: string }): Promise<void> {
  // Of two deliveries at once the second finds the ticket of the first.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${chatMark}`}, 0))`.execute(ctx.db);
  const asked = await ctx.db
    .selectFrom('tickets')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('chatMark', '=', chatMark)
    .executeTakeFirst();
  if (!asked) await askAs(ctx, { ...about, page: '', persons: false, fileIds: [] }, chatMark);
}

/**
 * Asks for whoever has the address. Throws `not_found` where no key of a webhook is set, and `unauthenticated` for another
 * signature or an instant too far away. An address that nobody has answers the same: the vendor learns nothing of people.
 */
export const askByChat: VerbOf<typeof table, 'POST /support/chat'> = async (call, { body }) => {
  const key = call.config.CHAT_HOOK_SECRET;
  if (!key) throw new Failure('not_found');
  const { signature, email, at } = body;
  const own = createHmac('sha256', key).update(signedText(body)).digest();
  const isFar = Math.abs(Date.parse(at) - call.now.getTime()) > CHAT_MINUTES * 60_000;
  if (isFar || !timingSafeEqual(own, Buffer.from(signature, 'hex')))
    throw new Failure('unauthenticated', 'Firma non valida o scaduta');
  const owner = await call.briefly((db) => findOwner(db, email.trim().toLowerCase()));
  const about = { subject: line.safeParse(body.subject).data ?? '', text: lines.parse(body.text) };
  if (!owner || about.subject === '' || about.text === '') return;
  await call
    .asCompany(owner.companyId, owner.userId, (ctx) => askOnce(ctx, signature, about))
    .catch((error: unknown) => {
      // Blocked, suspended, or asking without end: the vendor can do nothing about it.
      if (!(error instanceof Failure)) throw error;
      call.log.warn({ requestId: call.requestId, code: error.code }, 'chat message not taken');
    });
};
