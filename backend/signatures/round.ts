/** What the company does with a round: reminds, reaches somebody otherwise, ends it. */
import { text } from 'node:stream/consumers';
import { liveStates, REMIND_DAYS, type SignatureState, type SignerRole } from '#domain/signatures/terms.ts';
import { Failure } from '#domain/errors.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { masked } from '#domain/signatures/code.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, Effects } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { revokeLinks } from '../lib/people/link.ts';
import { signatureOf, type Signable, type Signing } from '../lib/ports/signable.ts';
import { keptName, LARGE_TYPE } from '../lib/files/uploads.ts';
import { acceptedBy, advancedBy, readConditions } from './acceptances.ts';
import { note } from './events.ts';
import { sendAsk, setSigner, tell } from './mails.ts';
import { answered, kindOf, readRound, readSigners, roundsOf, setRound, type Round } from './records.ts';
import { assertReachable, mayCheck, byHandOnly } from './signers.ts';

type Table = typeof table;

/**
 * Locks the record, then the round that the caller may change; with `checks`, also who checks papers. Throws `not_found`,
 * `forbidden`, `stale`.
 */
export async function take(
  ctx: Ctx,
  kinds: readonly Signable[],
  { id, version, checks = false }: { id: number; version?: number; checks?: boolean },
): Promise<{ round: Round; record: Signing }> {
  const { entity, recordId } = await readRound(ctx, id);
  const record = await kindOf(kinds, entity).read(ctx, recordId, { lock: true, checks });
  const round = await readRound(ctx, id, { lock: true });
  if (version !== undefined && round.version !== version)
    throw new Failure('stale', undefined, { current: await answered(ctx, record, round) });
  return { round, record };
}

export function assertOpen({ state }: Round): void {
  if (state !== 'open') throw new Failure('conflict', 'Le firme di questo documento sono già concluse.');
}

export const listBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'GET /signatures'> =>
  async (ctx, { query: { entity, recordId } }) => {
    return roundsOf(ctx, entity, await kindOf(kinds, entity).read(ctx, recordId));
  };

export const askedBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'GET /signatures/asked'> =>
  async (ctx, { query: { entity, recordId } }) => {
    const record = await kindOf(kinds, entity).read(ctx, recordId);
    const { title, blocks, missing } = record;
    const { offered } = await readConditions(ctx);
    const parties = [];
    for (const { customerId, ...party } of record.parties) {
      const accepted = await acceptedBy(ctx, record, party);
      const by = { ...party, channel: 'sms', phone: accepted?.phone ?? null };
      parties.push({ ...party, customerId, advanced: (await advancedBy(ctx, record, by))?.phone ?? null });
    }
    const byHand = await byHandOnly(ctx, record);
    const scanChecked = record.checks !== null && !(await mayCheck(ctx, record));
    const asked = { title, blocks: [...blocks], parties, missing: [...missing] };
    return { ...asked, scanChecked, byHand, offersAdvanced: offered };
  };

const reading =
  (kinds: readonly Signable[], which: 'fileKey' | 'sealedKey', suffix: string) =>
  async (ctx: Ctx, { params: { id } }: { params: { id: number } }) => {
    const round = await readRound(ctx, id);
    await kindOf(kinds, round.entity).read(ctx, round.recordId);
    const key = round[which];
    return async () => {
      // The scan of a print may be a picture.
      const begun = key && (await ctx.files.read(key, { first: 0, last: 3 }));
      if (!begun) throw new Failure('not_found');
      const type = (await text(begun.stream)) === '%PDF' ? 'application/pdf' : LARGE_TYPE;
      return { key, type, name: keptName(`${round.title}${suffix}`, type), inline: true };
    };
  };
export const originalBy = (kinds: readonly Signable[]) => reading(kinds, 'fileKey', '');
export const signedBy = (kinds: readonly Signable[]) => reading(kinds, 'sealedKey', ' firmato');

export const remindBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signatures/:id/remind'> =>
  async (ctx, { params: { id } }) => {
    const { round, record } = await take(ctx, kinds, { id });
    assertOpen(round);
    const left = (await readSigners(ctx, [id])).filter(({ state }) => state === 'asked');
    await remind(
      ctx,
      round,
      left.map((one) => one.id),
    );
    ctx.audit({ action: 'signature_reminded', entity: round.entity, entityId: round.recordId });
    return answered(ctx, record, round);
  };

async function remind(ctx: Ctx, round: Round, signerIds: readonly number[]): Promise<void> {
  for (const signerId of signerIds) await note(ctx, { signatureId: round.id, signerId, what: 'reminded' });
  await tell(ctx, signerIds, 'remind');
}

/** Somebody who has signed stays as they signed. Throws as asking for signatures does. */
export const reachBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'PUT /signatures/:id/signers/:signer'> =>
  async (ctx, { params: { id, signer: signerId }, body: { confirmed: _confirmed, ...reach }, version }) => {
    const { round, record } = await take(ctx, kinds, { id, version });
    assertOpen(round);
    const signer = (await readSigners(ctx, [id])).find((one) => one.id === signerId);
    if (!signer) throw new Failure('not_found');
    if (signer.state === 'signed') throw new Failure('conflict', `${signer.name} ha già firmato.`);
    await assertReachable(ctx, record, { ...reach, role: signer.role as SignerRole });
    await revokeLinks(ctx, 'signature', signerId);
    await revokeLinks(ctx, 'tablet', signerId);
    await setSigner(ctx, signerId, { ...reach, codeHash: null, failure: null, confirmedBy: ctx.user.id || null });
    const detail = masked((reach.channel === 'sms' ? reach.phone : reach.email) ?? '');
    await note(ctx, { signatureId: id, signerId, what: 'moved', detail });
    await setRound(ctx, id);
    if (signer.state === 'asked') await sendAsk(ctx, signerId);
    ctx.audit({
      action: 'signature_moved',
      entity: round.entity,
      entityId: round.recordId,
      after: { signer: signer.name },
    });
    return answered(ctx, record, round);
  };

/** Why a round ends, and whether because its record did. */
interface Ending {
  reason: string;
  endedByRecord?: boolean;
}

/** Ends a round, signed or not: its signers are told, its files stay. */
async function end(ctx: Ctx, round: Round, { reason, endedByRecord = false }: Ending): Promise<void> {
  await setRound(ctx, round.id, { state: 'voided', endedAt: ctx.now, reason, endedByRecord });
  if (round.state === 'signed') await ctx.emit('document.unsigned', { entity: round.entity, id: round.recordId });
  await note(ctx, { signatureId: round.id, signerId: null, what: 'voided', detail: reason });
  const signers = await readSigners(ctx, [round.id]);
  for (const { id } of signers) await setSigner(ctx, id, { codeHash: null });
  const knowing = signers.filter(({ state, askedAt }) => state === 'signed' || askedAt !== null);
  await tell(
    ctx,
    knowing.map(({ id }) => id),
    'voided',
  );
  ctx.audit({ action: 'signature_voided', entity: round.entity, entityId: round.recordId, after: { reason } });
}

/** Who checks a paper ends its round where it does not show what it should. */
export const voidBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signatures/:id/void'> =>
  async (ctx, { params: { id }, body: { reason }, version }) => {
    const { state } = await readRound(ctx, id);
    const { round, record } = await take(ctx, kinds, { id, version, checks: state === 'checking' });
    if (!isLive(round)) throw new Failure('conflict', 'Le firme di questo documento sono già concluse.');
    if (round.state === 'signed' && !record.open)
      throw new Failure('conflict', 'In questo stato il documento resta firmato com’è.');
    await end(ctx, round, { reason });
    return answered(ctx, record, round);
  };
const isLive = ({ state }: Round) => liveStates.some((one) => one === state);

/** Ends the rounds of a record that are in some states, because of it or because it is over. */
const endingIn =
  (states: readonly SignatureState[], endedByRecord: boolean) =>
  async (ctx: Ctx, { entity, id, reason }: { entity: string; id: number; reason: string }) => {
    const rounds = await ctx.db
      .selectFrom('signatures')
      .select('id')
      .where('companyId', '=', ctx.user.companyId)
      .where('entity', '=', entity)
      .where('recordId', '=', id)
      .where('state', 'in', states)
      .execute();
    for (const round of rounds)
      await end(ctx, await readRound(ctx, round.id, { lock: true }), { reason, endedByRecord });
  };
/** What the document of a record says has changed: what was signed was something else. */
export const voidAll = endingIn(liveStates, false);
/** A record has ended: what was signed stays, and nobody signs any more. */
const waiting = ['open', 'checking'] as const;
export const endWaiting = endingIn(waiting, true);

/** A move may end that a document is signed: of a contract that is cancelled, of a test drive that is over. */
export const endMoved =
  (kinds: readonly Signable[]): NonNullable<Effects['record.moved']> =>
  async (ctx, { entity: mover, id }) => {
    for (const { entity, read } of kinds.filter(({ movedBy }) => movedBy === mover)) {
      const round = await signatureOf(ctx, entity, id);
      if (!round || !waiting.some((state) => state === round.state)) continue;
      const { open, title } = await read(ctx, id);
      if (!open) await endWaiting(ctx, { entity, id, reason: `${title}: non si firma più` });
    }
  };

/** The round that the end of a record closed waits again, and asks who has not signed; one whose days are over does not. */
export const reopened: NonNullable<Effects['document.reopened']> = async (ctx, { entity, id: recordId }) => {
  const last = await ctx.db
    .selectFrom('signatures')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', entity)
    .where('recordId', '=', recordId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const round = last && (await readRound(ctx, last.id, { lock: true }));
  if (!round || round.state !== 'voided' || !round.endedByRecord || round.signBy < ctx.today) return;
  const signers = await readSigners(ctx, [round.id]);
  const left = signers.filter(({ state }) => state === 'asked').map(({ id }) => id);
  const state = signers.every((one) => one.state === 'signed') ? 'checking' : 'open';
  await setRound(ctx, round.id, { state, endedAt: null, reason: null, endedByRecord: false });
  await remind(ctx, round, left);
  ctx.audit({ action: 'signature_reminded', entity, entityId: recordId });
};

const DAY_MS = 86_400_000;

/** Reminds who has not signed after two and after five days; each once, whatever runs twice. */
export const reminding: Schedule = { name: 'signature-remind', at: ['09:15'], run: remindDue };

async function remindDue(ctx: Ctx): Promise<void> {
  for (const [nth, days] of REMIND_DAYS.entries()) {
    const due = await ctx.db
      .updateTable('signatureSigners')
      .set({ reminded: nth + 1 })
      .where('companyId', '=', ctx.user.companyId)
      .where('state', '=', 'asked')
      .where('reminded', '<=', nth)
      .where('askedAt', '<', new Date(ctx.now.getTime() - days * DAY_MS).toISOString())
      .returning(['id', 'signatureId'])
      .execute();
    for (const { id, signatureId } of due) {
      const round = await readRound(ctx, signatureId);
      if (round.state === 'open' && round.signBy >= ctx.today) await remind(ctx, round, [id]);
    }
  }
}
