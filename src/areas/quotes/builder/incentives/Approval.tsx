import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { discountFacts, isPast, outgrown, overValuation } from '#domain/quotes/approvals/caps.ts';
import { limitsOf } from '#domain/quotes/rules.ts';
import { t } from '#site/lib/intl.ts';
import { approvals as words } from '#site/messages/it/quotes.ts';
import { toast } from '#site/ui/toast.ts';
import { PastCap } from './PastCap.tsx';
import { useBuilder } from '../store.ts';

/** The request for approval of a discount above the cap, beside the discounts. */
export function Approval() {
  const store = useBuilder();
  const quote = useStore(store.$quote);
  const draft = useStore(store.$draft);
  const priced = useStore(store.$priced);
  const limits = limitsOf(useStore(store.$sheet));
  const facts = discountFacts(draft, priced, limits.cap);
  const asked = quote?.approval ?? null;
  const why = asked && outgrown(asked.facts, facts);
  const holds = asked !== null && why === null;
  const lapses = why !== null && asked?.state !== 'refused' && quote?.state === 'draft';
  // Told at once, because a saved draft no longer has the request.
  useEffect(() => {
    if (lapses) void toast(t(words.lapsed, { why }), { kind: 'bad' });
  }, [lapses, why]);
  const past = isPast(facts, limits);
  if ((quote && quote.state !== 'draft') || (!past && !holds)) return null;
  const over = overValuation(draft, limits.cap);
  return <PastCap facts={facts} limits={limits} asked={asked} holds={holds} past={past} over={over} />;
}
