import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { movesOf, refusalOf, type Move } from '#domain/machine.ts';
import { newCarMachine as machine } from '#domain/stock/new/rules.ts';
import { newStates, type NewState } from '#domain/stock/new/terms.ts';
import { call } from '#site/lib/call.ts';
import { newCar as say } from '#site/messages/it/new-cars.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { RecordContext } from '#site/ui/record/context.ts';
import type { Step } from '#site/ui/record/HeadMenu.tsx';
import { toast } from '#site/ui/toast.ts';
import { CarHead } from '../CarHead.tsx';
import { asking, moveNew, quoteOf, type Asked, type NewMove } from './calls.ts';
import { createNewCar, factsOf, NewCarContext, useAbout, useNewCar, useNewCarNow, type NewCarProps } from './store.ts';

const Dialogs = lazy(() => import('./Dialogs.tsx'));

/** What naturally comes next, by state, where it is no quote: the one primary button. */
const natural: Partial<Record<NewState, NewMove>> = {
  ordered: 'ship',
  in_transit: 'arrive',
  sold: 'register',
  registered: 'deliver',
  canceled: 'reopen',
};

/** What the top bar holds for a new car. */
export function Head() {
  const store = useNewCar();
  const car = useNewCarNow();
  const allowed = useStore(store.$actions);
  const [dialog, setDialog] = useState<Asked | null>(null);
  const about = useAbout();
  const { reservation, state, id } = car;
  const held = reservation !== null && !reservation.lapsed;
  const can = (name: (typeof allowed)[number]) => allowed.includes(name);
  const said = async (failure: Promise<string | null>, done: string) => {
    const message = await failure;
    if (message !== '') void toast(message ?? done, { kind: message === null ? 'ok' : 'bad' });
  };
  const run = (name: NewMove) => {
    const { reasons, done } = machine.moves[name] as Move;
    if (reasons) setDialog(name);
    else
      void said(
        store.attempt((seen) => moveNew(name, seen)),
        done,
      );
  };
  /** What was typed is saved before a dialog says more; what is missing is said before it opens. */
  const open = async (name: Asked) => {
    if (store.autosave.unsaved() && !(await store.autosave.flush())) return;
    const now = factsOf(store.$car.get()!);
    const refusal = refusalOf(machine, now, { ...store.user, today: store.today }, name as (typeof allowed)[number]);
    if (refusal?.code === 'conflict') void toast(refusal.message, { kind: 'bad' });
    else setDialog(name);
  };
  const wanted = natural[state];
  const next = wanted && (can(wanted) || can('save')) ? wanted : null;
  const move = (name: NewMove): Step => ({ name, label: machine.moves[name].label, run: () => run(name) });
  const others = asking.filter((name) => can(name) || (name === 'turn' && state === 'in_stock' && can('save')));
  const reserves = can('reserve') && (!held || reservation.byId === store.user.id);
  const release = () =>
    void said(
      store.attempt(() => call('POST /stock/new/:id/release', { params: { id } })),
      words.released,
    );
  return (
    <>
      <CarHead
        about={about}
        state={newStates[state]}
        reservation={reservation}
        saves={can('save')}
        reserve={
          reserves
            ? { name: 'reserve', label: held ? words.extend : words.reserve, run: () => setDialog('reserve') }
            : null
        }
        quote={store.may.quote && can('quote') ? quoteOf(car) : null}
        next={next ? move(next) : null}
        more={[
          ...(reservation && can('release') ? [{ name: 'release', label: words.release, run: release }] : []),
          ...movesOf(machine)
            .filter((name) => can(name) && name !== next)
            .map(move),
          ...others.map((name) => ({ name, label: machine.acts[name].label, run: () => void open(name) })),
        ]}
        list={{ href: '/dealer/stock/new', label: say.list }}
      />
      {dialog &&
        createPortal(
          <Suspense>
            <Dialogs
              dialog={dialog}
              store={store}
              said={said}
              name={about.join(' · ')}
              onClose={() => setDialog(null)}
            />
          </Suspense>,
          document.body,
        )}
    </>
  );
}

/** The same on the server, in its place in the top bar; the island takes it over. */
export function StaticHead(props: NewCarProps) {
  const store = createNewCar(props);
  return (
    <RecordContext value={store}>
      <NewCarContext value={store}>
        <Head />
      </NewCarContext>
    </RecordContext>
  );
}
