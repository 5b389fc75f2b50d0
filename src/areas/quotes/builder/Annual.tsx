import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { money } from '#domain/italian.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import type { AnnualCosts } from './AnnualRows.tsx';
import { useBuilder } from './store.ts';

const say = words.annual;
const AnnualRows = lazy(() => import('./AnnualRows.tsx'));

/** What the car costs its owner in a year, beside its price: road tax, policies, instalments. */
export function Annual() {
  const store = useBuilder();
  const { annual, insurances, offer } = useStore(store.$priced);
  const lines = useStore(store.$draft).insurances;
  const months = (tariffId: number) => lines.find((line) => line.tariffId === tariffId)?.months ?? 12;
  const premiums = insurances.reduce((sum, one) => sum + Math.round((one.gross * 12) / months(one.tariffId)), 0);
  const [open, setOpen] = useState(false);
  const costs: AnnualCosts = {
    roadTax: annual.bollo,
    superTax: annual.superbollo,
    premiums,
    instalments: offer ? offer.monthly * Math.min(12, offer.instalments) : 0,
  };
  const total = Object.values(costs).reduce((sum, amount) => sum + amount, 0);
  return (
    <details className="annual" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>
        {say.title} <b>{money(total)}</b>
      </summary>
      <Suspense>{open && <AnnualRows costs={costs} />}</Suspense>
    </details>
  );
}
