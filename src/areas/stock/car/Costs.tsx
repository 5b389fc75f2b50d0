import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import type { Cost } from '#domain/stock/schema.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Section } from '#site/ui/record/Section.tsx';
import { CostTable } from './CostTable.tsx';
import { useCar } from './store.ts';

const CostDialog = lazy(() => import('./CostDialog.tsx'));

/** What the car cost: its purchase and the ledger, as planned and as it came to. */
export function Costs() {
  const store = useCar();
  const ledger = useStore(store.$ledger)!;
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
      <Suspense>
        {open && <CostDialog line={open === 'new' ? null : open} store={store} onClose={() => setOpen(null)} />}
      </Suspense>
    </Section>
  );
}
