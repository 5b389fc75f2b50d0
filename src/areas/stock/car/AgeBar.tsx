import { keysOf } from '#domain/machine.ts';
import { ageBands } from '#domain/stock/terms.ts';

/** The whole bar stands for this many days; what is older stands at its end. */
const MOST = 120;

/** How long the car has been in stock, on the bands of ageing. */
export function AgeBar({ days }: { days: number }) {
  const at = (n: number) => (Math.min(n, MOST) / MOST) * 100;
  const bands = keysOf(ageBands);
  return (
    <svg className="age-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden>
      {bands.map((band, index) => {
        const from = index === 0 ? 0 : ageBands[bands[index - 1]!].to!;
        const to = ageBands[band].to ?? MOST;
        return <rect key={band} className={`age-${band}`} x={at(from)} y="2" width={at(to) - at(from)} height="4" />;
      })}
      <rect className="age-now" x={Math.min(99, at(days))} y="0" width="1" height="8" />
    </svg>
  );
}
