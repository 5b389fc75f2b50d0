import { useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { FaultGroup, FaultyRow, ImportDetails, Mending } from '#domain/imports/schema.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import { Formats } from './ImportBits.tsx';

type Mend = (body: Partial<Mending>) => void;

/**
 * The rows that the import leaves out, in groups of the same fault: opened as rows, corrected here for all of a group or
 * one by one, or as a file.
 */
export function ImportErrors({ it, busy, mend }: { it: ImportDetails; busy: boolean; mend: Mend }) {
  const { id, faults, refused, total } = it;
  const href = (format: 'csv' | 'xlsx') => apiPath('GET /imports/:id/errors', { params: { id }, query: { format } });
  return (
    <section className="card import-errors" aria-label={words.errors}>
      <header>
        <h2>{words.errors}</h2>
        <small>{t(words.ofRows, { n: integer(refused), total: integer(total) })}</small>
      </header>
      <ul>
        {faults.map((group) => (
          <Group key={`${it.version} ${group.field} ${group.sentence}`} it={it} group={group} busy={busy} mend={mend} />
        ))}
      </ul>
      <p>
        <button type="button" className="btn" disabled={busy} onClick={() => mend({})}>
          {words.again}
        </button>{' '}
        <small className="muted">
          {words.download} <Formats href={href} />
        </small>
      </p>
    </section>
  );
}

function Group({ it, group, busy, mend }: { it: ImportDetails; group: FaultGroup; busy: boolean; mend: Mend }) {
  const { field, sentence, count, examples } = group;
  const [rows, setRows] = useState<FaultyRow[] | null>(null);
  const [text, setText] = useState('');
  const column = it.columns.findIndex((one) => one.field === field);
  const open = async () =>
    setRows(
      rows === null
        ? (await call('GET /imports/:id/rows', { params: { id: it.id }, query: { field, sentence } })).rows
        : null,
    );
  return (
    <li>
      <p className="import-fault">
        <b>{sentence}</b> <span className="num">{integer(count)}</span>
      </p>
      {examples.length > 0 && <small className="muted">{examples.join(' · ')}</small>}
      <div className="import-mend">
        <button type="button" className="btn ghost" aria-expanded={rows !== null} onClick={() => void open()}>
          {rows === null ? words.openRows : words.closeRows}
        </button>
        {column >= 0 && (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              mend({ group: { field, sentence, text } });
            }}
          >
            <span className="field">
              <input
                aria-label={t(words.forAll, { what: sentence })}
                placeholder={words.forAllHint}
                value={text}
                disabled={busy}
                onChange={({ target }) => setText(target.value)}
              />
            </span>
            <button type="submit" className="btn" disabled={busy}>
              {text === '' ? words.emptyAll : words.writeAll}
            </button>
          </form>
        )}
      </div>
      {rows && <FaultyRows it={it} rows={rows} more={count - rows.length} busy={busy} mend={mend} />}
    </li>
  );
}

/** Rows with their wrong cells open. */
function FaultyRows({
  it,
  rows,
  more,
  busy,
  mend,
}: {
  it: ImportDetails;
  rows: readonly FaultyRow[];
  more: number;
  busy: boolean;
  mend: Mend;
}) {
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const columns = it.columns.map((one, at) => ({ ...one, at })).filter(({ field }) => field !== null);
  const save = () =>
    mend({
      rows: [...typed].map(([place, text]) => {
        const [row = '', field = ''] = place.split(' ');
        return { row: Number(row), field, text };
      }),
    });
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone it scrolls sideways */}
      <div className="table-wrap" role="region" tabIndex={0} aria-label={words.openRows}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              {columns.map(({ head, at }) => (
                <th key={at} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, cells, faults }) => (
              <tr key={row}>
                <td className="num">{row}</td>
                {columns.map(({ field, head, at }) => {
                  const place = `${row} ${field}`;
                  const fault = faults.find((one) => one.field === field);
                  return (
                    <td key={at}>
                      {fault ? (
                        <span className="field">
                          <input
                            aria-label={t(words.cell, { row: integer(row), head })}
                            aria-invalid
                            title={fault.sentence}
                            value={typed.get(place) ?? cells[at] ?? ''}
                            disabled={busy}
                            onChange={({ target }) => setTyped(new Map(typed).set(place, target.value))}
                          />
                        </span>
                      ) : (
                        cells[at]
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p className="muted">{t(words.more, { n: integer(more) })}</p>}
      <button type="button" className="btn primary" disabled={busy || typed.size === 0} onClick={save}>
        {typed.size === 0 ? words.saveNone : t(words.saveRows, { n: typed.size })}
      </button>
    </>
  );
}
