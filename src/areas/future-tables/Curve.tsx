import type { Cell } from '#domain/financials/tables/fields.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [320, 120, 28, 18];

const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;

/** The values of one duration by mileage, as lines; the same figures stand in the grid. Two values or more. */
export default function Curve({
  months,
  drawn,
}: {
  months: number;
  drawn: readonly { name: string; row: readonly Cell[] }[];
}) {
  const all = drawn.flatMap(({ row }) => row);
  const [least, most] = ends(all.map((one) => one.kmPerYear));
  const [lowest, highest] = ends(all.map((one) => one.percent / 10));
  const [low, high] = [Math.floor(lowest) * 10, Math.ceil(highest) * 10];
  const x = (kmPerYear: number) => LEFT + ((kmPerYear - least) / (most - least || 1)) * (WIDTH - LEFT - 12);
  const y = (value: number) => 8 + ((high - value) / (high - low || 1)) * (HEIGHT - BOTTOM - 16);
  return (
    <svg className="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t(words.curve, { months })}>
      {[low, high].map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={WIDTH} y1={y(value)} y2={y(value)} />
          <text x={0} y={y(value) + 4}>
            {value}
          </text>
        </g>
      ))}
      {drawn.map(({ name, row }) => (
        <polyline
          key={name}
          className={name}
          points={row.map((one) => `${x(one.kmPerYear)},${y(one.percent)}`).join(' ')}
        />
      ))}
      {drawn.at(-1)!.row.map((one) => (
        <g key={one.kmPerYear}>
          <circle cx={x(one.kmPerYear)} cy={y(one.percent)} r={3} />
          <text x={x(one.kmPerYear)} y={HEIGHT - 2} textAnchor="middle">
            {integer(one.kmPerYear / 1000)}
          </text>
        </g>
      ))}
    </svg>
  );
}
