import { useStore } from '@nanostores/react';
import { discountFacts, isPast, outgrown, overValuation } from '#domain/quotes/caps.ts';
import { limitsOf } from '#domain/quotes/rules.ts';
import { PastCap } from './PastCap.tsx';
import { useBuilder } from './store.ts';

/** A discount past the cap, beside the discounts. */
export function Approval() {
  const store = useBuilder();
  const quote = useStore(store.$quote);
  const draft = useStore(store.$draft);
  const priced = useStore(store.$priced);
  const limits = limitsOf(useStore(store.$sheet));
  const facts = discountFacts(draft, priced, limits.cap);
  const asked = quote?.approval ?? null;
  const holds = asked !== null && outgrown(asked.facts, facts) === null;
  const past = isPast(facts, limits);
  if ((quote && quote.state !== 'draft') || (!past && !holds)) return null;
  const over = overValuation(draft, limits.cap);
  return <PastCap facts={facts} limits={limits} asked={asked} holds={holds} past={past} over={over} />;
}
