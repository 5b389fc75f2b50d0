import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { keysOf } from '#domain/machine.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { Fold } from '../Fold.tsx';
import { Papers } from '../papers/Papers.tsx';
import { Sale } from '../Sale.tsx';
import { Beside } from './Beside.tsx';
import { Costs } from './Costs.tsx';
import { sections } from './form.ts';
import { Head } from './Head.tsx';
import { Part } from './Part.tsx';
import { Photos } from './Photos.tsx';
import { CarContext, createCar, useAbout, useCar, useCarNow, type CarProps } from './store.ts';

const Conflict = lazy(() => import('./Conflict.tsx'));
const History = lazy(() => import('../History.tsx'));
const Prices = lazy(() => import('../Prices.tsx'));
const MostPurchase = lazy(() => import('./MostPurchase.tsx'));

function CarPapers() {
  const { papers, $actions, today, terms } = useCar();
  const mayChange = useStore($actions).includes('paper');
  return <Papers papers={papers} mayChange={mayChange} today={today} expiryDays={terms.expiryDays} />;
}

function Work() {
  const store = useCar();
  const { id, version, costs, sale } = useCarNow();
  const saving = useStore(store.$save);
  return (
    <RecordPage record={store} about={useAbout()} head={<Head />} aside={<Beside />}>
      <Sale sale={sale} />
      {keysOf(sections).map((name) => {
        if (name === 'photos') return <Photos key={name} />;
        if (name === 'costs') return costs && <Costs key={name} />;
        return (
          <Part key={name} name={name}>
            {name === 'prices' && (
              <Fold label={words.priceHistory}>
                {() => <Prices key={version} read={() => call('GET /stock/used/:id/prices', { params: { id } })} />}
              </Fold>
            )}
            {name === 'papers' && <CarPapers />}
            {name === 'purchase' && costs && <Fold label={words.most}>{() => <MostPurchase />}</Fold>}
          </Part>
        );
      })}
      <section className="card sec">
        <Fold label={words.history}>
          {() => <History key={version} read={() => call('GET /stock/used/:id/timeline', { params: { id } })} />}
        </Fold>
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
