import { day, integer, money, number } from '#domain/italian.ts';
import { usedStates } from '#domain/stock/terms.ts';
import { market } from '#domain/valuations/market.ts';
import type { Valuation } from '#domain/valuations/schema.ts';
import { t } from '#site/lib/intl.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';
import { StateBadge } from '#site/ui/Bits.tsx';

interface Point {
  km: number;
  price: number;
}

const W = 520;
const H = 170;
const LEFT = 62;
const FOOT = 22;

/** Prices over kilometres, with this car among them. */
function Chart({ points, own }: { points: readonly Point[]; own: Point | null }) {
  const all = own ? [...points, own] : points;
  const [most, least] = [Math.max(...all.map(({ price }) => price)), Math.min(...all.map(({ price }) => price))];
  const [far, near] = [Math.max(...all.map(({ km }) => km)), Math.min(...all.map(({ km }) => km))];
  const x = (km: number) => LEFT + 8 + ((km - near) / Math.max(1, far - near)) * (W - LEFT - 16);
  const y = (price: number) => 8 + ((most - price) / Math.max(1, most - least)) * (H - FOOT - 16);
  return (
    <svg className="scatter" viewBox={`0 0 ${W} ${H}`} role="img" aria-label={words.comparables}>
      {[most, (most + least) / 2, least].map((price) => (
        <g key={price}>
          <line x1={LEFT} x2={W} y1={y(price)} y2={y(price)} />
          <text x={0} y={y(price) + 4}>
            {integer(Math.round(price / 100))} €
          </text>
        </g>
      ))}
      {[near, far].map((km, i) => (
        <text key={i} x={x(km)} y={H - 4} textAnchor={i === 0 ? 'start' : 'end'}>
          {integer(km)} km
        </text>
      ))}
      {points.map(({ km, price }, i) => (
        <circle key={i} cx={x(km)} cy={y(price)} r={3.5} />
      ))}
      {own && <circle className="own" cx={x(own.km)} cy={y(own.price)} r={6} />}
    </svg>
  );
}

const SHOWN = 6;

/** Comparable cars: of the own stock, and the adverts of the last answer that has any. */
export function Comparables({ of, price }: { of: Valuation; price: number | null }) {
  const answer = of.quotations.find(({ adverts }) => adverts.length > 0);
  const onSale = of.own.filter((car) => car.soldOn === null && car.price !== null);
  const prices = answer ? answer.adverts.map((one) => one.price) : onSale.map((car) => car.price!);
  const says = market(price, prices, answer ? answer.sold : of.ownSold, answer ? answer.listed : onSale.length);
  const points = answer
    ? answer.adverts
    : onSale.flatMap((car) => (car.km === null ? [] : [{ km: car.km, price: car.price! }]));
  const own = price !== null && of.km !== null ? { km: of.km, price } : null;
  if (!answer && of.own.length === 0)
    return (
      <section className="card pad">
        <h2>{words.comparables}</h2>
        <p className="muted">{words.noComparables}</p>
      </section>
    );
  return (
    <section className="card pad">
      <header>
        <h2>{words.comparables}</h2>
        <span className="muted">
          {answer
            ? `${integer(answer.listed)} ${t(words.adverts, { source: answer.source })}`
            : `${integer(onSale.length)} ${words.ownComparables}`}
        </span>
        {answer?.simulated && <StateBadge tone="warn">{words.simulated}</StateBadge>}
      </header>
      <dl className="valuation-figures">
        <div>
          <dt>{words.toMarket}</dt>
          <dd>{says.toMarket === null ? '—' : `${number(says.toMarket)}\u00a0%`}</dd>
        </div>
        <div>
          <dt>{words.rank}</dt>
          <dd>
            {says.rank ? `${says.rank.place}ª` : '—'}{' '}
            {says.rank && <small>{t(words.of, { n: says.rank.among })}</small>}
          </dd>
        </div>
        <div>
          <dt>{words.supply}</dt>
          <dd>{says.supply === null ? '—' : integer(says.supply)}</dd>
        </div>
        <div>
          <dt>{words.soldIn}</dt>
          <dd>{integer(says.sold)}</dd>
        </div>
      </dl>
      {points.length > 1 && <Chart points={points} own={own} />}
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
          {of.own.slice(0, SHOWN).map((car) => (
            <tr key={car.id}>
              <td>
                <a className="link" href={`/dealer/stock/used/${car.id}`}>
                  {car.title}
                </a>{' '}
                <small className="muted">
                  {car.soldOn === null ? usedStates[car.state].label : t(words.sold, { day: day(car.soldOn) })}
                </small>
              </td>
              <td>{car.km === null ? '—' : integer(car.km)}</td>
              <td>{car.registeredOn?.slice(0, 4) ?? '—'}</td>
              <td>{(car.soldFor ?? car.price) === null ? '—' : money((car.soldFor ?? car.price)!)}</td>
            </tr>
          ))}
          {answer?.adverts.slice(0, SHOWN).map((one, i) => (
            <tr key={`a${i}`}>
              <td>
                {one.title}{' '}
                <small className="muted">
                  {one.distance} km · {one.days} g
                </small>
              </td>
              <td>{integer(one.km)}</td>
              <td>{one.year}</td>
              <td>{money(one.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
