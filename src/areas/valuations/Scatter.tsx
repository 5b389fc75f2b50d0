import { integer } from '#domain/italian.ts';
import { valuationPage as words } from '#site/messages/it/used-evaluation.ts';

export interface Point {
  km: number;
  price: number;
}

const W = 520;
const H = 170;
const LEFT = 62;
const FOOT = 22;

/** The mean price at some kilometres: the straight line that lies nearest to all points. Null: they are all at the same. */
function meanOf(points: readonly Point[]): ((km: number) => number) | null {
  const n = points.length;
  const [km, price] = [
    points.reduce((sum, one) => sum + one.km, 0) / n,
    points.reduce((sum, one) => sum + one.price, 0) / n,
  ];
  const spread = points.reduce((sum, one) => sum + (one.km - km) ** 2, 0);
  if (spread === 0) return null;
  const slope = points.reduce((sum, one) => sum + (one.km - km) * (one.price - price), 0) / spread;
  return (at) => price + slope * (at - km);
}

/** Prices over kilometres with their mean, and this car among them. */
export function Scatter({ points, own }: { points: readonly Point[]; own: Point | null }) {
  const all = own ? [...points, own] : points;
  const [most, least] = [Math.max(...all.map(({ price }) => price)), Math.min(...all.map(({ price }) => price))];
  const [far, near] = [Math.max(...all.map(({ km }) => km)), Math.min(...all.map(({ km }) => km))];
  const x = (km: number) => LEFT + 8 + ((km - near) / Math.max(1, far - near)) * (W - LEFT - 16);
  const y = (price: number) => 8 + ((most - price) / Math.max(1, most - least)) * (H - FOOT - 16);
  const mean = points.length > 3 ? meanOf(points) : null;
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
      {mean && (
        <line className="mean" x1={x(near)} x2={x(far)} y1={y(mean(near))} y2={y(mean(far))}>
          <title>{words.mean}</title>
        </line>
      )}
      {own && <circle className="own" cx={x(own.km)} cy={y(own.price)} r={6} />}
    </svg>
  );
}
