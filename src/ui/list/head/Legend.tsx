import type { ListSpec } from '../table/columns.ts';

/** What the dots in the cells say, where a column that has them is shown. */
export function Legend({ legend, shown }: Pick<ListSpec, 'legend'> & { shown: readonly { key: string }[] }) {
  if (!legend || !shown.some(({ key }) => legend.columns.includes(key))) return null;
  return (
    <ul className="legend">
      {Object.entries(legend.dots).map(([dot, label]) => (
        <li key={dot}>
          <i data-dot={dot} aria-hidden /> {label}
        </li>
      ))}
    </ul>
  );
}
