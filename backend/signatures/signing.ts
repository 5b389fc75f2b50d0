/** A signer asks for a code, signs with it, or refuses. */
import { Failure } from '#domain/errors.ts';
import { masked } from '#domain/signatures/code.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { DRAW } from '#domain/signatures/drawing.ts';
import type { SigningPage } from '#domain/signatures/schema.ts';
import { codeChannels, type CodeChannel, type SignatureKind } from '#domain/signatures/terms.ts';
import { readDealer } from '../documents/letterhead.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { notify } from '../lib/people/notify.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { advancedBy, keptFrom } from './acceptances.ts';
import { drawCode, refusalOfCode, sendCode, type NewCode } from './codes.ts';
import { sealing } from './evidence.ts';
import { note } from './events.ts';
import { sendAsk, setSigner, tell } from './mails.ts';
import { asSigner, assertAsked, OWN_LINK, type Held } from './held.ts';
import { addressOf, pageOf } from './page.ts';
import { approve, noteRead } from './progress.ts';
import { approvedBy, kindOf, setRound } from './records.ts';

type Table = typeof table;

/** Throws `invalid` while a part is not approved. */
function assertApproved({ round }: Held, approved: readonly string[]): void {
  const left = round.blocks.filter(({ kind }) => !approved.includes(kind)).map(({ title }) => title);
  if (left.length > 0)
    throw new Failure('invalid', undefined, { fields: { blocks: `Confermare anche: ${left.join(', ')}` } });
}

/** Makes a code, of which only the keyed hash is stored; throws when one may not be sent now. */
async function makeCode(ctx: Ctx, { round, signer }: Held, channel: CodeChannel): Promise<NewCode> {
  const to = addressOf(signer, channel);
  if (!to) throw new Failure('invalid', `Manca un recapito per ${codeChannels[channel]}: chiamare il venditore.`);
  const { code, columns } = drawCode(ctx, signer, String(signer.id));
  await setSigner(ctx, signer.id, { ...columns, codeChannel: channel });
  await note(ctx, { signatureId: round.id, signerId: signer.id, what: 'code', detail: masked(to) });
  return { code, to, channel, name: signer.name, title: round.title, dealer: await readDealer(ctx) };
}

/** Sends the code; when it does not leave, the company sees why at the signer. */
async function send(
  call: PublicCtx,
  { companyId, signerId, code }: { companyId: number; signerId: number; code: NewCode },
): Promise<void> {
  try {
    await sendCode(call, code);
  } catch (error) {
    await call.asCompany(companyId, null, (ctx) =>
      setSigner(ctx, signerId, { failure: 'Il codice non parte: controllare il recapito.' }),
    );
    throw error;
  }
}

/** Notes that everything is read and approved, and sends a code. */
export const askCodeBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signing/code'> =>
  async (call, { body: { token, blocks, channel } }) => {
    const made = await asSigner(
      call,
      token,
      async (ctx, held) => {
        const { round, signer } = held;
        await assertAsked(ctx, kinds, held);
        assertApproved(held, blocks);
        // The last page may have been on the screen without the word of it having arrived.
        if (!signer.readAt) await noteRead(ctx, held);
        await approve(ctx, held, blocks);
        ctx.audit({ action: 'signature_code', entity: round.entity, entityId: round.recordId });
        const code = await makeCode(ctx, held, channel ?? (signer.channel as CodeChannel));
        return { code, companyId: ctx.user.companyId, signerId: signer.id };
      },
      { locks: kinds },
    );
    await send(call, made);
    return asSigner(call, token, (ctx, held) => pageOf(ctx, kinds, held));
  };

/** Whether it is the signer's last code; a wrong one is counted. */
async function tryCode(ctx: Ctx, { round, signer }: Held, code: string): Promise<string | null> {
  const refusal = refusalOfCode(ctx, signer, String(signer.id), code);
  if (!refusal?.counts) return refusal?.sentence ?? null;
  await setSigner(ctx, signer.id, { codeTries: signer.codeTries + 1 });
  await note(ctx, { signatureId: round.id, signerId: signer.id, what: 'wrong' });
  return refusal.sentence;
}

/** A document that everybody signed by hand on the tablet says so (rules.md §14, 1); with one signature by the code alone it is one with codes. */
const kindBy = (signers: Held['signers']): SignatureKind =>
  signers.every(({ drawing }) => drawing !== null) ? 'analogic' : 'digital_otp';

/** Everybody has signed: the record and the others learn it, and the evidence is made. */
async function complete(ctx: Ctx, kinds: readonly Signable[], { round, signers }: Held): Promise<void> {
  const { companyId } = ctx.user;
  const kind = kindBy(signers);
  await setRound(ctx, round.id, { kind, state: 'signed', endedAt: ctx.now });
  const record = await kindOf(kinds, round.entity).read(ctx, round.recordId);
  await notify(ctx, [record.sellerId], {
    kind: 'document_signed',
    title: `${round.title}: firmato da tutti`,
    text: signers.map(({ name }) => name).join(', '),
    href: record.href,
    once: `document_signed:${round.id}`,
  });
  ctx.audit({ action: 'signed', entity: round.entity, entityId: round.recordId, after: { number: round.number } });
  await ctx.emit('document.signed', { entity: round.entity, id: round.recordId, on: ctx.today, kind });
  await ctx.enqueue(sealing, { companyId, id: round.id });
}

/** The acceptance by which the signer signs now, which is kept for twenty years from today; null: the signature is simple. */
async function acceptanceNow(ctx: Ctx, kinds: readonly Signable[], { round, signer }: Held): Promise<number | null> {
  const record = await kindOf(kinds, round.entity).read(ctx, round.recordId);
  const found = await advancedBy(ctx, record, { ...signer, channel: signer.codeChannel ?? '' });
  if (!found) return null;
  await ctx.db
    .updateTable('signatureAcceptances')
    .set({ keptUntil: keptFrom(ctx.today) })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', found.id)
    .execute();
  return found.id;
}

/** Throws `invalid` where somebody has not drawn on the tablet of the dealer, or says to have done so elsewhere. */
function assertDrawn({ onTablet }: Held, drawing: string): void {
  if (onTablet !== (drawing !== '')) throw new Failure('invalid', undefined, { fields: { drawing: onTablet ? DRAW : ELSEWHERE } }); // prettier-ignore
}
const ELSEWHERE = 'A mano si firma sul tablet della concessionaria';

async function sign(ctx: Ctx, kinds: readonly Signable[], held: Held, drawing: string): Promise<void> {
  const { round, signer, signers, onTablet, openedBy } = held;
  const drawn = onTablet ? { drawing, witnessId: openedBy } : {};
  await setSigner(ctx, signer.id, {
    state: 'signed',
    acceptanceId: await acceptanceNow(ctx, kinds, held),
    signedAt: ctx.now,
    codeHash: null,
    ip: ctx.ip,
    agent: ctx.userAgent.slice(0, 300),
    ...drawn,
  });
  await note(ctx, { signatureId: round.id, signerId: signer.id, what: onTablet ? 'drawn' : 'signed' });
  const left = signers.filter(({ id, state }) => id !== signer.id && state !== 'signed');
  const next = left.find(({ state }) => state === 'waiting');
  if (left.length === 0)
    return complete(ctx, kinds, {
      ...held,
      signers: signers.map((one) => (one.id === signer.id ? { ...one, ...drawn } : one)),
    });
  ctx.audit({
    action: 'signature_given',
    entity: round.entity,
    entityId: round.recordId,
    after: { signer: signer.name },
  });
  if (!next || left.some(({ state }) => state === 'asked')) return;
  await setSigner(ctx, next.id, { state: 'asked' });
  await sendAsk(ctx, next.id);
}

/** Signs with the code, on the dealer's tablet by hand as well. A wrong code is an `invalid` at its field, and its count stays although the call fails. */
export const signBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signing/sign'> =>
  async (call, { body: { token, code, drawing } }) => {
    const done = await asSigner(
      call,
      token,
      async (ctx, held): Promise<string | null> => {
        await assertAsked(ctx, kinds, held);
        // A part may have been taken back since the code left.
        assertApproved(held, Object.keys(approvedBy(held.signer)));
        assertDrawn(held, drawing);
        const refusal = await tryCode(ctx, held, code);
        if (refusal === null) await sign(ctx, kinds, held, drawing);
        return refusal;
      },
      { locks: kinds },
    );
    if (done !== null) throw new Failure('invalid', undefined, { fields: { code: done } });
    return asSigner(call, token, (ctx, held): Promise<SigningPage> => pageOf(ctx, kinds, held));
  };

/** One refusal ends the round; seller and other signers learn it at once. */
export const refuseBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signing/refuse'> =>
  (call, { body: { token, reason } }) =>
    asSigner(
      call,
      token,
      async (ctx, held) => {
        const { round, signer } = held;
        await assertAsked(ctx, kinds, held);
        await setSigner(ctx, signer.id, { state: 'refused', refusal: reason, codeHash: null });
        await setRound(ctx, round.id, { state: 'refused', endedAt: ctx.now, reason });
        await note(ctx, { signatureId: round.id, signerId: signer.id, what: 'refused', detail: reason });
        const record = await kindOf(kinds, round.entity).read(ctx, round.recordId);
        await notify(ctx, [record.sellerId], {
          kind: 'document_refused',
          title: `${round.title}: ${signer.name} non firma`,
          text: reason.slice(0, 300),
          href: record.href,
        });
        ctx.audit({ action: 'signature_refused', entity: round.entity, entityId: round.recordId, after: { reason } });
        const others = held.signers.filter(({ id, state }) => id !== signer.id && state === 'signed');
        await tell(
          ctx,
          others.map(({ id }) => id),
          'refused',
        );
        return pageOf(ctx, kinds, {
          ...held,
          round: { ...round, state: 'refused', endedAt: ctx.now.toISOString() },
          signer: { ...signer, state: 'refused' },
        });
      },
      { locks: kinds, by: OWN_LINK },
    );
