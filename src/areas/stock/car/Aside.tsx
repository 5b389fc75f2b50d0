import { useStore } from '@nanostores/react';
import { dayInRome } from '#domain/dates.ts';
import { day, integer, money, time } from '#domain/italian.ts';
import { daysToPhotos, lacksPhotos } from '#domain/stock/photos.ts';
import { isSellable, papers, type Paper } from '#domain/stock/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { photos as photoWords } from '#site/messages/it/photos.ts';
import { car as words } from '#site/messages/it/used-car.ts';
import { StateBadge, type Tone } from '#site/ui/Bits.tsx';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { toast } from '#site/ui/toast.ts';
import { endingOf, endingPapers } from '../papers/ending.ts';
import { AgeBar } from './AgeBar.tsx';
import { useCar, useCarNow } from './store.ts';

function Price() {
  const store = useCar();
  const { sale, state, rank } = useCarNow();
  const { retailPrice, minPrice, b2bPrice, regime } = useStore(store.$value);
  const margin = useStore(store.$margin);
  const price = sale?.price ?? retailPrice;
  const exposed = regime === 'iva_exposed';
  const owned = state !== 'consignment';
  const rows: [string, number | null | undefined, string?][] = [
    ...(sale
      ? []
      : ([
          [words.minimum, minPrice],
          [words.b2b, b2bPrice],
        ] as [string, number | null | undefined][])),
    ...(margin
      ? ([
          ...(owned ? [] : [[words.fee, margin.sale]]),
          [exposed ? words.costNet : words.cost, -margin.cost],
          [exposed || !owned ? words.vat : words.vatMargin, -margin.vat],
        ] as [string, number][])
      : []),
  ];
  return (
    <section className="card sec price-card" aria-label={words.sections.prices}>
      <p className="asked">
        <span className="muted">{sale ? words.sold : words.priceLabel}</span>
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
        {rank && !sale && (
          <div>
            <dt>{words.rank}</dt>
            <dd>{t(words.rankIs, { place: rank.split('/')[0]!, all: rank.split('/')[1]! })}</dd>
          </div>
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
      {margin === null && price !== null && <p className="muted">{words.unknown}</p>}
    </section>
  );
}

/** How long the car waited for its first photo, or that it still does. */
function PhotosSince() {
  const car = useCarNow();
  const took = daysToPhotos(car);
  if (took === null) return lacksPhotos(car) && <p className="late">{photoWords.offline}</p>;
  const said =
    took === 0 ? photoWords.onlineAtOnce : took === 1 ? photoWords.onlineOne : t(photoWords.online, { n: took });
  return <p className="muted">{said}</p>;
}

function Age() {
  const { days, state, expectedOn, cuts } = useCarNow();
  const { today, terms } = useCar();
  if (state === 'scheduled' && expectedOn)
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
      <PhotosSince />
      {cuts && (
        <p className="muted">
          {t(cuts.count === 1 ? words.oneCut : words.cuts, { n: cuts.count, amount: money(-cuts.amount) })}
        </p>
      )}
    </section>
  );
}

function ToDo() {
  const car = useCarNow();
  const { missing, state, retailPrice, inspectionUntil, mandateUntil, reservation } = car;
  const { today, terms, $margin, papers: store } = useCar();
  const rowsOfPapers = useStore(store.$rows);
  const ending = (until: string | null | undefined, text: (day: string) => string): [Tone, string, string][] => {
    const said = endingOf(until, today, terms.expiryDays);
    return said ? [[said.tone, said.label, text(day(until!))]] : [];
  };
  const margin = useStore($margin);
  const least = terms.used?.minMargin ?? null;
  const low = isSellable(state) && margin && least !== null && margin.net < least ? least : null;
  const here = !['scheduled', 'canceled', 'returned', 'delivered'].includes(state);
  const at = reservation && new Date(reservation.until);
  const rows: (readonly [Tone, string, string])[] = [
    ...(here && retailPrice === null ? ([['bad', words.missing, words.needsPrice]] as [Tone, string, string][]) : []),
    ...(lacksPhotos(car) ? ([['bad', words.missing, words.needsPhotos]] as [Tone, string, string][]) : []),
    ...(low === null
      ? []
      : ([['warn', words.low, t(words.lowMargin, { amount: money(low) })]] as [Tone, string, string][])),
    ...missing.map((paper): [Tone, string, string] => ['bad', words.missing, papers[paper as Paper].toLowerCase()]),
    ...(here ? ending(inspectionUntil, (on) => t(words.inspection, { day: on })) : []),
    ...(here ? endingPapers(rowsOfPapers, today, terms.expiryDays) : []),
    ...(state === 'consignment' ? ending(mandateUntil, (on) => t(words.mandate, { day: on })) : []),
    ...(reservation?.lapsed
      ? ([
          [
            ...(['bad', words.expired] as const),
            t(words.lapsedBy, { by: reservation.by, day: day(dayInRome(at!)), time: time(reservation.until) }),
          ],
        ] as [Tone, string, string][])
      : []),
  ];
  if (!here) return null;
  return (
    <section className="card sec">
      <h2>{words.todo}</h2>
      {rows.length === 0 && <p className="muted">{words.allDone}</p>}
      <ul className="todo">
        {rows.map(([tone, badge, text]) => (
          <li key={text}>
            <StateBadge tone={tone}>{badge}</StateBadge>{' '}
            {text === words.needsPhotos ? (
              <a className="link" href="#photos">
                {text}
              </a>
            ) : (
              text
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What buyers see of the car, and its address to send. */
function Page() {
  const { id, page } = useCarNow();
  if (page === null) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(new URL(page, location.href).href);
    void toast(photoWords.copied, { kind: 'ok' });
  };
  return (
    <section className="card sec">
      <p>
        <a className="link" href={page} target="_blank" rel="noreferrer">
          {photoWords.page}
        </a>
      </p>
      <p className="muted">{photoWords.pageHelp}</p>
      <p>
        <button type="button" className="btn small" onClick={() => void copy()}>
          {photoWords.copy}
        </button>{' '}
        <a className="btn small" href={apiPath('GET /stock/used/:id/sheet', { params: { id } })} target="_blank">
          {photoWords.sheet}
        </a>
      </p>
    </section>
  );
}

/** What stays in view beside a car: the car, its price and margin, its age, what is to be done. */
export function Aside() {
  const { body, colour, maker, model } = useStore(useCar().$value);
  const { photos } = useCarNow();
  return (
    <aside className="car-aside">
      {photos === 0 && (
        <div className="card car-shape">
          <Silhouette {...{ body }} label={[maker, model, colour].filter(Boolean).join(' ')} />
        </div>
      )}
      <Price />
      <Age />
      <ToDo />
      <Page />
    </aside>
  );
}
