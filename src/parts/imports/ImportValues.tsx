import type { ColumnValues, ImportDetails, Meanings } from '#domain/imports/schema.ts';
import { day, integer } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';

type Value = ColumnValues['values'][number];
type Say = (body: Partial<Meanings>) => void;

const isOpen = ({ values }: ColumnValues) => values.some(({ source }) => source === 'open');
const isKnown = ({ values }: ColumnValues) => values.every(({ source }) => source === 'own');

const told = ({ source, since }: Value): string =>
  source === 'kept' ? t(words.keptFrom, { day: day(since!) }) : words.sources[source];

/** What the values of columns mean: those to be decided first, those that are known folded. */
export function ImportValues({ it, busy, say }: { it: ImportDetails; busy: boolean; say: Say }) {
  const known = it.values.filter(isKnown);
  const others = it.values
    .filter((column) => !isKnown(column))
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return (
    <>
      {others.map((column) => (
        <Column key={column.field} column={column} busy={busy} say={say} />
      ))}
      {known.length > 0 && (
        <details className="card fold import-known">
          <summary>{t(words.known, { n: known.length, columns: known.map(({ label }) => label).join(', ') })}</summary>
          {known.map((column) => (
            <Column key={column.field} column={column} busy={busy} say={say} />
          ))}
        </details>
      )}
    </>
  );
}

function Column({ column, busy, say }: { column: ColumnValues; busy: boolean; say: Say }) {
  const { field, head, label, values, words: choices } = column;
  const rows = values.reduce((sum, { count }) => sum + count, 0);
  const open = values.filter(({ source }) => source === 'open').length;
  return (
    <section className="card import-values" aria-label={`${head}: ${label}`}>
      <header>
        <span className="import-head">{head}</span>
        <h2>{label}</h2>
        <small>{t(words.valueCount, { n: integer(values.length), rows: integer(rows) })}</small>
        <span className={`badge b-${open > 0 ? 'warn' : 'ok'}`}>
          {open > 0 ? t(words.toDecide, { n: open }) : words.decided}
        </span>
      </header>
      <ul>
        {values.map((value) => (
          <li key={value.value}>
            <span className="import-head">{value.value || words.emptyCell}</span>
            <meter aria-hidden value={value.count} max={rows} />
            <span className="num">{integer(value.count)}</span>
            <span className="field">
              <select
                aria-label={`${label}: ${value.value || words.emptyCell}`}
                aria-invalid={value.source === 'open' || undefined}
                value={value.source === 'open' ? '?' : value.meaning}
                disabled={busy}
                onChange={({ target }) => say({ meanings: [{ field, value: value.value, meaning: target.value }] })}
              >
                {value.source === 'open' && <option value="?">{words.ask}</option>}
                <option value="">{words.leaveEmpty}</option>
                {choices.map((word) => (
                  <option key={word} value={word}>
                    {word}
                  </option>
                ))}
              </select>
            </span>
            <small className="muted">{told(value)}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What is read where the file has no column. */
export function ImportDefaults({ it, busy, say }: { it: ImportDetails; busy: boolean; say: Say }) {
  if (it.defaults.length === 0) return null;
  return (
    <section className="card pad" aria-label={words.whole}>
      <h2>{words.whole}</h2>
      <p className="muted">{words.wholeHelp}</p>
      <div className="form-grid">
        {it.defaults.map(({ field, label, value, words: choices }) => (
          <label key={field} className="field span-3">
            {label}
            <select
              value={value}
              disabled={busy}
              onChange={({ target }) => say({ defaults: [{ field, value: target.value }] })}
            >
              <option value="">{words.unsaid}</option>
              {choices.map((word) => (
                <option key={word} value={word}>
                  {word}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </section>
  );
}
