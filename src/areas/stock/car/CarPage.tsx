import { useStore } from '@nanostores/react';
import { lazy, useEffect, useMemo, useState, type ReactNode } from 'react';
import { keysOf } from '#domain/record/machine.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { isSellable, usedStates, type UsedState } from '#domain/stock/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { car as words, photos } from '#site/messages/it/used-cars.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { RecordContext, useAbout } from '#site/ui/record/store/context.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import type { UsedMove } from '../calls.ts';
import { CarFrame, PriceHistory } from '../CarFrame.tsx';
import { CarHead, offeredMoves, sellingSteps } from '../CarHead.tsx';
import { Papers } from '../papers/Papers.tsx';
import { Aside } from './Aside.tsx';
import { Costs } from './Costs.tsx';
import { Photos } from './Photos.tsx';
import {
  createCar,
  isAsked,
  sections,
  useCar,
  useCarNow,
  type Car,
  type CarProps,
  type CarSection,
  type CarStore,
} from './store.ts';

const MostPurchase = lazy(() => import('./MostPurchase.tsx'));
const MarkDown = lazy(() => import('../MarkDown.tsx'));

/** The natural next step by state, when it is not a quote, shown as the one primary button. */
const natural: Partial<Record<UsedState, UsedMove>> = {
  scheduled: 'arrive',
  restoring: 'finish',
  service_vehicle: 'recall',
  sold: 'deliver',
  canceled: 'reopen',
  returned: 'takeBack',
};

/** May the person lower the price of the car? */
function mayMark({ $car, $actions }: CarStore): boolean {
  const { state, retailPrice } = $car.get()!;
  return isSellable(state) && retailPrice !== null && $actions.get().includes('save');
}

/** The dialog that lowers the price of the car. */
function Marking({ onClose }: { onClose: () => void }) {
  const { $car, terms, adopt } = useCar();
  // The car as it was when the dialog opened: what is saved meanwhile is somebody else's.
  const [car] = useState(() => $car.get()!);
  return <MarkDown car={car} name={useAbout().join(' · ')} terms={terms} onClose={onClose} onDone={adopt} />;
}

/** The step that lowers the price of a car that is for sale, and the one that values it anew. */
function pricingSteps(store: CarStore): (Step | false)[] {
  const now = () => store.$car.get()!;
  if (!isSellable(now().state)) return [];
  return [
    mayMark(store) && {
      name: 'markdown',
      label: words.markdown,
      run: async (ask) => (await store.mayGo('save')) && ask((onClose) => <Marking onClose={onClose} />),
    },
    store.may.value && {
      name: 'valueAgain',
      label: words.valueAgain,
      run: async () => {
        const { valueAgain } = await import('../value-again.ts');
        await attempt(() => valueAgain(now()));
      },
    },
  ];
}

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
    ...pricingSteps(store),
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

/** Beside the sections: the car, its price and margin, its age, what is to be done. */
function Beside() {
  const store = useCar();
  const values = useStore(store.$value);
  const papers = useStore(store.papers.$rows);
  const car = useCarNow();
  const { body, colour, maker, model } = values;
  return (
    <>
      {car.photos === 0 && (
        <div className="card car-shape">
          <Silhouette body={body} colour={colour} label={[maker, model, colour].filter(Boolean).join(' ')} />
        </div>
      )}
      <Aside car={car} values={values} papers={papers} />
      <Shown />
    </>
  );
}

/** The page of one used car; `children`: what only the server draws. */
export function CarPage({ comments, children, ...props }: CarProps & { comments: Page; children?: ReactNode }) {
  const [store] = useState(() => createCar(props));
  const [asksPrice, setAsksPrice] = useState(false);
  // The desk leads here with the question. Opens after hydration, because a dialog needs JavaScript.
  useEffect(() => setAsksPrice(new URLSearchParams(location.search).has('markdown') && mayMark(store)), [store]);
  const { costs } = useStore(store.$car)!;
  return (
    <>
      <OnDemand>
        {asksPrice && (
          <RecordContext value={store}>
            <Marking onClose={() => setAsksPrice(false)} />
          </RecordContext>
        )}
      </OnDemand>
      <CarFrame store={store} head={<Head />} beside={<Beside />} comments={comments} given={children}>
        {keysOf(sections).map((name) => {
          if (name === 'photos') return <Photos key={name} />;
          if (name === 'costs') return costs && <Costs key={name} />;
          return (
            <Part key={name} name={name}>
              {name === 'prices' && <PriceHistory {...store} />}
              {name === 'papers' && <Papers of={store} />}
              {name === 'purchase' && costs && <Fold label={words.most}>{() => <MostPurchase />}</Fold>}
            </Part>
          );
        })}
      </CarFrame>
    </>
  );
}
