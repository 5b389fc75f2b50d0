import { Failure } from '#domain/errors.ts';
import { money } from '#domain/italian.ts';
import {
  beyondOwn,
  capOf,
  cappedCar,
  discountFacts,
  isPast,
  outgrown,
  overValuation,
} from '#domain/quotes/approvals/caps.ts';
import type { quotes as table } from '#domain/quotes/endpoints.ts';
import { quoteRights } from '#domain/quotes/rights.ts';
import { limitsOf } from '#domain/quotes/rules.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { take } from '#backend/lib/records/move.ts';
import { readCaps } from '../sheet/params.ts';
import { derive, type Derived } from '../sheet/derive.ts';
import { quoteAnswer, quoteCourse, type QuoteRecord } from '../records.ts';
import { fall, request } from './requests.ts';
import { readApproval } from './stored-approval.ts';

/** Asks for the discount of the current draft. Throws `conflict` when none is needed or the same is asked already. */
export const ask: VerbOf<typeof table, 'POST /quotes/:id/approvals'> = async (ctx, { params, body, version }) => {
  const quote = await take(ctx, quoteCourse, { id: params.id, action: 'save', version });
  const { sheet, draft, priced } = await derive(ctx, quote.draft, quote.rootId);
  const cap = sheet.discountCap;
  const facts = discountFacts(draft, priced, cap);
  const over = overValuation(draft, cap);
  if (cap === null || !isPast(facts, limitsOf(sheet)))
    throw new Failure('conflict', 'Lo sconto rientra nel proprio limite: non serve autorizzazione.');
  const before = await readApproval(ctx, 'quotes', quote.rootId);
  if (before && before.state !== 'refused' && outgrown(before.facts, facts) === null)
    throw new Failure(
      'conflict',
      before.state === 'asked' ? 'L’autorizzazione è già stata chiesta.' : 'Lo sconto è già autorizzato.',
    );
  if (before) await fall(ctx, before, 'chiesta di nuovo');
  const caps = await readCaps(ctx.db, ctx.user.companyId, ctx.today);
  const about = [draft.customer?.name, `${sheet.maker.name} ${sheet.model.name}`, ctx.user.name];
  await request(ctx, {
    of: { quoteId: quote.id },
    facts,
    cap,
    sellerId: quote.sellerId,
    why: body,
    rights: quoteRights,
    about: [...about, over > 0 && `di cui ${money(over)} sull’usato`].filter(Boolean).join(' · '),
    may: ({ roleName }) => beyondOwn(facts, capOf(caps, roleName, cappedCar(facts, quote.makerId))) === null,
  });
  return quoteAnswer(ctx, await quoteCourse.read(ctx, quote.id), { sheet });
};

/** Ends a request or approval that a saved draft exceeds; returns why, for the activity of the quote, or null. */
export async function fallIfOutgrown(
  ctx: Ctx,
  quote: QuoteRecord,
  { draft, priced, sheet }: Derived,
): Promise<string | null> {
  const approval = await readApproval(ctx, 'quotes', quote.rootId);
  if (!approval || approval.state === 'refused') return null;
  const why = outgrown(approval.facts, discountFacts(draft, priced, sheet.discountCap));
  if (why) await fall(ctx, approval, why);
  return why;
}
