import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { money } from '#domain/italian.ts';
import type { Cost, Ledger } from '#domain/stock/schema.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { CostTable } from './CostTable.tsx';
import { useCar, useCarNow } from './store.ts';

const CostDialog = lazy(() => import('./CostDialog.tsx'));

/** What the car cost: the sums, and line by line for a person who manages the stock. */
export function Costs() {
  const ledger = useStore(useCar().$ledger);
  return ledger ? <Lines ledger={ledger} /> : <Sums />;
}

/** The purchase price and the sum of the ledger, without suppliers. */
function Sums() {
  const store = useCar();
  const { gross } = useCarNow().costs!;
  const { purchaseCost } = useStore(store.$value);
  const sums = (
    <>
      <dl className="priced">
        <div>
          <dt>{words.purchase}</dt>
          <dd>{purchaseCost === null ? '—' : money(purchaseCost)}</dd>
        </div>
        <div>
          <dt>{words.spent}</dt>
          <dd>{money(gross)}</dd>
        </div>
        <div className="sum">
          <dt>{words.total}</dt>
          <dd>{money((purchaseCost ?? 0) + gross)}</dd>
        </div>
      </dl>
      <p className="muted">{words.vatNote}</p>
    </>
  );
  return (
    <Section name="costs" document={sums}>
      {sums}
    </Section>
  );
}

/** The purchase and the ledger, planned and actual. */
function Lines({ ledger }: { ledger: Ledger }) {
  const store = useCar();
  const { purchaseCost, seller } = useStore(store.$value);
  const mayChange = useStore(store.$actions).includes('save');
  const [open, setOpen] = useState<Cost | 'new' | null>(null);
  const table = (
    <CostTable
      ledger={ledger}
      purchaseCost={purchaseCost}
      seller={seller}
      onOpen={mayChange ? (line) => setOpen(line) : undefined}
    />
  );
  return (
    <Section
      name="costs"
      aside={
        mayChange && (
          <button type="button" className="btn small" onClick={() => setOpen('new')}>
            <Icon name="plus" size={16} /> {words.addCost}
          </button>
        )
      }
      document={table}
    >
      {table}
      {ledger.rows.length === 0 && <p className="muted">{words.noCosts}</p>}
      <p className="muted">{words.vatNote}</p>
      <OnDemand>
        {open && <CostDialog line={open === 'new' ? null : open} store={store} onClose={() => setOpen(null)} />}
      </OnDemand>
    </Section>
  );
}
