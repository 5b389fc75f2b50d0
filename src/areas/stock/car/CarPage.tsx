import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { keysOf } from '#domain/machine.ts';
import { saleRegimes } from '#domain/quotes/b2b/terms.ts';
import { saleChannels } from '#domain/stock/terms.ts';
import { day, money } from '#domain/italian.ts';
import { car as words } from '#site/messages/it/stock.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { Facts } from '#site/ui/record/Facts.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { Aside } from './Aside.tsx';
import { Costs } from './Costs.tsx';
import { sections } from './form.ts';
import { Head } from './Head.tsx';
import { Part } from './Part.tsx';
import { Photos } from './Photos.tsx';
import { CarContext, createCar, useAbout, useCar, useCarNow, type CarProps } from './store.ts';

const Conflict = lazy(() => import('./Conflict.tsx'));
const History = lazy(() => import('./History.tsx'));
const Prices = lazy(() => import('./Prices.tsx'));
const MostPurchase = lazy(() => import('./MostPurchase.tsx'));

/** To whom a car was sold, once it was. */
function Sale() {
  const { sale } = useCarNow();
  if (!sale) return null;
  return (
    <section className="card sec">
      <Facts
        rows={[
          [words.sold, money(sale.price)],
          [words.channel, saleChannels[sale.channel]],
          [words.saleRegime, sale.regime && saleRegimes[sale.regime].label],
          [words.buyer, sale.buyer],
          [words.soldOn, day(sale.soldOn)],
          [words.deliveredOn, sale.deliveredOn && day(sale.deliveredOn)],
        ]}
      />
    </section>
  );
}

/** Opened when it is asked for. */
function Fold({ label, children }: { label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="fold-in" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>{label}</summary>
      <Suspense>{open && children()}</Suspense>
    </details>
  );
}

function Work() {
  const store = useCar();
  const { version, costs } = useCarNow();
  const saving = useStore(store.$save);
  return (
    <RecordPage record={store} about={useAbout()} head={<Head />} aside={<Aside />}>
      <Sale />
      {keysOf(sections).map((name) => {
        if (name === 'photos') return <Photos key={name} />;
        if (name === 'costs') return costs && <Costs key={name} />;
        return (
          <Part key={name} name={name}>
            {name === 'prices' && <Fold label={words.priceHistory}>{() => <Prices key={version} />}</Fold>}
            {name === 'purchase' && costs && <Fold label={words.most}>{() => <MostPurchase />}</Fold>}
          </Part>
        );
      })}
      <section className="card sec">
        <Fold label={words.history}>{() => <History key={version} />}</Fold>
      </section>
      <Suspense>{saving.kind === 'conflict' && saving.shown && <Conflict />}</Suspense>
    </RecordPage>
  );
}

/** The page of one used car: every change is saved by itself. */
export function CarPage(props: CarProps) {
  const [store] = useState(() => createCar(props));
  return (
    <ErrorBoundary what="L’auto">
      <CarContext value={store}>
        <Work />
      </CarContext>
    </ErrorBoundary>
  );
}
