import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordPage } from '#site/ui/record/RecordPage.tsx';
import { Fold } from '../Fold.tsx';
import { Papers } from '../papers/Papers.tsx';
import { Sale } from '../Sale.tsx';
import { Beside } from './Beside.tsx';
import { Head } from './Head.tsx';
import { Part } from './Part.tsx';
import { createNewCar, NewCarContext, useAbout, useNewCar, useNewCarNow, type NewCarProps } from './store.ts';

const Conflict = lazy(() => import('./Conflict.tsx'));
const Prices = lazy(() => import('../Prices.tsx'));
const History = lazy(() => import('../History.tsx'));

function Work() {
  const store = useNewCar();
  const { id, version, sale } = useNewCarNow();
  const saving = useStore(store.$save);
  const actions = useStore(store.$actions);
  const readPrices = () => call('GET /stock/new/:id/prices', { params: { id } });
  const read = () => call('GET /stock/new/:id/timeline', { params: { id } });
  return (
    <RecordPage record={store} about={useAbout()} head={<Head />} aside={<Beside />}>
      <Sale sale={sale} />
      {store.names.map((name) => (
        <Part key={name} name={name}>
          {name === 'prices' && (
            <Fold label={words.priceHistory}>{() => <Prices key={version} read={readPrices} />}</Fold>
          )}
          {name === 'registration' && (
            <Papers
              papers={store.papers}
              today={store.today}
              expiryDays={store.terms.expiryDays}
              mayChange={actions.includes('paper')}
            />
          )}
        </Part>
      ))}
      <section className="card sec">
        <Fold label={words.history}>{() => <History key={version} read={read} />}</Fold>
      </section>
      <Suspense>{saving.kind === 'conflict' && saving.shown && <Conflict />}</Suspense>
    </RecordPage>
  );
}

/** The page of one new car: every change is saved by itself. */
export function NewCarPage(props: NewCarProps) {
  const [store] = useState(() => createNewCar(props));
  return (
    <ErrorBoundary what="L’auto">
      <NewCarContext value={store}>
        <Work />
      </NewCarContext>
    </ErrorBoundary>
  );
}
