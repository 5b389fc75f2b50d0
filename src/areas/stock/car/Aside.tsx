import { useStore } from '@nanostores/react';
import { day, money } from '#domain/italian.ts';
import { daysToPhotos, lacksPhotos } from '#domain/stock/photos.ts';
import { isSellable, papers, type Paper } from '#domain/stock/terms.ts';
import { apiPath } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { photos as photoWords } from '#site/messages/it/photos.ts';
import { car as words } from '#site/messages/it/used-car.ts';
import { Silhouette } from '#site/parts/vehicles/Silhouette.tsx';
import { toast } from '#site/ui/toast.ts';
import { endingOf, endingPapers } from '../papers/ending.ts';
import { AgeCard, PriceCard, lapsedText, ToDoCard, type Amount, type ToDo, type ToDoRow } from './Cards.tsx';
import { useCar, useCarNow } from './store.ts';

function Price() {
  const store = useCar();
  const { sale, state, rank } = useCarNow();
  const { retailPrice, minPrice, b2bPrice, regime } = useStore(store.$value);
  const margin = useStore(store.$margin);
  const price = sale?.price ?? retailPrice;
  const exposed = regime === 'iva_exposed';
  const owned = state !== 'consignment';
  const costs: Amount[] = margin
    ? [
        [words.fee, owned ? null : margin.sale],
        [exposed ? words.costNet : words.cost, -margin.cost],
        [exposed || !owned ? words.vat : words.vatMargin, -margin.vat],
      ]
    : [];
  const [place = '', all = ''] = rank?.split('/') ?? [];
  return (
    <PriceCard
      {...{ price, margin }}
      name={words.sections.prices}
      label={words.priceLabel}
      sold={sale !== null}
      rows={[[words.minimum, sale ? null : minPrice], [words.b2b, sale ? null : b2bPrice], ...costs]}
      rank={rank && !sale && t(words.rankIs, { place, all })}
      unknown={words.unknown}
    />
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
  const { today, terms, averageDays } = useCar();
  return (
    <AgeCard {...{ days, today }} comesOn={state === 'scheduled' && expectedOn} borders={terms} average={averageDays}>
      <PhotosSince />
      {cuts && (
        <p className="muted">
          {t(cuts.count === 1 ? words.oneCut : words.cuts, { n: cuts.count, amount: money(-cuts.amount) })}
        </p>
      )}
    </AgeCard>
  );
}

function Tasks() {
  const car = useCarNow();
  const { missing, state, retailPrice, inspectionUntil, mandateUntil, reservation } = car;
  const { today, terms, $margin, papers: store } = useCar();
  const rowsOfPapers = useStore(store.$rows);
  const ending = (until: string | null | undefined, text: string): ToDoRow | null => {
    const said = endingOf(until, today, terms.expiryDays);
    return said && [said.tone, said.label, t(text, { day: day(until!) })];
  };
  const margin = useStore($margin);
  const least = terms.used?.minMargin ?? null;
  const isLow = isSellable(state) && margin && least !== null && margin.net < least;
  if (['scheduled', 'canceled', 'returned', 'delivered'].includes(state)) return null;
  const rows: ToDo[] = [
    retailPrice === null && ['bad', words.missing, words.needsPrice],
    lacksPhotos(car) && ['bad', words.missing, words.needsPhotos, '#photos'],
    isLow && ['warn', words.low, t(words.lowMargin, { amount: money(least) })],
    ...missing.map((paper): ToDoRow => ['bad', words.missing, papers[paper as Paper].toLowerCase()]),
    ending(inspectionUntil, words.inspection),
    ...endingPapers(rowsOfPapers, today, terms.expiryDays),
    state === 'consignment' && ending(mandateUntil, words.mandate),
    reservation?.lapsed && ['bad', words.expired, lapsedText(reservation)],
  ];
  return <ToDoCard rows={rows} />;
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
      <Tasks />
      <Page />
    </aside>
  );
}
