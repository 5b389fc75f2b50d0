import type { Cell } from '#domain/financials/tables/fields.ts';
import { integer, number } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { futureTables as words } from '#site/messages/it/future-tables.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM] = [320, 120, 28, 18];

const ends = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const;

interface Props {
  months: number;
  /** The lines; that of the form is called `now`. */
  drawn: readonly { name: string; label?: string; row: readonly Cell[] }[];
  /** The mileage and the value that are tried; null: it has none. */
  tried: { kmPerYear: number; percent: number } | null;
}

/** Percents with a line across the curve: every ten, or fewer of a steep one. */
function marksOf(low: number, high: number): number[] {
  const step = high - low > 50 ? 20 : 10;
  return Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, at) => low + at * step);
}

/** The values of one duration by mileage, as lines, with the one that is tried; the same figures stand in the grid. Two values or more. */
export default function Curve({ months, drawn, tried }: Props) {
  const all = drawn.flatMap(({ row }) => row);
  const [least, most] = ends(all.map((one) => one.kmPerYear));
  const [lowest, highest] = ends(all.map((one) => one.percent / 10));
  const [low, high] = [Math.floor(lowest) * 10, Math.ceil(highest) * 10];
  const x = (kmPerYear: number) => LEFT + ((kmPerYear - least) / (most - least || 1)) * (WIDTH - LEFT - 12);
  const y = (value: number) => 8 + ((high - value) / (high - low || 1)) * (HEIGHT - BOTTOM - 16);
  return (
    <svg className="curve" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t(words.curve, { months })}>
      {marksOf(low, high).map((value) => (
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
      {drawn.map(
        ({ name, label, row }) =>
          label && (
            <text key={name} x={x(row.at(-1)!.kmPerYear)} y={y(row.at(-1)!.percent) - 6} textAnchor="end">
              {label}
            </text>
          ),
      )}
      {drawn
        .find(({ name }) => name === 'now')
        ?.row.map((one) => (
          <g key={one.kmPerYear}>
            <circle cx={x(one.kmPerYear)} cy={y(one.percent)} r={3} />
            <text x={x(one.kmPerYear)} y={HEIGHT - 2} textAnchor="middle">
              {integer(one.kmPerYear / 1000)}
            </text>
          </g>
        ))}
      {tried && tried.kmPerYear >= least && tried.kmPerYear <= most && (
        <g className="tried">
          <line x1={x(tried.kmPerYear)} x2={x(tried.kmPerYear)} y1={y(tried.percent)} y2={HEIGHT - BOTTOM} />
          <circle cx={x(tried.kmPerYear)} cy={y(tried.percent)} r={5} />
          <text x={x(tried.kmPerYear) + 8} y={y(tried.percent) - 6}>
            {number(tried.percent)}
          </text>
        </g>
      )}
    </svg>
  );
}
