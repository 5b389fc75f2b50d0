import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { money } from '#domain/italian.ts';
import type { Cost } from '#domain/stock/schema.ts';
import { costKinds } from '#domain/stock/terms.ts';
import { car as words } from '#site/messages/it/used-car.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Section } from '#site/ui/record/Section.tsx';
import { useCar } from './store.ts';

const CostDialog = lazy(() => import('./CostDialog.tsx'));
const amountOf = (cents: number | null) => (cents === null ? '—' : money(cents));

/** What the car cost: its purchase and the ledger, as planned and as it came to. */
export function Costs() {
  const store = useCar();
  const ledger = useStore(store.$ledger)!;
  const { purchaseCost, seller } = useStore(store.$value);
  const mayChange = useStore(store.$actions).includes('save');
  const [open, setOpen] = useState<Cost | 'new' | null>(null);
  const bought = purchaseCost ?? 0;
  const table = (
    <div className="table-wrap">
      <table className="ledger">
        <thead>
          <tr>
            <th scope="col">{words.item}</th>
            <th scope="col" className="num">
              {words.expected}
            </th>
            <th scope="col" className="num">
              {words.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>{[words.purchase, seller].filter(Boolean).join(' · ')}</td>
            <td className="num">{amountOf(purchaseCost)}</td>
            <td className="num">{amountOf(purchaseCost)}</td>
          </tr>
          {ledger.rows.map((line) => {
            const name = [costKinds[line.kind], line.note].filter(Boolean).join(', ');
            return (
              <tr key={line.id}>
                <td>
                  {mayChange ? (
                    <button type="button" className="link" onClick={() => setOpen(line)}>
                      {name}
                    </button>
                  ) : (
                    name
                  )}{' '}
                  <small className="muted">{line.supplier}</small>
                </td>
                <td className="num">{amountOf(line.expected)}</td>
                <td className="num">{amountOf(line.amount)}</td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{words.total}</th>
            <td className="num">{money(bought + ledger.expected)}</td>
            <td className="num">{money(bought + ledger.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
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
