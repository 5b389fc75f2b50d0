/** Documents that were signed by hand on paper: the scan is kept, and counts once it is checked. */
import { createHash } from 'node:crypto';
import { dayInRome, instantInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import { day } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import { hold, readUpload } from '../lib/files/uploads.ts';
import type { Signable, Signing } from '../lib/ports/signable.ts';
import { addRound, assertSignable, newNumber } from './ask.ts';
import { note } from './events.ts';
import { sealing } from './evidence.ts';
import { answered, kindOf, setRound, type Round } from './records.ts';
import { take } from './round.ts';
import { assertHandwritten, mayCheck } from './signers.ts';

type Table = typeof table;

/** The parties as they signed the paper; the sealed copy is not mailed, because no address is confirmed. */
async function addSigners(ctx: Ctx, signatureId: number, { parties }: Signing, signedAt: Date): Promise<void> {
  const { companyId, id: userId } = ctx.user;
  const own = { companyId, signatureId, channel: 'mail', state: 'signed', signedAt, confirmedBy: userId || null };
  const rows = parties.map(({ role, name }, place) => ({ ...own, role, name, place }));
  await ctx.db.insertInto('signatureSigners').values(rows).execute();
}

/** The paper counts: its record learns it, and the evidence is made. */
async function count(ctx: Ctx, { id, entity, recordId }: Pick<Round, 'id' | 'entity' | 'recordId'>, on: string) {
  await ctx.emit('document.signed', { entity, id: recordId, on, kind: 'analogic' });
  await ctx.enqueue(sealing, { companyId: ctx.user.companyId, id });
}

/** Tells the back office that a paper waits, without those who sell. */
async function tellCheckers(ctx: Ctx, { title, href, checks }: Signing): Promise<void> {
  const holders = await holdersOf(ctx, p.validateContracts);
  await notify(
    ctx,
    holders.filter((id) => !checks?.notBy.includes(id)),
    { kind: 'contract_waiting', title: `${title}: firma su carta da controllare`, text: '', href },
  );
}

/**
 * Keeps the scan: a round that is signed, and sealed as others are, at once where the caller may check it, else once
 * somebody has. Throws as `askBy`.
 */
export const scanBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signatures/paper'> =>
  async (call, { body: { entity, recordId, uploadId, ...paper } }) => {
    const kind = kindOf(kinds, entity);
    const { fileKey } = await call.inside(async (ctx) => {
      const record = await kind.read(ctx, recordId);
      await assertSignable(ctx, entity, record);
      assertHandwritten(ctx, record, paper);
      return readUpload(ctx, uploadId);
    });
    const bytes = await call.files.get(fileKey);
    if (!bytes)
      throw new Failure('invalid', undefined, { fields: { uploadId: 'Il file non c’è più: caricarlo di nuovo' } });
    const hash = createHash('sha256').update(bytes).digest();
    return call.inside(async (ctx) => {
      const record = await kind.read(ctx, recordId, { lock: true });
      await assertSignable(ctx, entity, record);
      assertHandwritten(ctx, record, paper);
      await hold(ctx, [uploadId], 'signed_paper', 'uploadId');
      const { signedOn } = paper;
      const counts = record.checks === null || (await mayCheck(ctx, record));
      const number = newNumber(ctx.user.companyId);
      const endedAt = instantInRome(signedOn, '12:00');
      const checked = counts && record.checks !== null ? { checkedBy: ctx.user.id || null, checkedAt: ctx.now } : {};
      const round = { kind: 'analogic', state: counts ? 'signed' : 'checking', number, fileKey, pages: 1, hash };
      const id = await addRound(ctx, record, { ...round, ...checked, entity, signBy: ctx.today, endedAt });
      await addSigners(ctx, id, record, endedAt);
      await note(ctx, { signatureId: id, signerId: null, what: 'kept', detail: day(signedOn) });
      ctx.audit({ action: 'signature_kept', entity, entityId: recordId, after: { number } });
      if (counts) await count(ctx, { id, entity, recordId }, signedOn);
      else {
        await ctx.emit('document.kept', { entity, id: recordId });
        await tellCheckers(ctx, record);
      }
      return answered(ctx, record, { id, entity });
    });
  };

/** Throws `conflict` where no paper waits or the document is not to be signed any more, `forbidden` for who sells or buys. */
export const checkBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signatures/:id/check'> =>
  async (ctx, { params: { id }, version }) => {
    const { round, record } = await take(ctx, kinds, { id, version, checks: true });
    const { entity, recordId, state, number } = round;
    if (state !== 'checking') throw new Failure('conflict', 'Non c’è una firma su carta da controllare.');
    if (!record.open) throw new Failure('conflict', 'In questo stato il documento non si firma.');
    if (!(await mayCheck(ctx, record)))
      throw new Failure('forbidden', 'La controlla un collega del back office: non chi vende o compra.');
    await setRound(ctx, id, { state: 'signed', checkedBy: ctx.user.id || null, checkedAt: ctx.now });
    await note(ctx, { signatureId: id, signerId: null, what: 'checked', detail: ctx.user.name });
    ctx.audit({ action: 'signature_checked', entity, entityId: recordId, after: { number } });
    await count(ctx, round, dayInRome(new Date(round.endedAt!)));
    return answered(ctx, record, round);
  };
