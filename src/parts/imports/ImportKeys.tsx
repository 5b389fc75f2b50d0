import type { ImportDetails, Mapping } from '#domain/imports/schema.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Checkbox } from '#site/ui/Choice.tsx';

/** By which fields a row finds the record that is there already, in order; without any it is new. */
export function ImportKeys({ it, busy, map }: { it: ImportDetails; busy: boolean; map: (body: Mapping) => void }) {
  const { keys, matches } = it;
  const fields = it.columns.map(({ field }) => field);
  const mapped = keys.filter(({ field }) => fields.includes(field));
  const ordered = [
    ...matches.flatMap((field) => mapped.filter((key) => key.field === field)),
    ...mapped.filter(({ field }) => !matches.includes(field)),
  ];
  const set = (next: string[]) => map({ fields, matches: next });
  return (
    <section className="card pad import-keys" aria-label={words.same}>
      <h2>{words.same}</h2>
      {ordered.length === 0 && <p className="muted">{words.allNew}</p>}
      <ol>
        {ordered.map(({ field, label }) => {
          const at = matches.indexOf(field);
          return (
            <li key={field}>
              <Checkbox
                label={label}
                checked={at >= 0}
                disabled={busy}
                onChange={({ target }) =>
                  set(target.checked ? [...matches, field] : matches.filter((one) => one !== field))
                }
              />
              {at > 0 && (
                <button
                  type="button"
                  className="btn ghost"
                  disabled={busy}
                  aria-label={`${words.first}: ${label}`}
                  onClick={() => set([field, ...matches.filter((one) => one !== field)])}
                >
                  {words.first}
                </button>
              )}
            </li>
          );
        })}
      </ol>
      <p className="muted">{words.keyless}</p>
    </section>
  );
}
