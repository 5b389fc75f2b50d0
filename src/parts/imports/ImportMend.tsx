import { useEffect, useRef, useState } from 'react';
import { integer } from '#domain/italian.ts';
import type { FaultyRow, ImportDetails, Mending } from '#domain/imports/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { importing as words } from '#site/messages/it/imports.ts';
import type { Opened } from './ImportFaults.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';

type Mend = (body: Partial<Mending>) => void;

/** Rejected rows, corrected here: one cell for all of a group, or cell by cell. */
export function ImportMend({
  it,
  opened,
  isWanted,
  busy,
  mend,
  onClose,
}: {
  it: ImportDetails;
  opened: Opened;
  /** Whether somebody opened it, who then goes on there. */
  isWanted: boolean;
  busy: boolean;
  mend: Mend;
  onClose: () => void;
}) {
  const { id } = it;
  const group = opened === 'all' ? null : opened;
  const [found, setFound] = useState<{ rows: FaultyRow[]; total: number } | null>(null);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) section.current?.focus();
    const query = group ? { field: group.field, sentence: group.sentence } : {};
    call('GET /imports/:id/rows', { params: { id }, query }).then(setFound, () => setFound({ rows: [], total: 0 }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- drawn anew for each group and version
  }, []);
  return (
    <section ref={section} className="card import-mend" tabIndex={-1} aria-label={group?.sentence ?? words.allRows}>
      <header>
        <h2>{group?.sentence ?? words.allRows}</h2>
        {found && <small>{t(words.rowCount, { n: integer(found.total) })}</small>}
        <button type="button" className="btn ghost" onClick={onClose}>
          {words.closeRows}
        </button>
      </header>
      {group && it.columns.some(({ field }) => field === group.field) && (
        <ForAll group={group} busy={busy} mend={mend} />
      )}
      {found && <FaultyRows it={it} rows={found.rows} more={found.total - found.rows.length} busy={busy} mend={mend} />}
    </section>
  );
}

function ForAll({ group, busy, mend }: { group: Exclude<Opened, 'all'>; busy: boolean; mend: Mend }) {
  const [text, setText] = useState('');
  const { field, sentence } = group;
  return (
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
  /** All that was typed, which is kept also where one row alone is looked at again. */
  const texts = [...typed].map(([place, text]) => {
    const [row = '', field = ''] = place.split(' ');
    return { row: Number(row), field, text };
  });
  return (
    <>
      <TableWrap label={words.allRows}>
        <table className="grid">
          <thead>
            <tr>
              <th scope="col">{words.row}</th>
              <th scope="col">
                <span className="sr-only">{words.againOne}</span>
              </th>
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
                <td>
                  <button
                    type="button"
                    className="link"
                    aria-label={t(words.againRow, { row: integer(row) })}
                    disabled={busy}
                    onClick={() => mend({ rows: texts, again: [row] })}
                  >
                    {words.againOne}
                  </button>
                </td>
                {columns.map(({ field, head, at }) => {
                  const place = `${row} ${field}`;
                  const fault = faults.find((one) => one.field === field);
                  return (
                    <td key={at} className={fault || !cells[at] ? undefined : 'long'}>
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
      </TableWrap>
      {more > 0 && <p className="muted">{t(words.more, { n: integer(more) })}</p>}
      <button
        type="button"
        className="btn primary"
        disabled={busy || typed.size === 0}
        onClick={() => mend({ rows: texts })}
      >
        {typed.size === 0 ? words.saveNone : t(words.saveRows, { n: typed.size })}
      </button>
    </>
  );
}
