import type { ImportDetails, Mapping } from '#domain/imports/schema.ts';
import { importing as words } from '#site/messages/it/imports.ts';

/**
 * Assigns the columns of the file to fields, and shows the first value of each column. Every choice checks the rows
 * again.
 */
export function ImportColumns({ it, busy, map }: { it: ImportDetails; busy: boolean; map: (body: Mapping) => void }) {
  const { columns, targets, keys, match } = it;
  const fields = columns.map(({ field }) => field);
  const isFixed = busy || !['mapping', 'ready'].includes(it.state);
  const labelOf = (key: string) => targets.find(({ field }) => field === key)?.label ?? key;
  /** Only one column can fill a field: the column that had this field loses it. */
  const choose = (at: number, field: string | null) => {
    const next = fields.map((before, index) => (index === at ? field : before === field ? null : before));
    const found =
      keys.find((key) => key.field === match && next.includes(key.field)) ??
      keys.find((key) => next.includes(key.field));
    map({ fields: next, match: found?.field ?? match });
  };
  return (
    <details className="import-columns fold" open={it.state === 'mapping' || undefined}>
      <summary>{words.columns}</summary>
      {keys.length > 1 && (
        <label className="import-match field">
          {words.match}{' '}
          <select value={match} disabled={isFixed} onChange={({ target }) => map({ fields, match: target.value })}>
            {keys
              .filter(({ field }) => field === match || fields.includes(field))
              .map(({ field, label }) => (
                <option key={field} value={field}>
                  {label}
                </option>
              ))}
          </select>
        </label>
      )}
      <div className="table-wrap">
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{words.columnOf}</th>
              <th scope="col">{words.example}</th>
              <th scope="col">{words.readAs}</th>
            </tr>
          </thead>
          <tbody>
            {columns.map(({ head, samples, field }, at) => (
              <tr key={at}>
                <td>
                  <b>{head}</b>
                </td>
                <td className="muted">{samples.join(' · ')}</td>
                <td>
                  {isFixed && !busy ? (
                    field ? (
                      labelOf(field)
                    ) : (
                      words.none
                    )
                  ) : (
                    <div className="field">
                      <select
                        aria-label={`${words.readAs}: ${head}`}
                        value={field ?? ''}
                        disabled={busy}
                        onChange={({ target }) => choose(at, target.value || null)}
                      >
                        <option value="">{words.none}</option>
                        {targets.map((target) => (
                          <option key={target.field} value={target.field}>
                            {target.label}
                            {target.needed ? ' *' : ''}
                          </option>
                        ))}
                      </select>
                    </div>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
