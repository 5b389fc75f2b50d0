/** What who validates a contract looks at of its quote: the price with its discounts, the loan, the quotations. */
import type { Examined } from '#domain/contracts/review.ts';
import { discountFacts, percentGiven } from '#domain/quotes/approvals/caps.ts';
import { askReasons } from '#domain/quotes/approvals/terms.ts';
import { readDraft } from '#domain/quotes/draft.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readApproval } from './approvals/stored-approval.ts';
import { readSnapshot, type Snapshot } from './sheet/stored.ts';

/** The last consent to a discount of any revision of the quote; null: nobody has given one. */
export async function grantOf(ctx: Ctx, rootId: number | null): Promise<NonNullable<Examined['price']>['grant']> {
  const approval = rootId === null ? null : await readApproval(ctx, 'quotes', rootId);
  if (approval?.state !== 'granted') return null;
  const { percent, decidedBy: by, decidedAt: at, reason, note } = approval;
  return { percent, by, at, reason: note || askReasons[reason] };
}

function loanOf({ sheet, priced: { offer } }: Snapshot): Examined['loan'] {
  const plan = offer && sheet.plans.find(({ id }) => id === offer.planId);
  return plan
    ? {
        plan: plan.name,
        company: plan.company,
        months: offer.months,
        instalment: offer.monthly,
        taeg: offer.taeg,
      }
    : null;
}

/** Reads it of draft and snapshot, as a contract stored them, and of the consents to the quote. */
export async function examined(
  ctx: Ctx,
  stored: { draft: unknown; snapshot: unknown },
  rootId: number | null,
): Promise<Examined> {
  const draft = readDraft(stored.draft);
  const snapshot = readSnapshot(stored.snapshot)!;
  const { sheet, priced } = snapshot;
  const facts = discountFacts(draft, priced, sheet.discountCap);
  return {
    price: {
      list: priced.listTotal,
      discounts: priced.rows.filter(({ kind }) => kind === 'discount').map(({ label, amount }) => ({ label, amount })),
      own: facts.discount,
      overValued: facts.overValued,
      percent: percentGiven(facts),
      cap: sheet.discountCap,
      grant: await grantOf(ctx, rootId),
    },
    loan: loanOf(snapshot),
    quotations: draft.tradeIns.map(({ standInValue }) => standInValue),
  };
}
