import { useState } from 'react';
import { day, integer, money, number } from '#domain/italian.ts';
import { usedStates } from '#domain/stock/terms.ts';
import { anyCar, comparesWith } from '#domain/valuations/comparables.ts';
import { market, type Market } from '#domain/valuations/market.ts';
import type { OwnCar, Valuation } from '#domain/valuations/schema.ts';
import { t } from '#site/lib/intl.ts';
import { comparables as filterWords, valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { ComparableFilters, saidOf } from './ComparableFilters.tsx';
import { Scatter } from './Scatter.tsx';

/** A compared car: an advert, or one of the own stock. */
interface Compared {
  key: string;
  title: string;
  href?: string;
  about: string;
  km: number | null;
  year: number | null;
  distance: number | null;
  price: number | null;
  /** It was sold: its price is of no market any more. */
  isSold: boolean;
}

const yearOf = (registeredOn: string | null) => (registeredOn === null ? null : Number(registeredOn.slice(0, 4)));

const owned = (car: OwnCar): Compared => ({
  key: `o${car.id}`,
  title: car.title,
  href: `/dealer/stock/used/${car.id}`,
  about: car.soldOn === null ? usedStates[car.state].label : t(words.sold, { day: day(car.soldOn) }),
  km: car.km,
  year: yearOf(car.registeredOn),
  distance: null,
  price: car.soldFor ?? car.price,
  isSold: car.soldOn !== null,
});

const advertised = (one: Valuation['quotations'][number]['adverts'][number], at: number): Compared => ({
  ...one,
  key: `a${at}`,
  about: `${one.distance} km · ${one.days} g`,
  isSold: false,
});

/** The most cars of a table; the chart has all. */
const SHOWN = 6;

/** The cars nearest in price to the one that is valued, the dearest first. */
const nearest = (cars: readonly Compared[], price: number | null) =>
  cars
    .toSorted((a, b) => (price === null ? 0 : Math.abs((a.price ?? 0) - price) - Math.abs((b.price ?? 0) - price)))
    .slice(0, SHOWN)
    .toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0));

function Figures({ says, isPart }: { says: Market; isPart: boolean }) {
  // Sold cars are known for the whole market only, not for the filtered part.
  const whole = isPart && <small>{words.wholeMarket}</small>;
  return (
    <dl className="valuation-figures">
      <div>
        <dt>{words.toMarket}</dt>
        <dd>{says.toMarket === null ? '—' : `${number(says.toMarket)}\u00a0%`}</dd>
      </div>
      <div>
        <dt>{words.rank}</dt>
        <dd>
          {says.rank ? `${says.rank.place}ª` : '—'} {says.rank && <small>{t(words.of, { n: says.rank.among })}</small>}
        </dd>
      </div>
      <div>
        <dt>{words.supply}</dt>
        <dd>
          {says.supply === null ? '—' : integer(says.supply)} {whole}
        </dd>
      </div>
      <div>
        <dt>{words.soldIn}</dt>
        <dd>
          {integer(says.sold)} {whole}
        </dd>
      </div>
    </dl>
  );
}

function Table({ cars, own }: { cars: readonly Compared[]; own: Compared | null }) {
  const rows = own ? [...cars, own].toSorted((a, b) => (b.price ?? 0) - (a.price ?? 0)) : cars;
  return (
    <TableWrap label={words.comparables}>
      <table className="comparables">
        <thead>
          <tr>
            <th>{words.advert}</th>
            <th>Km</th>
            <th>{words.year}</th>
            <th>{words.price}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((car) => (
            <tr key={car.key} aria-current={car === own || undefined}>
              <td>
                {car.href ? (
                  <a className="link" href={car.href}>
                    {car.title}
                  </a>
                ) : (
                  car.title
                )}{' '}
                <small className="muted">{car.about}</small>
              </td>
              <td>{car.km === null ? '—' : integer(car.km)}</td>
              <td>{car.year ?? '—'}</td>
              <td>{car.price === null ? '—' : money(car.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** Comparable cars, as many as are wanted: of the own stock, and the adverts of the last answer that has any. */
export function Comparables({ of, price }: { of: Valuation; price: number | null }) {
  const [wanted, setWanted] = useState(anyCar);
  const [isOpen, setOpen] = useState(false);
  const answer = of.quotations.find(({ adverts }) => adverts.length > 0);
  if (!answer && of.own.length === 0)
    return (
      <section className="card pad">
        <h2>{words.comparables}</h2>
        <p className="muted">{words.noComparables}</p>
      </section>
    );
  const isCompared = comparesWith(of, wanted);
  const stock = of.own.map(owned).filter(isCompared);
  const adverts = answer?.adverts.map(advertised) ?? [];
  const onSale = stock.filter((car) => !car.isSold && car.price !== null);
  const listed = answer ? adverts.filter(isCompared) : onSale;
  const prices = listed.map((car) => car.price!);
  // How long the supply lasts is counted over all cars, not only over the compared ones.
  const says = market(price, prices, answer ? answer.sold : of.ownSold, answer ? answer.listed : onSale.length);
  const { km, registeredOn } = of;
  const own: Compared | null =
    price === null
      ? null
      : {
          key: 'own',
          title: words.ours,
          about: '',
          km,
          year: yearOf(registeredOn),
          distance: null,
          price,
          isSold: false,
        };
  const said = saidOf(wanted);
  const points = listed.flatMap((car) => (car.km === null ? [] : [{ km: car.km, price: car.price! }]));
  const keys = [answer && 'distance', registeredOn !== null && 'years', km !== null && 'km'] as const;
  return (
    <section className="card pad">
      <header>
        <h2>{words.comparables}</h2>
        <span className="muted">
          {answer
            ? said
              ? t(filterWords.some, { n: listed.length, of: adverts.length, source: answer.source })
              : `${integer(answer.listed)} ${t(words.adverts, { source: answer.source })}`
            : t(words.ownComparables[onSale.length === 1 ? 0 : 1], { n: integer(onSale.length) })}
          {said && ` · ${said}`}
        </span>
        {answer?.simulated && <StateBadge tone="warn">{words.simulated}</StateBadge>}
        <span className="grow" />
        <button type="button" className="btn small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {filterWords.change}
        </button>
      </header>
      {isOpen && <ComparableFilters wanted={wanted} keys={keys.filter((key) => !!key)} onChange={setWanted} />}
      <Figures says={says} isPart={said !== ''} />
      {points.length > 1 && <Scatter points={points} own={price !== null && km !== null ? { km, price } : null} />}
      {listed.length === 0 && stock.length === 0 ? (
        <p className="muted">{filterWords.none}</p>
      ) : (
        <Table cars={[...stock.slice(0, SHOWN), ...(answer ? nearest(listed, price) : [])]} own={own} />
      )}
    </section>
  );
}
