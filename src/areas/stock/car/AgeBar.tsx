import { bandsOf, type Borders } from '#domain/stock/ageing.ts';
import '#site/parts/desk/ages.css';

/** How long the car has been in stock, drawn on the bands of ageing. The bar ends a third above the last border. */
export function AgeBar({ days, borders }: { days: number; borders: Borders }) {
  const most = (borders.slowDays * 4) / 3;
  const at = (n: number) => (Math.min(n, most) / most) * 100;
  return (
    <svg className="age-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      {bandsOf(borders).map(({ band, from, to }) => {
        const start = at(Math.max(0, from - 1));
        return <rect key={band} className={`age-${band}`} x={start} y="2" width={at(to ?? most) - start} height="4" />;
      })}
      <rect className="age-now" x={Math.min(99, at(days))} y="0" width="1" height="8" />
    </svg>
  );
}
