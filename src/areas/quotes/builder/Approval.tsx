import { useStore } from '@nanostores/react';
import { money, percent } from '#domain/italian.ts';
import {
  below,
  discountFacts,
  isPast,
  outgrown,
  overValuation,
  percentGiven,
  type DiscountFacts,
  type Limits,
} from '#domain/quotes/caps.ts';
import { limitsOf } from '#domain/quotes/rules.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { approvals as words } from '#site/messages/it/approvals.ts';
import { Consent, type Reason } from './Consent.tsx';
import { useBuilder } from './store.ts';

/** What the discount is past: the lowest price of a used car, or a percentage of the list. */
function pastOf(facts: DiscountFacts, { cap, floor }: Limits): string {
  const given = percent(percentGiven(facts));
  return below(facts, floor) > 0
    ? t(words.belowFloor, { percent: given, floor: money(floor!) })
    : t(words.past, { percent: given, cap: percent(cap ?? 0) });
}

/** A discount past the cap, beside the discounts. */
export function Approval() {
  const store = useBuilder();
  const quote = useStore(store.$quote);
  const draft = useStore(store.$draft);
  const priced = useStore(store.$priced);
  const limits = limitsOf(useStore(store.$sheet));
  const editable = useStore(store.$editable);
  const facts = discountFacts(draft, priced);
  const asked = quote?.approval ?? null;
  const holds = asked !== null && outgrown(asked.facts, facts) === null;
  const over = overValuation(draft);
  const past = isPast(facts, limits);
  if ((quote && quote.state !== 'draft') || (!past && !holds)) return null;
  const ask = async (body: Reason, key: string) => {
    if (!(await store.autosave.flush())) return null;
    const { id, version } = store.$quote.get()!;
    return (await call('POST /quotes/:id/approvals', { params: { id }, version, body, key })).approval;
  };
  return (
    <Consent
      {...{ asked, holds, given: percentGiven(facts), past: pastOf(facts, limits), mayAsk: editable && past }}
      more={over > 0 ? t(words.ofUsed, { amount: money(over) }) : ''}
      actor={{ ...store.user, today: store.today }}
      onAsk={ask}
      onChange={(approval) => store.$quote.set({ ...store.$quote.get()!, approval })}
    />
  );
}
