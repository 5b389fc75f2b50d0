/**
 * Keeps a document that its parties signed on the dealer's tablet, by hand and each with the code that reached them: who,
 * when and on what device stands in the evidence.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { MARK } from '#domain/signatures/evidence.ts';
import { withApproved } from '#domain/signatures/progress.ts';
import type { drawnInput } from '#domain/signatures/schema.ts';
import { freeze } from '../documents/printed.ts';
import { nameFiles } from '../lib/files/unnamed.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Signable, Signing } from '../lib/ports/signable.ts';
import { addRound, assertSignable, newNumber } from './ask.ts';
import { tryDeviceCodes, useDeviceCodes } from './device-codes.ts';
import { note } from './events.ts';
import { sealing } from './evidence.ts';
import { pageColumns, newKeys, store } from './frozen.ts';
import { answered, approvedColumns, kindOf } from './records.ts';
import { everyParty } from './signers.ts';

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

/** The parties, as they signed: name and role are the record's, the address is where the code came from. */
async function addSigners(ctx: Ctx, signatureId: number, record: Signing, body: Drawn): Promise<void> {
  const { user, now, ip, userAgent } = ctx;
  const everybody = await everyParty(ctx, record, body.signers);
  const proven = await useDeviceCodes(ctx, body, body.signers);
  const device = { ip, agent: userAgent.slice(0, 300) };
  for (const [place, { party, given, at }] of everybody.entries()) {
    const { role, channel, email, phone, blocks, drawing } = given;
    const { id } = await ctx.db
      .insertInto('signatureSigners')
      .values({
        companyId: user.companyId,
        signatureId,
        place,
        role,
        name: party.name,
        channel,
        email,
        phone,
        drawing,
        ...device,
        state: 'signed',
        ...approvedColumns(withApproved({}, blocks, now.toISOString())),
        codeChannel: channel,
        codeAt: proven[at]!.codeAt,
        confirmedBy: user.id || null,
        readAt: now,
        signedAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await note(ctx, { signatureId, signerId: id, what: 'drawn', detail: device.agent });
  }
}

/**
 * Freezes the document outside of a transaction, and keeps it as signed by everybody at once. Throws as asking for
 * signatures does, `stale` when the record is not the one that was shown, `invalid` for a wrong code, which is counted.
 */
export const drawnBy =
  (kinds: readonly Signable[]): VerbOf<typeof table, 'POST /signatures/drawn'> =>
  async (call, { body }) => {
    const { entity, recordId } = body;
    const kind = kindOf(kinds, entity);
    const { companyId } = call.user;
    const number = newNumber(companyId);
    const { read, fields, keys } = await call.inside(async (ctx) => {
      const record = await kind.read(ctx, recordId, { lock: true });
      await assertSignable(ctx, entity, record);
      assertShown(record, body);
      await everyParty(ctx, record, body.signers);
      const { faults } = await tryDeviceCodes(ctx, body, body.signers);
      const printed = await kind.printed.read(ctx, recordId, { keep: true });
      return { read: printed, fields: faults, keys: await newKeys(ctx) };
    });
    if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
    const frozen = await freeze(call, read, `${MARK}${number}`);
    await store(call, keys, frozen);
    return call.inside(async (ctx) => {
      const record = await kind.read(ctx, recordId, { lock: true });
      assertShown(record, body);
      await assertSignable(ctx, entity, record);
      const hash = createHash('sha256').update(frozen.pdf).digest();
      const round = { kind: 'analogic', state: 'signed', number, hash, ...pageColumns(frozen), ...keys } as const;
      const id = await addRound(ctx, record, { ...round, entity, signBy: ctx.today, endedAt: ctx.now });
      await nameFiles(ctx, Object.values(keys));
      await addSigners(ctx, id, record, body);
      ctx.audit({ action: 'signature_drawn', entity, entityId: recordId, after: { number } });
      await ctx.emit('document.signed', { entity, id: recordId, on: ctx.today, kind: 'analogic' });
      await ctx.enqueue(sealing, { companyId, id });
      return answered(ctx, record, { id, entity });
    });
  };
