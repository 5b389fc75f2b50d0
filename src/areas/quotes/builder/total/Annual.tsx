import { lazy, useState } from 'react';
import { money } from '#domain/italian.ts';
import { annualCosts } from '#domain/quotes/sheet/annual.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { useReckoned } from '../quote.ts';

const say = words.annual;
const AnnualRows = lazy(() => import('./AnnualRows.tsx'));

/** The yearly cost of the car for its owner, beside its price: road tax, policies, instalments. */
export function Annual() {
  const { draft, sheet, priced } = useReckoned();
  const [open, setOpen] = useState(false);
  const costs = annualCosts(draft, sheet, priced);
  const { roadTax, superTax, premiums, instalments } = costs;
  const total = (roadTax ?? 0) + superTax + premiums + instalments;
  return (
    <details className="annual" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>
        {say.title} <b>{money(total)}</b>
      </summary>
      <OnDemand>{open && <AnnualRows costs={costs} />}</OnDemand>
    </details>
  );
}
