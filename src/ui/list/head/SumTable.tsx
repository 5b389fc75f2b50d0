import { lists as words } from '#site/messages/it/lists.ts';
import type { StateSums } from '../load/state.ts';

/** The sums of several states, one beside the other. */
export function SumTable({ sums }: { sums: readonly StateSums[] }) {
  const labels = [...new Set(sums.flatMap(({ figures }) => figures.map(({ label }) => label)))];
  return (
    <table className="list-sums">
      <thead>
        <tr>
          <th scope="col">{words.sums}</th>
          {labels.map((label) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sums.map(({ state, count, figures }) => (
          <tr key={state}>
            <th scope="row">
              {state} {count}
            </th>
            {labels.map((label) => {
              const figure = figures.find((one) => one.label === label);
              return (
                <td key={label} className={figure?.lost ? 'num lost' : 'num'} data-label={label}>
                  {figure?.amount ?? '—'}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
