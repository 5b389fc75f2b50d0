import { useStore } from '@nanostores/react';
import { money, percent } from '#domain/italian.ts';
import type { Approval } from '#domain/quotes/approvals/schema.ts';
import { below, percentGiven, type DiscountFacts, type Limits } from '#domain/quotes/approvals/caps.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { approvals as words } from '#site/messages/it/quotes.ts';
import { Consent, type Reason } from './Consent.tsx';
import { useBuilder } from '../store.ts';

/** What the discount exceeds: the lowest price of a used car, or a percentage of the list price. */
function pastOf(facts: DiscountFacts, { cap, floor }: Limits): string {
  const given = percent(percentGiven(facts));
  return below(facts, floor) > 0
    ? t(words.belowFloor, { percent: given, floor: money(floor!) })
    : t(words.past, { percent: given, cap: percent(cap ?? 0) });
}

/** The discounts above the cap, and the request for consent to them. */
export function PastCap({
  facts,
  limits,
  asked,
  holds,
  past,
  over,
}: {
  facts: DiscountFacts;
  limits: Limits;
  asked: Approval | null;
  holds: boolean;
  past: boolean;
  /** Cents by which trade-ins exceed their valuation. */
  over: number;
}) {
  const store = useBuilder();
  const editable = useStore(store.$editable);
  const ask = async (body: Reason, key: string) => {
    if (!(await store.autosave.flush())) return null;
    const { id, version } = store.$quote.get()!;
    return (await call('POST /quotes/:id/approvals', { params: { id }, version, body, key })).approval;
  };
  return (
    <Consent
      asked={asked}
      holds={holds}
      given={percentGiven(facts)}
      past={pastOf(facts, limits)}
      mayAsk={editable && past}
      more={over > 0 ? t(words.ofUsed, { amount: money(over) }) : ''}
      actor={{ ...store.user, today: store.today }}
      onAsk={ask}
      onChange={(approval) => store.$quote.set({ ...store.$quote.get()!, approval })}
    />
  );
}
