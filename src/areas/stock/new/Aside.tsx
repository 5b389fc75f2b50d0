import { addDays } from '#domain/dates.ts';
import { day } from '#domain/italian.ts';
import { newMarginOf } from '#domain/stock/new/rules.ts';
import type { NewCar } from '#domain/stock/new/schema.ts';
import { isNewSellable, newPapers, type NewPaper } from '#domain/stock/new-terms.ts';
import type { CarPaper } from '#domain/stock/papers.ts';
import { apiPath } from '#site/lib/call.ts';
import { newCar as say } from '#site/messages/it/new-cars.ts';
import { car as words } from '#site/messages/it/used-cars.ts';
import {
  AgeCard,
  PriceCard,
  lapsedText,
  quoteRow,
  ToDoCard,
  type Amount,
  type ToDo,
  type ToDoRow,
} from '../car/Cards.tsx';
import { endingPapers } from '../papers/ending.ts';
import { useNewCar, type NewCarValues } from './store.ts';

interface Seen {
  car: NewCar;
  values: NewCarValues;
  papers: readonly CarPaper[];
}

/** The margin of a sale at the price now in the form; undefined for a person who may not see it. */
function marginNow({ car, values }: Seen) {
  const price = car.sale?.price ?? values.price;
  if (car.margin === undefined) return undefined;
  return price === null ? null : newMarginOf(values, price);
}

function Price(seen: Seen) {
  const { id, sale, listPrice, archived, state } = seen.car;
  const { price: asked, minPrice, b2bPrice } = seen.values;
  const margin = marginNow(seen);
  const price = sale?.price ?? asked;
  // A car that left unsold has no price any more.
  if (sale === null && !isNewSellable(state)) return null;
  const less = listPrice !== null && price !== null && price < listPrice ? listPrice - price : null;
  return (
    <PriceCard
      price={price}
      margin={margin}
      name={say.sections.prices}
      label={say.price}
      sold={sale !== null}
      rows={[
        [say.listPrice, listPrice],
        [say.discount, less === null ? null : -less],
        [words.minimum, sale ? null : minPrice],
        [words.b2b, sale ? null : b2bPrice],
        ...(margin
          ? ([
              [words.costNet, -margin.cost],
              [words.vat, -margin.vat],
            ] as Amount[])
          : []),
      ]}
      unknown={say.unknown}
    >
      {!archived && isNewSellable(state) && (
        <a className="btn small" href={apiPath('GET /stock/new/:id/sheet', { params: { id } })} target="_blank">
          {say.windowSheet}
        </a>
      )}
    </PriceCard>
  );
}

function Age({ car }: Pick<Seen, 'car'>) {
  const { days, state, expectedOn } = car;
  const { today, terms } = useNewCar();
  const comesOn = (state === 'ordered' || state === 'in_transit') && expectedOn;
  return <AgeCard days={days} comesOn={comesOn} today={today} borders={terms} />;
}

const held = (reservation: NonNullable<NewCar['reservation']>): ToDoRow => {
  const { lapsed, customer, note, by } = reservation;
  if (lapsed) return ['bad', words.expired, lapsedText(reservation)];
  return ['info', customer ? say.assigned : say.held, [customer, note].filter(Boolean).join(' · ') || by];
};

function Tasks({ car, papers: rowsOfPapers }: Seen) {
  const { today, terms } = useNewCar();
  const { state, reservation, usedCarId } = car;
  if (usedCarId !== null)
    return (
      <section className="card sec">
        <a className="btn" href={`/dealer/stock/used/${usedCarId}`}>
          {say.asUsed}
        </a>
      </section>
    );
  if (['delivered', 'canceled', 'converted'].includes(state)) return null;
  const sold = !isNewSellable(state);
  const rows: ToDo[] = [
    car.price === null && !sold && ['bad', words.missing, say.needsPrice],
    car.vin === '' && ['warn', words.missing, say.needsVin],
    sold && car.arrivedOn === null && ['warn', words.missing, say.needsArrival],
    state === 'sold' && car.plate === '' && ['warn', words.missing, say.needsPlate],
    sold && car.sale?.document === '' && ['warn', words.missing, say.needsDocument],
    ...car.missing.map((paper): ToDoRow => ['bad', words.missing, newPapers[paper as NewPaper]]),
    ...endingPapers(rowsOfPapers, today, terms.expiryDays),
    !sold && reservation && held(reservation),
    !sold && quoteRow(reservation),
    car.expectedOn !== null &&
      !car.arrivedOn &&
      sold &&
      car.expectedOn <= addDays(today, 7) && ['info', say.soon, day(car.expectedOn)],
  ];
  return <ToDoCard rows={rows} />;
}

/** The cards beside the car: price and margin, age, what is to be done. */
export function Aside(seen: Seen) {
  return (
    <>
      <Price {...seen} />
      <Age car={seen.car} />
      <Tasks {...seen} />
    </>
  );
}
