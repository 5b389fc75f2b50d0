import { useStore } from '@nanostores/react';
import { lazy, useMemo, useState, type ReactNode } from 'react';
import { keysOf } from '#domain/record/machine.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { usedStates, type UsedState } from '#domain/stock/terms.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { car as words, photos } from '#site/messages/it/used-cars.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { Comments } from '#site/ui/comments/Comments.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { ErrorBoundary } from '#site/ui/ErrorBoundary.tsx';
import { RecordContext, useAbout } from '#site/ui/record/store/context.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { RecordPage } from '#site/ui/record/page/RecordPage.tsx';
import { toast } from '#site/ui/toast.ts';
import type { UsedMove } from '../calls.ts';
import { CarHead, offeredMoves, sellingSteps } from '../CarHead.tsx';
import { Papers } from '../papers/Papers.tsx';
import { Sale } from '../Sale.tsx';
import { Aside } from './Aside.tsx';
import { Costs } from './Costs.tsx';
import { Photos } from './Photos.tsx';
import { createCar, isAsked, sections, useCar, useCarNow, type Car, type CarProps, type CarSection } from './store.ts';

const History = lazy(() => import('#site/ui/record/page/History.tsx'));
const Prices = lazy(() => import('../Prices.tsx'));
const MostPurchase = lazy(() => import('./MostPurchase.tsx'));

/** The natural next step by state, when it is not a quote, shown as the one primary button. */
const natural: Partial<Record<UsedState, UsedMove>> = {
  scheduled: 'arrive',
  restoring: 'finish',
  service_vehicle: 'recall',
  sold: 'deliver',
  canceled: 'reopen',
  returned: 'takeBack',
};

function Head() {
  const store = useCar();
  const { reservation, state, id, retailPrice } = useCarNow();
  const allowed = useStore(store.$actions);
  const name = useAbout().join(' · ');
  const can = (one: (typeof allowed)[number]) => allowed.includes(one);
  const { next, others } = offeredMoves(machine, store, natural);
  const selling = sellingSteps(store, machine.acts, { name, price: retailPrice });
  const more: (Step | false)[] = [
    reservation !== null && can('release') && selling.release,
    can('sellByHand') && selling.sellByHand,
    ...others,
    can('unsellByHand') && selling.unsellByHand,
  ];
  return (
    <CarHead
      store={store}
      state={usedStates[state]}
      quote={store.may.quote && can('quote') ? `/quotation/used/${id}` : null}
      offer={store.may.b2b && can('quote') ? `/quotation/b2b?cars=${id}` : null}
      next={next}
      more={more.filter((step) => step !== false)}
      list={{ href: '/dealer/stock/used', label: words.list }}
    />
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: CarProps) => (
  <RecordContext value={createCar(props)}>
    <Head />
  </RecordContext>
);

/** One section of the car: its fields, or their values for a person who may only read. */
function Part({ name, children }: { name: CarSection; children?: ReactNode }) {
  const store = useCar();
  const { state } = useCarNow();
  const { sellerId, seller } = useStore(store.$value);
  const form = useMemo(
    () => store.form().filter((field) => isAsked(field.name, state)),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the form knows who sold the car
    [store, state, sellerId, seller],
  );
  return (
    <FieldSection<Car>
      name={name}
      fields={usedCarFields}
      form={form}
      read={(name === 'papers' || name === 'prices') && children}
      onChange={store.change}
    >
      {children}
    </FieldSection>
  );
}

/** What buyers see of the car, and the address to send them. */
function Shown() {
  const { id, page } = useCarNow();
  if (page === null) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(page, location.href).href);
    void toast(photos.copied, { kind: 'ok' });
  };
  return (
    <section className="card sec">
      <p>
        <a className="link" href={page} target="_blank" rel="noreferrer">
          {photos.page}
        </a>
      </p>
      <p className="muted">{photos.pageHelp}</p>
      <p>
        <button type="button" className="btn small" onClick={() => void copy()}>
          {photos.copy}
        </button>{' '}
        <a className="btn small" href={apiPath('GET /stock/used/:id/sheet', { params: { id } })} target="_blank">
          {photos.windowSheet}
        </a>
      </p>
    </section>
  );
}

/** The column that stays in view: the car, its price and margin, its age, what is to be done. */
function Beside({ comments }: { comments: Page }) {
  const store = useCar();
  const values = useStore(store.$value);
  const papers = useStore(store.papers.$rows);
  const car = useCarNow();
  const { body, colour, maker, model } = values;
  return (
    <aside className="car-aside">
      {car.photos === 0 && (
        <div className="card car-shape">
          <Silhouette body={body} colour={colour} label={[maker, model, colour].filter(Boolean).join(' ')} />
        </div>
      )}
      <Aside car={car} values={values} papers={papers} />
      <Shown />
      <Comments area="stock/used" id={car.id} given={comments} />
    </aside>
  );
}

/** The page of one used car, which saves every change by itself; `children`: what only the server draws. */
export function CarPage({ comments, children, ...props }: CarProps & { comments: Page; children?: ReactNode }) {
  const [store] = useState(() => createCar(props));
  const { id, version, costs, sale } = useStore(store.$car)!;
  const path = { params: { id } };
  return (
    <ErrorBoundary what="L’auto">
      <RecordPage record={store} head={<Head />} aside={<Beside comments={comments} />}>
        {children}
        <Sale sale={sale} />
        {keysOf(sections).map((name) => {
          if (name === 'photos') return <Photos key={name} />;
          if (name === 'costs') return costs && <Costs key={name} />;
          return (
            <Part key={name} name={name}>
              {name === 'prices' && (
                <Fold label={words.priceHistory}>
                  {() => <Prices key={version} read={() => call('GET /stock/used/:id/prices', path)} />}
                </Fold>
              )}
              {name === 'papers' && <Papers of={store} />}
              {name === 'purchase' && costs && <Fold label={words.most}>{() => <MostPurchase />}</Fold>}
            </Part>
          );
        })}
        <section className="card sec">
          <Fold label={words.history}>
            {() => <History key={version} read={() => call('GET /stock/used/:id/timeline', path)} />}
          </Fold>
        </section>
      </RecordPage>
    </ErrorBoundary>
  );
}
