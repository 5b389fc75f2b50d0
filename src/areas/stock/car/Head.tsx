import { useStore } from '@nanostores/react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { movesOf, refusalOf, type Move } from '#domain/machine.ts';
import { usedCarMachine as machine } from '#domain/stock/rules.ts';
import { usedStates, type UsedState } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/stock.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { Icon } from '#site/ui/Icon.tsx';
import { RecordContext } from '#site/ui/record/context.ts';
import { SaveBadge } from '#site/ui/record/SaveBadge.tsx';
import { Whom } from '#site/ui/record/Whom.tsx';
import { toast } from '#site/ui/toast.ts';
import type { UsedMove } from '../calls.ts';
import { createActions } from './actions.ts';
import { CarContext, createCar, factsOf, useAbout, useCar, useCarNow, type CarProps } from './store.ts';

const ReserveDialog = lazy(() => import('../ReserveDialog.tsx'));
const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));

/** What naturally comes next, by state, where it is no quote: the one primary button. */
const natural: Partial<Record<UsedState, UsedMove>> = {
  ...{ scheduled: 'arrive', restoring: 'finish', service_vehicle: 'recall', sold: 'deliver' },
  ...{ canceled: 'reopen', returned: 'takeBack' },
};
const hide = { popoverTarget: 'car-more', popoverTargetAction: 'hide' } as const;

/** Who holds the car, until when. */
function Held() {
  const { reservation } = useCarNow();
  if (!reservation) return null;
  const { by, until, lapsed } = reservation;
  const said = { by, day: day(dayInRome(new Date(until))), time: time(until) };
  return <StateBadge tone={lapsed ? 'bad' : 'warn'}>{t(lapsed ? words.lapsedBy : words.reservedBy, said)}</StateBadge>;
}

/** What the top bar holds for a car: which one, its state, what can be done with it. */
export function Head() {
  const store = useCar();
  const car = useCarNow();
  const allowed = useStore(store.$actions);
  const actions = useMemo(() => createActions(store), [store]);
  const [dialog, setDialog] = useState<'reserve' | UsedMove | null>(null);
  const can = (name: (typeof allowed)[number]) => allowed.includes(name);
  const { reservation, state, id } = car;
  const held = reservation !== null && !reservation.lapsed;
  const quotes = store.may.quote && can('quote');
  // What is missing for it is said when it is asked for.
  const wanted = natural[state];
  const next = wanted && (can(wanted) || can('save')) ? wanted : null;
  const press = (name: UsedMove) => {
    const refusal = refusalOf(machine, factsOf(car), { ...store.user, today: store.today }, name);
    if (refusal?.code === 'conflict' && !store.autosave.unsaved()) void toast(refusal.message, { kind: 'bad' });
    else if ((machine.moves[name] as Move).reasons) setDialog(name);
    else void actions.move(name);
  };
  const reserves = can('reserve') && (!held || reservation.byId === store.user.id);
  const asked = dialog && dialog !== 'reserve' ? (machine.moves[dialog] as Move) : null;
  const about = useAbout();
  return (
    <>
      <Whom about={about}>
        <span className="saved">
          <StateBadge tone={usedStates[state].tone}>{usedStates[state].label}</StateBadge>
          <Held />
          {can('save') && <SaveBadge />}
        </span>
      </Whom>
      {reserves && (
        <button type="button" name="reserve" className="btn foldable" onClick={() => setDialog('reserve')}>
          {held ? words.extend : words.reserve}
        </button>
      )}
      <button type="button" className="icon" popoverTarget="car-more" aria-label={words.more}>
        <Icon name="ellipsis" />
      </button>
      <div id="car-more" className="menu-list" popover="auto">
        {reserves && (
          <button type="button" {...hide} className="folded" onClick={() => setDialog('reserve')}>
            {held ? words.extend : words.reserve}
          </button>
        )}
        {quotes && next && (
          <a className="folded" href={`/quotation/used/${id}`}>
            {words.quote}
          </a>
        )}
        {store.may.b2b && can('quote') && <a href={`/quotation/b2b?cars=${id}`}>{words.offer}</a>}
        {reservation && can('release') && (
          <button type="button" {...hide} onClick={() => void actions.release()}>
            {words.release}
          </button>
        )}
        {movesOf(machine)
          .filter((name) => can(name) && name !== next)
          .map((name) => (
            <button key={name} type="button" {...hide} onClick={() => press(name)}>
              {machine.moves[name].label}
            </button>
          ))}
        <a href="/dealer/stock/used">{words.list}</a>
      </div>
      {quotes && (
        <a className={next ? 'btn foldable' : 'btn primary'} href={`/quotation/used/${id}`}>
          {words.quote}
        </a>
      )}
      {next && (
        <button type="button" name={next} className="btn primary" onClick={() => press(next)}>
          {machine.moves[next].label}
        </button>
      )}
      {dialog &&
        createPortal(
          <Suspense>
            {dialog === 'reserve' && (
              <ReserveDialog
                car={{ id, name: about.join(' · '), reservation }}
                findsCustomers={store.may.findCustomers}
                onClose={() => setDialog(null)}
                onDone={({ reservation: now }) => store.$car.set({ ...store.$car.get()!, reservation: now })}
              />
            )}
            {asked && dialog !== 'reserve' && (
              <ReasonDialog
                title={words.why}
                verb={asked.label}
                reasons={asked.reasons!}
                noteFor={asked.noteFor ?? []}
                onClose={() => setDialog(null)}
                onChosen={(why) => actions.move(dialog, why)}
              />
            )}
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
