import { useStore } from '@nanostores/react';
import { addDays, dayInRome } from '#domain/dates.ts';
import { day, integer, money, time } from '#domain/italian.ts';
import { isNewSellable, newPapers, type NewPaper } from '#domain/stock/new/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { newCar as say } from '#site/messages/it/new-car.ts';
import { car as words } from '#site/messages/it/used-car.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { AgeBar } from '../car/AgeBar.tsx';
import { endingPapers } from '../papers/ending.ts';
import { useNewCar, useNewCarNow } from './store.ts';

function Price() {
  const store = useNewCar();
  const { id, sale, listPrice, archived } = useNewCarNow();
  const { price: asked, minPrice, b2bPrice } = useStore(store.$value);
  const margin = useStore(store.$margin);
  const price = sale?.price ?? asked;
  const less = listPrice !== null && price !== null && price < listPrice ? listPrice - price : null;
  const rows: [string, number | null | undefined][] = [
    [say.listPrice, listPrice],
    [say.discount, less === null ? null : -less],
    ...(sale
      ? []
      : ([
          [words.minimum, minPrice],
          [words.b2b, b2bPrice],
        ] as [string, number | null | undefined][])),
    ...(margin
      ? ([
          [words.costNet, -margin.cost],
          [words.vat, -margin.vat],
        ] as [string, number][])
      : []),
  ];
  return (
    <section className="card sec price-card" aria-label={say.sections.prices}>
      <p className="asked">
        <span className="muted">{sale ? words.sold : say.price}</span>
        <b>{price === null ? words.noPrice : money(price)}</b>
      </p>
      <dl className="priced">
        {rows.map(
          ([label, amount]) =>
            amount !== null &&
            amount !== undefined && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{money(amount)}</dd>
              </div>
            ),
        )}
        {margin && (
          <div className={margin.net < 0 ? 'sum loss' : 'sum gain'}>
            <dt>
              {sale ? words.marginDone : words.margin}
              {margin.net < 0 && ` · ${words.loss}`}
            </dt>
            <dd>{money(margin.net)}</dd>
          </div>
        )}
      </dl>
      {margin === null && price !== null && <p className="muted">{say.unknown}</p>}
      {!archived && (
        <a className="btn small" href={apiPath('GET /stock/new/:id/sheet', { params: { id } })} target="_blank">
          {say.sheet}
        </a>
      )}
    </section>
  );
}

function Age() {
  const { days, state, expectedOn } = useNewCarNow();
  const { today, terms } = useNewCar();
  if ((state === 'ordered' || state === 'in_transit') && expectedOn)
    return (
      <section className="card sec">
        <p className={expectedOn < today ? 'late' : undefined}>
          {t(expectedOn < today ? words.late : words.arrives, { day: day(expectedOn) })}
        </p>
      </section>
    );
  if (days === null) return null;
  const said = days === 0 ? words.today : days === 1 ? words.oneDay : t(words.inStock, { n: integer(days) });
  return (
    <section className="card sec">
      <h2>{said}</h2>
      <AgeBar {...{ days, borders: terms }} />
    </section>
  );
}

type ToDoRow = readonly [tone: Tone, badge: string, text: string];

function ToDo() {
  const car = useNewCarNow();
  const { today, terms, papers } = useNewCar();
  const rowsOfPapers = useStore(papers.$rows);
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
  const rows: ToDoRow[] = [
    ...(car.price === null && !sold ? [['bad', words.missing, say.needsPrice] as ToDoRow] : []),
    ...(car.vin === '' ? [['warn', words.missing, say.needsVin] as ToDoRow] : []),
    ...(sold && car.arrivedOn === null ? [['warn', words.missing, say.needsArrival] as ToDoRow] : []),
    ...(state === 'sold' && car.plate === '' ? [['warn', words.missing, say.needsPlate] as ToDoRow] : []),
    ...(sold && car.sale?.document === '' ? [['warn', words.missing, say.needsDocument] as ToDoRow] : []),
    ...car.missing.map((paper): ToDoRow => ['bad', words.missing, newPapers[paper as NewPaper]]),
    ...endingPapers(rowsOfPapers, today, terms.expiryDays),
    ...(reservation && !sold
      ? [
          [
            reservation.lapsed ? 'bad' : 'info',
            reservation.lapsed ? words.expired : reservation.customer ? say.assigned : say.held,
            reservation.lapsed
              ? t(words.lapsedBy, {
                  by: reservation.by,
                  day: day(dayInRome(new Date(reservation.until))),
                  time: time(reservation.until),
                })
              : [reservation.customer, reservation.note].filter(Boolean).join(' · ') || reservation.by,
          ] as ToDoRow,
        ]
      : []),
    ...(car.expectedOn && !car.arrivedOn && sold && car.expectedOn <= addDays(today, 7)
      ? [['info', say.soon, day(car.expectedOn)] as ToDoRow]
      : []),
  ];
  return (
    <section className="card sec">
      <h2>{words.todo}</h2>
      {rows.length === 0 && <p className="muted">{words.allDone}</p>}
      <ul className="todo">
        {rows.map(([tone, badge, text]) => (
          <li key={badge + text}>
            <StateBadge tone={tone}>{badge}</StateBadge> {text}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What stays in view beside a car: the car, its price and margin, its age, what is to be done. */
export function Aside() {
  const { body, paint, maker, model, options } = useNewCarNow();
  return (
    <aside className="car-aside">
      <div className="card car-shape">
        <Silhouette {...{ body }} colour={paint} label={[maker, model, options[0]].filter(Boolean).join(' ')} />
      </div>
      <Price />
      <Age />
      <ToDo />
    </aside>
  );
}
