/** Keeps a document that its parties signed on the dealer's tablet: who, when and on what device stands in the evidence. */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { MARK } from '#domain/signatures/evidence.ts';
import type { drawnInput } from '#domain/signatures/schema.ts';
import { freeze } from '../documents/printed.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import type { Signable, Signing } from '../lib/signable.ts';
import { addRound, assertSignable, newNumber, store } from './ask.ts';
import { note } from './events.ts';
import { sealing } from './evidence.ts';
import { answered, kindOf } from './records.ts';

type Drawn = z.output<typeof drawnInput>;

/** Throws `stale` for a document that changed since it was shown, `invalid` for parts that somebody has not approved. */
function assertShown(record: Signing, { version, signers }: Drawn): void {
  if (record.version !== version) throw new Failure('stale', 'Il documento è cambiato: leggerlo di nuovo.');
  const fields = Object.fromEntries(
    signers.flatMap(({ blocks }, at) => {
      const left = record.blocks.filter(({ kind }) => !blocks.includes(kind)).map(({ title }) => title);
      return left.length > 0 ? [[`signers.${at}.blocks`, `Manca l’approvazione di: ${left.join(', ')}`]] : [];
    }),
  );
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

async function addSigners(ctx: Ctx, signatureId: number, { signers }: Drawn): Promise<void> {
  const { user, now, ip, userAgent } = ctx;
  const device = { ip, agent: userAgent.slice(0, 300), channel: 'mail', phone: null };
  for (const [place, { confirmed: _confirmed, blocks, ...signer }] of signers.entries()) {
    const own = { companyId: user.companyId, signatureId, place, confirmedBy: user.id || null };
    const { id } = await ctx.db
      .insertInto('signatureSigners')
      .values({ ...own, ...device, ...signer, state: 'signed', ticked: blocks, readAt: now, signedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note(ctx, { signatureId, signerId: id, what: 'drawn', detail: device.agent });
  }
}

/**
 * Freezes the document outside of a transaction, and keeps it as signed by everybody at once. Throws as asking for
 * signatures does, `stale` when the record is not the one that was shown.
 */
export const drawnBy =
  (kinds: readonly Signable[]): VerbOf<typeof table, 'POST /signatures/drawn'> =>
  async (call, { body }) => {
    const { entity, recordId } = body;
    const kind = kindOf(kinds, entity);
    const { companyId } = call.user;
    const number = newNumber(companyId);
    const read = await call.inside(async (ctx) => {
      const record = await kind.read(ctx, recordId);
      await assertSignable(ctx, entity, record);
      assertShown(record, body);
      return kind.printed.read(ctx, recordId, { keep: true });
    });
    const { pdf, pages } = await freeze(call, read, `${MARK}${number}`);
    const stored = await store(call, companyId, pdf, pages);
    return call.inside(async (ctx) => {
      const record = await kind.read(ctx, recordId, { lock: true });
      assertShown(record, body);
      await assertSignable(ctx, entity, record);
      const hash = createHash('sha256').update(pdf).digest();
      const round = { kind: 'analogic', state: 'signed', number, hash, pages: pages.length, ...stored } as const;
      const id = await addRound(ctx, record, { ...round, entity, signBy: ctx.today, endedAt: ctx.now });
      await addSigners(ctx, id, body);
      ctx.audit({ action: 'signature_drawn', entity, entityId: recordId, after: { number } });
      await ctx.emit('document.signed', { entity, id: recordId, on: ctx.today });
      await ctx.enqueue(sealing, { companyId, id });
      return answered(ctx, { id, entity, recordId });
    });
  };
