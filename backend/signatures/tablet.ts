/** A signer's own page on a tablet of the dealer: by a link of some minutes, without anybody's session behind it. */
import { Failure } from '#domain/errors.ts';
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { TABLET_MINUTES } from '#domain/signatures/terms.ts';
import { qrCode } from '../lib/files/qr.ts';
import { openLink, revokeLinks } from '../lib/people/link.ts';
import type { Signable } from '../lib/ports/signable.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { note } from './events.ts';
import { assertOpen, take } from './round.ts';
import { readSigners } from './records.ts';

/**
 * A link of `TABLET_MINUTES` to the page of somebody who is asked to sign; those that were sent stay open, a former one of
 * the tablet ends. The dealer has it in hand: it declares nothing without the code, which goes to the signer's own address,
 * and the signature by hand. Who opens it stands in the evidence as who was there.
 * Throws `not_found`, `conflict` for who is not asked now.
 */
export const tabletBy =
  (kinds: readonly Signable[]): VerbOf<typeof table, 'POST /signatures/:id/signers/:signer/tablet'> =>
  async (ctx, { params: { id, signer: signerId } }) => {
    const { round } = await take(ctx, kinds, { id });
    assertOpen(round);
    const signer = (await readSigners(ctx, [id])).find((one) => one.id === signerId);
    if (!signer) throw new Failure('not_found');
    if (signer.state !== 'asked') throw new Failure('conflict', `${signer.name} non deve firmare adesso.`);
    const expiresAt = new Date(ctx.now.getTime() + TABLET_MINUTES * 60_000);
    await revokeLinks(ctx, 'tablet', signerId);
    const { token } = await openLink(ctx, { purpose: 'tablet', recordId: signerId, expiresAt });
    await note(ctx, { signatureId: id, signerId, what: 'tablet', detail: ctx.user.name });
    ctx.audit({ action: 'signature_tablet', entity: round.entity, entityId: round.recordId });
    const url = `${ctx.config.PUBLIC_ORIGIN}/firma/${token}`;
    return { url, expiresAt: expiresAt.toISOString(), qr: qrCode(url) };
  };
