/** What a signer has read and approved so far, kept at once: who goes on tomorrow, or on another device, begins there. */
import type { signatures as table } from '#domain/signatures/endpoints.ts';
import { isRead, withApproved, withSeen, type Approved } from '#domain/signatures/progress.ts';
import type { BlockKind } from '#domain/signatures/terms.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Signable } from '../lib/ports/signable.ts';
import { note } from './events.ts';
import { asSigner, assertAsked, type Held } from './held.ts';
import { setSigner } from './mails.ts';
import { approvedBy, countsOf, partsOf, seenBy } from './records.ts';

type Table = typeof table;

/** Notes, once, that the document was read to its end. */
export async function noteRead(ctx: Ctx, { round, signer }: Held): Promise<void> {
  await setSigner(ctx, signer.id, { readAt: ctx.now });
  await note(ctx, { signatureId: round.id, signerId: signer.id, what: 'read' });
  ctx.audit({ action: 'signature_read', entity: round.entity, entityId: round.recordId });
}

/** The approved parts as columns; the audit has when all of them are, and when one of them no longer is. */
export async function approve(ctx: Ctx, { round, signer }: Held, kinds: readonly BlockKind[]): Promise<Approved> {
  const before = approvedBy(signer);
  const signed = round.blocks.map(({ kind }) => kind);
  const approved = withApproved(
    before,
    signed.filter((kind) => kinds.includes(kind)),
    ctx.now.toISOString(),
  );
  await setSigner(ctx, signer.id, { approved: JSON.stringify(approved) });
  const [was, is] = [before, approved].map((of) => signed.every((kind) => of[kind] !== undefined));
  if (was !== is)
    ctx.audit({
      action: is ? 'signature_approved' : 'signature_unapproved',
      entity: round.entity,
      entityId: round.recordId,
    });
  return approved;
}

/** Repeated, it changes nothing. Throws what stops this signer from signing now. */
export const progressBy =
  (kinds: readonly Signable[]): VerbOf<Table, 'POST /signing/progress'> =>
  (call, { body: { token, form, pages, blocks } }) =>
    asSigner(
      call,
      token,
      async (ctx, held) => {
        const { round, signer } = held;
        await assertAsked(ctx, kinds, held);
        const before = seenBy(signer);
        const counts = countsOf(round);
        const seen = { ...before, [form]: withSeen(before[form], pages, counts[form]) };
        if (seen[form].length > before[form].length)
          await setSigner(ctx, signer.id, { seenPages: seen.page, seenPhonePages: seen.phone });
        const reads = signer.readAt === null && isRead(seen, counts);
        if (reads) await noteRead(ctx, held);
        const approved = blocks ? await approve(ctx, held, blocks) : approvedBy(signer);
        return {
          readAt: reads ? ctx.now.toISOString() : signer.readAt,
          approved: partsOf(round, { ...signer, approved }),
        };
      },
      { alone: true },
    );
