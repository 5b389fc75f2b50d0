import { useStore } from '@nanostores/react';
import { lazy, useState, type ReactNode } from 'react';
import { newCarFields } from '#domain/stock/new/fields.ts';
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import { newStates, type NewState } from '#domain/stock/new-terms.ts';
import { newCar as say } from '#site/messages/it/new-cars.ts';
import { VersionPicture } from '#site/parts/vehicles/VersionPicture.tsx';
import type { Page } from '#site/ui/comments/comments.ts';
import { RecordContext, useAbout } from '#site/ui/record/store/context.ts';
import { FieldSection } from '#site/ui/record/form/FieldSection.tsx';
import type { Step } from '#site/ui/record/page/useSteps.tsx';
import { quoteOf, type NewMove } from '../calls.ts';
import { CarFrame, PriceHistory } from '../CarFrame.tsx';
import { CarHead, offeredMoves, sellingSteps } from '../CarHead.tsx';
import { Papers } from '../papers/Papers.tsx';
import { Aside } from './Aside.tsx';
import {
  createNewCar,
  isSoldAs,
  useNewCar,
  useNewCarNow,
  type NewCarProps,
  type NewCarStore,
  type NewCarValues,
  type NewSection,
} from './store.ts';

const ConvertDialog = lazy(() => import('./ConvertDialog.tsx'));

/** The natural next step by state, when it is not a quote, shown as the one primary button. */
const natural: Partial<Record<NewState, NewMove>> = {
  ordered: 'ship',
  in_transit: 'arrive',
  sold: 'register',
  registered: 'deliver',
  canceled: 'reopen',
};

/** The step that registers the car in the company's own name and makes it a used car. */
const turnStep = (store: NewCarStore, name: string): Step => ({
  name: 'turn',
  label: machine.acts.turn.label,
  run: async (ask) =>
    (await store.mayGo('turn')) && ask((onClose) => <ConvertDialog store={store} name={name} onClose={onClose} />),
});

function Head() {
  const store = useNewCar();
  const car = useNewCarNow();
  const allowed = useStore(store.$actions);
  const name = useAbout().join(' · ');
  const { state, price, reservation } = car;
  const can = (one: (typeof allowed)[number]) => allowed.includes(one);
  const { offered, next, others } = offeredMoves(machine, store, natural);
  const selling = sellingSteps(store, machine.acts, { name, price });
  const more: (Step | false)[] = [
    reservation !== null && can('release') && selling.release,
    ...others,
    can('sellByHand') && selling.sellByHand,
    offered.includes('turn') && turnStep(store, name),
    can('unsellByHand') && selling.unsellByHand,
  ];
  return (
    <CarHead
      store={store}
      state={newStates[state]}
      quote={store.may.quote && can('quote') ? quoteOf(car) : null}
      next={next}
      more={more.filter((step) => step !== false)}
      list={{ href: '/dealer/stock/new', label: say.list }}
    />
  );
}

/** The head rendered on the server into the top bar; the island then takes it over. */
export const StaticHead = (props: NewCarProps) => (
  <RecordContext value={createNewCar(props)}>
    <Head />
  </RecordContext>
);

/** One section of the car. After the sale, the fields that describe what was sold are read-only. */
function Part({ name, children }: { name: NewSection; children?: ReactNode }) {
  const store = useNewCar();
  const car = useNewCarNow();
  return (
    <FieldSection<NewCarValues>
      name={name}
      fields={newCarFields}
      form={store.form}
      fixed={Object.keys(newCarFields).filter((key) => isSoldAs(car, key))}
      read={children}
      onChange={store.change}
    >
      {children}
    </FieldSection>
  );
}

/** Beside the sections: the car, its price and margin, its age, what is to be done. */
function Beside() {
  const store = useNewCar();
  const values = useStore(store.$value);
  const papers = useStore(store.papers.$rows);
  const car = useNewCarNow();
  const { image, body, paint, maker, model, options } = car;
  return (
    <>
      <div className="card car-shape">
        <VersionPicture
          image={image}
          body={body}
          colour={paint}
          label={[maker, model, options[0]].filter(Boolean).join(' ')}
        />
      </div>
      <Aside car={car} values={values} papers={papers} />
    </>
  );
}

/** The page of one new car; `children`: what only the server draws. */
export function NewCarPage({ comments, children, ...props }: NewCarProps & { comments: Page; children?: ReactNode }) {
  const [store] = useState(() => createNewCar(props));
  return (
    <CarFrame store={store} head={<Head />} beside={<Beside />} comments={comments} given={children}>
      {store.names.map((name) => (
        <Part key={name} name={name}>
          {name === 'prices' && <PriceHistory {...store} />}
          {name === 'registration' && <Papers of={store} />}
        </Part>
      ))}
    </CarFrame>
  );
}
