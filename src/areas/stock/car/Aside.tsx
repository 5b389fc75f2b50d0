import { day, money, number } from '#domain/italian.ts';
import { marginOf } from '#domain/stock/margin.ts';
import { toMarket } from '#domain/stock/market.ts';
import type { CarPaper } from '#domain/stock/papers.ts';
import { usedCarFields } from '#domain/stock/fields.ts';
import { daysToPhotos, lacksPhotos } from '#domain/stock/photos.ts';
import type { UsedCar } from '#domain/stock/schema.ts';
import { isSellable, papers, type Paper } from '#domain/stock/terms.ts';
import { t } from '#site/lib/intl.ts';
import { photos as photoWords, car as words } from '#site/messages/it/used-cars.ts';
import { endingOf, endingPapers } from '../papers/ending.ts';
import { AgeCard, PriceCard, lapsedText, quoteRow, ToDoCard, type Amount, type ToDo, type ToDoRow } from './Cards.tsx';
import { Regimes } from './Regimes.tsx';
import { useCar, type Car } from './store.ts';

interface Seen {
  car: UsedCar;
  values: Car;
  papers: readonly CarPaper[];
}

/** The margin of a sale at the price now in the form; undefined for a person who may not see it, null without a price. */
function marginNow({ car, values }: Seen) {
  const price = car.sale?.price ?? values.retailPrice;
  if (!car.costs) return undefined;
  return price === null ? null : marginOf({ ...values, state: car.state, costs: car.costs }, price);
}

function Price(seen: Seen) {
  const { sale, state, rank } = seen.car;
  const { retailPrice, minPrice, b2bPrice, regime } = seen.values;
  const margin = marginNow(seen);
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
  // A car that left unsold has no price any more.
  if (sale === null && !isSellable(state)) return null;
  const { marketPrice } = seen.car;
  const share = toMarket(retailPrice, marketPrice);
  const [place = '', all = ''] = rank?.split('/') ?? [];
  const { costs: spent } = seen.car;
  return (
    <>
      <PriceCard
        price={price}
        margin={margin}
        name={words.sections.prices}
        label={words.priceLabel}
        sold={sale !== null}
        rows={[[words.minimum, sale ? null : minPrice], [words.b2b, sale ? null : b2bPrice], ...costs]}
        rank={rank && !sale && t(words.rankIs, { place, all })}
        market={share !== null && !sale && t(words.marketOn, { share: number(share), day: day(marketPrice!.on) })}
        unknown={words.unknown}
      />
      {spent && !sale && <Regimes car={{ ...seen.values, state, costs: spent }} price={price} />}
    </>
  );
}

/** How long the car waited for its first photo, or has been waiting. */
function PhotosSince({ car }: Pick<Seen, 'car'>) {
  const took = daysToPhotos(car);
  if (took === null) return lacksPhotos(car) && <p className="late">{photoWords.offline}</p>;
  const said =
    took === 0 ? photoWords.onlineAtOnce : took === 1 ? photoWords.onlineOne : t(photoWords.online, { n: took });
  return <p className="muted">{said}</p>;
}

function Age({ car }: Pick<Seen, 'car'>) {
  const { days, state, expectedOn, cuts } = car;
  const { today, terms, averageDays } = useCar();
  return (
    <AgeCard
      days={days}
      today={today}
      comesOn={state === 'scheduled' && expectedOn}
      borders={terms}
      average={averageDays}
    >
      <PhotosSince car={car} />
      {cuts && (
        <p className="muted">
          {t(cuts.count === 1 ? words.oneCut : words.cuts, { n: cuts.count, amount: money(-cuts.amount) })}
        </p>
      )}
    </AgeCard>
  );
}

/** What an imported car lacks, by the field that takes it. */
const toEnter = (field: string) => {
  const { label } = usedCarFields[field as keyof typeof usedCarFields];
  return label.charAt(0).toLowerCase() + label.slice(1);
};

function Tasks(seen: Seen) {
  const { car, papers: rowsOfPapers } = seen;
  const { missing, importLacks, state, retailPrice, inspectionUntil, mandateUntil, reservation } = car;
  const { today, terms } = useCar();
  const ending = (until: string | null | undefined, text: string): ToDoRow | null => {
    const said = endingOf(until, today, terms.expiryDays);
    return said && [said.tone, said.label, t(text, { day: day(until!) })];
  };
  const margin = marginNow(seen);
  const least = terms.used?.minMargin ?? 0;
  const isLow = isSellable(state) && margin && margin.net < least;
  const held = isSellable(state) && quoteRow(reservation);
  if (['scheduled', 'canceled', 'returned', 'delivered'].includes(state)) return held && <ToDoCard rows={[held]} />;
  const rows: ToDo[] = [
    isSellable(state) && retailPrice === null && ['bad', words.missing, words.needsPrice],
    lacksPhotos(car) && ['bad', words.missing, words.needsPhotos, '#photos'],
    isLow && ['warn', words.low, t(words.lowMargin, { amount: money(least) })],
    ...(isSellable(state) ? importLacks : []).map((field): ToDoRow => ['bad', words.missing, toEnter(field)]),
    ...missing.map((paper): ToDoRow => ['bad', words.missing, papers[paper as Paper].toLowerCase()]),
    ending(inspectionUntil, words.inspection),
    ...endingPapers(rowsOfPapers, today, terms.expiryDays),
    state === 'consignment' && ending(mandateUntil, words.mandate),
    isSellable(state) && reservation?.lapsed && ['bad', words.expired, lapsedText(reservation)],
    held,
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
