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
import { approvedBy, approvedColumns, countsOf, partsOf, seenBy } from './records.ts';

type Table = typeof table;

/** Notes, once, that the document was read to its end. */
export async function noteRead(ctx: Ctx, { round, signer }: Held): Promise<void> {
  await setSigner(ctx, signer.id, { readAt: ctx.now });
  await note(ctx, { signatureId: round.id, signerId: signer.id, what: 'read' });
}

/** Keeps the parts that are approved now; those of before keep their instant. */
export async function approve(ctx: Ctx, { round, signer }: Held, kinds: readonly BlockKind[]): Promise<Approved> {
  const ofRound = round.blocks.map(({ kind }) => kind).filter((kind) => kinds.includes(kind));
  const approved = withApproved(approvedBy(signer), ofRound, ctx.now.toISOString());
  await setSigner(ctx, signer.id, approvedColumns(approved));
  return approved;
}

/** What the audit has of a step: when everything is read, when all parts are approved, when one of them no longer is. */
function stepsOf({ round, signer }: Held, reads: boolean, approved: Approved): string[] {
  const isWhole = (of: Approved) => round.blocks.every(({ kind }) => of[kind] !== undefined);
  const [was, is] = [isWhole(approvedBy(signer)), isWhole(approved)];
  return [
    ...(reads ? ['signature_read'] : []),
    ...(was === is ? [] : [is ? 'signature_approved' : 'signature_unapproved']),
  ];
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
        for (const action of stepsOf(held, reads, approved))
          ctx.audit({ action, entity: round.entity, entityId: round.recordId });
        return {
          readAt: reads ? ctx.now.toISOString() : signer.readAt,
          approved: partsOf(round, approved),
        };
      },
      { alone: true },
    );
