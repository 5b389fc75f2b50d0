/** The signer behind a private link. */
import { Failure } from '#domain/errors.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { assertUnrevoked, followLink, type Purpose } from '../lib/people/link.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { kindOf, readRound, readSigners, type Round, type SignerRow } from './records.ts';

/** A signer who followed the link, with the round and its other signers. */
export interface Held {
  round: Round;
  signer: SignerRow;
  signers: readonly SignerRow[];
  /** Whether the page is open on a tablet of the dealer. */
  onTablet: boolean;
  /** Who opened the link: of a tablet, who is beside the signer. */
  openedBy: number | null;
}

/** The links that open a signer's page; what is declared there without a code goes by the one that the signer got alone. */
export const ANY: readonly Purpose[] = ['signature', 'tablet'];
export const OWN_LINK: readonly Purpose[] = ['signature'];

/**
 * Runs `work` for the signer of a link, in the signer's company; with `locks`, the kinds of records, first the record, then
 * the round and its signers are locked, so that of two presses the second sees what the first did; with `alone` only the signer is,
 * for what touches nothing else. `by`: the links that may. Throws as `followLink`.
 */
export async function asSigner<T>(
  call: PublicCtx,
  token: string,
  work: (ctx: Ctx, held: Held) => Promise<T>,
  { locks, alone = false, by = ANY }: { locks?: readonly Signable[]; alone?: boolean; by?: readonly Purpose[] } = {},
): Promise<T> {
  const { id, companyId, recordId, purpose, userId } = await followLink(call, by, token);
  return call.asCompany(companyId, null, async (ctx) => {
    const of = await ctx.db
      .selectFrom('signatureSigners')
      .select('signatureId')
      .where('companyId', '=', companyId)
      .where('id', '=', recordId)
      .$if(alone, (query) => query.forNoKeyUpdate())
      .executeTakeFirst();
    if (!of) throw new Failure('not_found');
    if (locks) {
      const { entity, recordId: locked } = await readRound(ctx, of.signatureId);
      await kindOf(locks, entity).read(ctx, locked, { lock: true });
    }
    const lock = locks !== undefined;
    const round = await readRound(ctx, of.signatureId, { lock });
    // They too: a part that is taken back at this moment is seen.
    const signers = await readSigners(ctx, [round.id], { lock });
    if (lock || alone) await assertUnrevoked(ctx, id);
    const signer = signers.find((one) => one.id === recordId)!;
    return work(ctx, { round, signers, signer, onTablet: purpose === 'tablet', openedBy: userId });
  });
}

/** Throws what stops this signer from signing now. */
export async function assertAsked(ctx: Ctx, kinds: readonly Signable[], { round, signer }: Held): Promise<void> {
  if (signer.state === 'signed') throw new Failure('conflict', 'Il documento è già firmato con questo collegamento.');
  if (round.state === 'voided') throw new Failure('conflict', 'Le firme di questo documento sono annullate.');
  if (round.state !== 'open' || signer.state === 'refused')
    throw new Failure('conflict', 'La firma è stata rifiutata.');
  if (round.signBy < ctx.today) throw new Failure('conflict', 'Il tempo per firmare è scaduto: chiamare il venditore.');
  if (signer.state !== 'asked') throw new Failure('conflict', 'Prima firma un’altra persona: arriverà una e-mail.');
  const { open } = await kindOf(kinds, round.entity).read(ctx, round.recordId);
  if (!open) throw new Failure('conflict', 'Il documento non si firma più: chiamare il venditore.');
}
