import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { movesOf, refusalOf, type Move } from '#domain/machine.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { usedStates, type UsedState } from '#domain/stock/terms.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { RecordContext } from '#site/ui/record/context.ts';
import type { Step } from '#site/ui/record/HeadMenu.tsx';
import { toast } from '#site/ui/toast.ts';
import type { UsedMove } from '../calls.ts';
import { CarHead } from '../CarHead.tsx';
import type { Actions, Asked } from './actions.ts';
import { CarContext, createCar, factsOf, useAbout, useCar, useCarNow, type CarProps } from './store.ts';

const Dialogs = lazy(() => import('./Dialogs.tsx'));

/** What naturally comes next, by state, where it is no quote: the one primary button. */
const natural: Partial<Record<UsedState, UsedMove>> = {
  scheduled: 'arrive',
  restoring: 'finish',
  service_vehicle: 'recall',
  sold: 'deliver',
  canceled: 'reopen',
  returned: 'takeBack',
};

/** What the top bar holds for a used car. */
export function Head() {
  const store = useCar();
  const car = useCarNow();
  const allowed = useStore(store.$actions);
  /** What is done with the car comes when something is. */
  const [act] = useState(() => {
    let made: Promise<Actions> | undefined;
    return () => (made ??= import('./actions.ts').then(({ createActions }) => createActions(store)));
  });
  const [dialog, setDialog] = useState<Asked | null>(null);
  const can = (name: (typeof allowed)[number]) => allowed.includes(name);
  const { reservation, state, id } = car;
  const held = reservation !== null && !reservation.lapsed;
  // What is missing for it is said when it is asked for.
  const wanted = natural[state];
  const next = wanted && (can(wanted) || can('save') || (state === 'sold' && can('unsellByHand'))) ? wanted : null;
  const press = (name: UsedMove) => {
    const refusal = refusalOf(machine, factsOf(car), { ...store.user, today: store.today }, name);
    if (refusal?.code === 'conflict' && !store.autosave.unsaved()) void toast(refusal.message, { kind: 'bad' });
    else if ((machine.moves[name] as Move).reasons) setDialog(name);
    else void act().then(({ move: go }) => go(name));
  };
  const reserves = can('reserve') && (!held || reservation.byId === store.user.id);
  const about = useAbout();
  const move = (name: UsedMove): Step => ({ name, label: machine.moves[name].label, run: () => press(name) });
  /** What was typed is saved before a dialog says more. */
  const saved = async (then: () => void) => (!store.autosave.unsaved() || (await store.autosave.flush())) && then();
  const asks = (name: 'sellByHand' | 'unsellByHand'): Step[] =>
    can(name) ? [{ name, label: machine.acts[name].label, run: () => void saved(() => setDialog(name)) }] : [];
  return (
    <>
      <CarHead
        about={about}
        state={usedStates[state]}
        reservation={reservation}
        saves={can('save')}
        reserve={
          reserves
            ? { name: 'reserve', label: held ? words.extend : words.reserve, run: () => setDialog('reserve') }
            : null
        }
        quote={store.may.quote && can('quote') ? `/quotation/used/${id}` : null}
        offer={store.may.b2b && can('quote') ? `/quotation/b2b?cars=${id}` : null}
        next={next ? move(next) : null}
        more={[
          ...(reservation && can('release')
            ? [{ name: 'release', label: words.release, run: () => void act().then(({ release }) => release()) }]
            : []),
          ...asks('sellByHand'),
          ...movesOf(machine)
            .filter((name) => can(name) && name !== next)
            .map(move),
          ...asks('unsellByHand'),
        ]}
        list={{ href: '/dealer/stock/used', label: words.list }}
      />
      {dialog &&
        createPortal(
          <Suspense>
            <Dialogs dialog={dialog} store={store} act={act} name={about.join(' · ')} onClose={() => setDialog(null)} />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** The same on the server, in its place in the top bar; the island takes it over. */
export function StaticHead(props: CarProps) {
  const store = createCar(props);
  return (
    <RecordContext value={store}>
      <CarContext value={store}>
        <Head />
      </CarContext>
    </RecordContext>
  );
}
