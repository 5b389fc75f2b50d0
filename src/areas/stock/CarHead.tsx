import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import type { ReadableAtom, WritableAtom } from 'nanostores';
import { dayInRome } from '#domain/dates.ts';
import { day, time } from '#domain/italian.ts';
import { privileges as p } from '#domain/privileges.ts';
import { movesOf, offeredOf, type Actor, type Machine, type MoveOf } from '#domain/record/machine.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { unsellReasons } from '#domain/stock/sale-fields.ts';
import type { sellingActs } from '#domain/stock/selling.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import type { StockTerms } from '#domain/stock/setting-endpoints.ts';
import { call, type CallInput } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { useAbout } from '#site/ui/record/store/context.ts';
import type { CourseStore } from '#site/ui/record/store/course.ts';
import { RecordHead } from '#site/ui/record/page/Head.tsx';
import type { Question, Step } from '#site/ui/record/page/useSteps.tsx';
import { SaveBadge } from '#site/ui/record/page/SaveBadge.tsx';

const ReserveDialog = lazy(() => import('./ReserveDialog.tsx'));
const SellDialog = lazy(() => import('./SellDialog.tsx'));
const ReasonDialog = lazy(() => import('#site/ui/ReasonDialog.tsx'));

type Car = UsedCar | NewCar;
type Selling = 'sellByHand' | 'unsellByHand';

/** What the head needs from the page of a car, new or used. */
export interface CarOnPage<Current extends Car> extends Pick<CourseStore<object, Current>, 'attempt' | 'adopt'> {
  kind: 'new' | 'used';
  $car: WritableAtom<Current | null>;
  $actions: CourseStore<object, Current>['$actions'];
  mayGo(name: Selling): Promise<boolean>;
  user: { id: number; privileges: readonly number[] };
  may: { findCustomers: boolean };
  terms: StockTerms;
  today: string;
}

/** Names the person that the car is held for, and until when. */
function Held({ reservation }: Pick<UsedCar, 'reservation'>) {
  if (!reservation) return null;
  const { by, until, lapsed } = reservation;
  const said = { by, day: day(dayInRome(new Date(until))), time: time(until) };
  return <StateBadge tone={lapsed ? 'bad' : 'warn'}>{t(lapsed ? words.lapsedBy : words.reservedBy, said)}</StateBadge>;
}

/** The step that holds the car for a customer, for at most as long as the company allows. */
function reserveStep<Current extends Car>(store: CarOnPage<Current>, car: Current, name: string): Step {
  const { kind, terms, may } = store;
  const held = car.reservation !== null && !car.reservation.lapsed;
  const path = { params: { id: car.id } };
  return {
    name: 'reserve',
    label: held ? words.extend : words.reserve,
    bar: 'before',
    run: (ask) =>
      ask((onClose) => (
        <ReserveDialog
          car={{ name, reservation: store.$car.get()!.reservation }}
          terms={terms}
          findsCustomers={may.findCustomers}
          reserve={(body) => call(`POST /stock/${kind}/:id/reserve`, { ...path, body })}
          onClose={onClose}
          onDone={(now) => {
            const { reservation } = now as Current;
            store.$car.set({ ...store.$car.get()!, reservation });
          }}
        />
      )),
  };
}

/**
 * The moves that state and rights offer, the natural one by state apart; also those for which something is missing: a
 * press tells what.
 */
export function offeredMoves<M extends Machine>(
  machine: M,
  store: Pick<CarOnPage<Car>, 'today'> & {
    $car: ReadableAtom<Car | null>;
    user: Omit<Actor, 'today'>;
    stepOf(name: MoveOf<M>): Step;
  },
  natural: Partial<Record<string, MoveOf<M>>>,
) {
  const { state, reservation } = store.$car.get()!;
  const facts = { state, reservedBy: reservation?.byId ?? null };
  const offered = offeredOf(machine, facts, { ...store.user, today: store.today });
  const wanted = natural[state];
  const next = wanted && offered.includes(wanted) ? wanted : null;
  const others = movesOf(machine).filter((one) => offered.includes(one) && one !== next);
  return { offered, next: next && store.stepOf(next), others: others.map((one) => store.stepOf(one)) };
}

/** The steps of both new and used cars beside the moves of their machines: ending a hold, entering a sale, undoing a sale. */
export function sellingSteps<Current extends Car>(
  store: CarOnPage<Current>,
  acts: Pick<ReturnType<typeof sellingActs>, Selling>,
  { name, price }: { name: string; price: number | null },
) {
  const { kind, today, may } = store;
  const car = store.$car.get()!;
  const path = { params: { id: car.id } };
  const asking = (act: Selling, question: Question): Step => ({
    name: act,
    label: acts[act].label,
    run: async (ask) => (await store.mayGo(act)) && ask(question),
  });
  return {
    release: {
      name: 'release',
      label: words.release,
      run: () => store.attempt(() => call(`POST /stock/${kind}/:id/release`, path) as Promise<Current>, words.released),
    },
    sellByHand: asking('sellByHand', (onClose) => (
      <SellDialog
        kind={kind}
        name={name}
        price={price}
        reservation={store.$car.get()!.reservation}
        today={today}
        findsCustomers={may.findCustomers}
        sell={(body) =>
          call(`POST /stock/${kind}/:id/sell`, {
            ...path,
            version: store.$car.get()!.version,
            body,
          }) as Promise<Current>
        }
        onClose={onClose}
        onDone={(sold) => store.adopt(sold as Current)}
      />
    )),
    unsellByHand: asking('unsellByHand', (onClose) => (
      <ReasonDialog
        title={words.why}
        verb={acts.unsellByHand.label}
        reasons={unsellReasons}
        noteFor={['other']}
        onClose={onClose}
        onChosen={(why) =>
          store.attempt(({ version }) => {
            const input = { ...path, version, body: why } as CallInput<'POST /stock/used/:id/unsell'>;
            return call(`POST /stock/${kind}/:id/unsell`, input) as Promise<Current>;
          }, words.unsold)
        }
      />
    )),
  } satisfies Record<string, Step>;
}

/** The top bar for a car, new or used: which car, its state, what can be done with it. */
export function CarHead<Current extends Car>({
  store,
  state,
  quote,
  offer = null,
  next,
  more,
  list,
}: {
  store: CarOnPage<Current>;
  state: { label: string; tone: Tone };
  /** Address of the quote builder. */
  quote: string | null;
  /** Address of the builder of wholesale offers. */
  offer?: string | null;
  /** The natural next step, when it is not a quote. */
  next: Step | null;
  more: readonly Step[];
  list: { href: string; label: string };
}) {
  const car = useStore(store.$car)!;
  const allowed = useStore(store.$actions);
  const name = useAbout().join(' · ');
  const { reservation } = car;
  const isOthers = reservation !== null && !reservation.lapsed && reservation.byId !== store.user.id;
  const quoting: Step | null = quote === null ? null : { name: 'quote', label: words.quote, href: quote, bar: 'after' };
  // The builder, of which a contract by hand takes car and price.
  const selling = quote !== null && store.user.privileges.includes(p.manageAllContracts);
  const steps: (Step | null | false)[] = [
    allowed.includes('reserve') && !isOthers && reserveStep(store, car, name),
    next && quoting,
    selling && {
      name: 'contract',
      label: words.contract,
      href: `${quote}${quote.includes('?') ? '&' : '?'}contract=new`,
    },
    offer !== null && { name: 'offer', label: words.offer, href: offer },
    ...more,
    { name: 'list', ...list },
  ];
  return (
    <RecordHead
      state={
        <span className="saved">
          <StateBadge tone={state.tone}>{state.label}</StateBadge>
          <Held reservation={reservation} />
          {allowed.includes('save') && <SaveBadge />}
        </span>
      }
      steps={steps.filter((step) => step !== null && step !== false)}
      next={next ?? quoting}
    />
  );
}
