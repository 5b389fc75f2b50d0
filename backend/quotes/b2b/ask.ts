import { Failure } from '#domain/errors.ts';
import { outgrownB2b, pastFacts, pastLines } from '#domain/quotes/b2b/caps.ts';
import type { b2bEndpoints as table } from '#domain/quotes/b2b/endpoints.ts';
import { b2bRights } from '#domain/quotes/b2b/rules.ts';
import type { VerbOf } from '#backend/lib/bind.ts';
import type { Ctx } from '#backend/lib/context.ts';
import { take } from '#backend/lib/move.ts';
import { fall, request } from '../requests.ts';
import { derive, type B2bDerived } from './derive.ts';
import { b2bKept } from './records.ts';

/** Where no car has a cap only minimum prices were passed. */
const NO_CAP = 100;

/** Asks for the prices of the draft as they stand. Throws `conflict` where no consent is needed or the same is asked already. */
export const ask: VerbOf<typeof table, 'POST /quotes/b2b/:id/approvals'> = async (ctx, { params, body, version }) => {
  const quote = await take(ctx, b2bKept, { id: params.id, action: 'save', version });
  const { sheet, draft } = await derive(ctx, quote.draft, quote.rootId);
  const past = pastLines(draft, sheet);
  const customerId = draft.customer?.id ?? null;
  if (sheet.mayExceed || past.length === 0)
    throw new Failure('conflict', 'I prezzi rientrano nel proprio limite: non serve autorizzazione.');
  const { approval } = sheet;
  if (approval && approval.state !== 'refused' && outgrownB2b(approval, past, customerId) === null)
    throw new Failure(
      'conflict',
      approval.state === 'asked' ? 'L’autorizzazione è già stata chiesta.' : 'I prezzi sono già autorizzati.',
    );
  if (approval) await fall(ctx, approval, 'chiesta di nuovo');
  await request(ctx, {
    of: { b2bQuoteId: quote.id },
    facts: pastFacts(past, customerId),
    why: body,
    rights: b2bRights,
    lines: past.map(({ carId, net }) => ({ carId, net })),
    cap: Math.min(...past.map(({ cap }) => cap ?? NO_CAP)),
    about: [draft.customer?.name, quote.vehicle, ctx.user.name].filter(Boolean).join(' · '),
  });
  return b2bKept.answer(ctx, quote.id);
};

/** A saved draft that is past what was asked or granted takes it down; answers why, for the activity of the offer. */
export async function fallIfOutgrown(ctx: Ctx, { draft, sheet }: B2bDerived): Promise<string | null> {
  const { approval } = sheet;
  if (!approval || approval.state === 'refused') return null;
  const why = outgrownB2b(approval, pastLines(draft, sheet), draft.customer?.id ?? null);
  if (why) await fall(ctx, approval, why);
  return why;
}
