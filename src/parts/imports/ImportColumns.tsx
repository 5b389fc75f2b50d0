import type { ImportDetails, Mapping } from '#domain/imports/schema.ts';
import { NOTE } from '#domain/imports/terms.ts';
import { integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';

/** Assigns the columns of the file to fields, with five values of each. */
export function ImportColumns({ it, busy, map }: { it: ImportDetails; busy: boolean; map: (body: Mapping) => void }) {
  const { columns, targets, keys, matches } = it;
  const fields = columns.map(({ field }) => field);
  const isFixed = !['mapping', 'ready'].includes(it.state);
  const labelOf = (key: string) => targets.find(({ field }) => field === key)?.label ?? key;
  /** Only one column can fill a field, but for notes: the column that had this field loses it. */
  const choose = (at: number, field: string | null) => {
    const next = fields.map((before, index) =>
      index === at ? field : before === field && field !== NOTE ? null : before,
    );
    const added = keys.some((key) => key.field === field) && field !== null ? [field] : [];
    const kept = matches.filter((key) => next.includes(key) && !added.includes(key));
    map({ fields: next, matches: keys.map((key) => key.field).filter((key) => [...kept, ...added].includes(key)) });
  };
  const unread = columns.filter(({ field }) => field === null).length;
  return (
    <section className="card import-columns" aria-label={words.columns}>
      <header>
        <h2>{words.columns}</h2>
        <small>{words.samples}</small>
      </header>
      <ul>
        {columns.map(({ head, samples, field }, at) => (
          <li key={at} data-unread={field === null || undefined}>
            <span className="import-head">{head || '—'}</span>
            {isFixed ? (
              <span>{field ? labelOf(field) : words.none}</span>
            ) : (
              <span className="field">
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
              </span>
            )}
            <small className="muted">{samples.join(' · ') || words.empty}</small>
          </li>
        ))}
      </ul>
      {unread > 0 && <p className="muted">{t(words.unread, { n: integer(unread) })}</p>}
    </section>
  );
}
