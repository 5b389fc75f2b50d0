import { useStore } from '@nanostores/react';
import type { ReadableAtom } from 'nanostores';
import { lazy, type ReactNode } from 'react';
import type { NewCar } from '#domain/stock/new/schema.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { call } from '#site/lib/call.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import type { AnyRecord } from '#site/ui/record/store/context.ts';
import { Sale } from './Sale.tsx';

const History = lazy(() => import('#site/ui/record/page/History.tsx'));
const Prices = lazy(() => import('./Prices.tsx'));

interface OfCar {
  kind: 'new' | 'used';
  $car: ReadableAtom<Pick<UsedCar | NewCar, 'id' | 'version' | 'sale'> | null>;
}

/** Every price that the car has had, read when it is opened. */
export function PriceHistory({ kind, $car }: OfCar) {
  const { id, version } = useStore($car)!;
  return (
    <Fold label={words.priceHistory}>
      {() => <Prices key={version} read={() => call(`GET /stock/${kind}/:id/prices`, { params: { id } })} />}
    </Fold>
  );
}

/** The page of a car, new or used, which saves every change by itself: around its sections, which are the `children`. */
export function CarFrame({
  store,
  head,
  beside,
  comments,
  given,
  children,
}: {
  store: AnyRecord & OfCar;
  head: ReactNode;
  /** The column that stays in view, above the comments. */
  beside: ReactNode;
  comments: Page;
  /** What only the server draws, above the sections. */
  given: ReactNode;
  children: ReactNode;
}) {
  const { kind, $car } = store;
  const { id, version, sale } = useStore($car)!;
  return (
    <ErrorBoundary what="L’auto">
      <RecordPage
        record={store}
        head={head}
        aside={
          <aside className="car-aside">
            {beside}
            <Comments area={`stock/${kind}`} id={id} given={comments} />
          </aside>
        }
      >
        {given}
        <Sale sale={sale} />
        {children}
        <section className="card sec">
          <Fold label={words.history}>
            {() => <History key={version} read={() => call(`GET /stock/${kind}/:id/timeline`, { params: { id } })} />}
          </Fold>
        </section>
      </RecordPage>
    </ErrorBoundary>
  );
}
