import { useEffect, useState } from 'react';
import { integer, money } from '#domain/italian.ts';
import { MOST_RELISTED } from '#domain/quotes/limits.ts';
import type { QuoteRow } from '#domain/quotes/schema.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { kit } from '#site/messages/it/kit.ts';
import { assign } from '#site/messages/it/lists.ts';
import { relist as words } from '#site/messages/it/quotes-list.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import { oneByOne, tellRefused } from '#site/ui/list/bulk/one-by-one.ts';

type Repricing = CallAnswer<'GET /quotes/relist'>['quotes'][number];
/** A quote of the list, and what today's list makes of it. */
type Row = QuoteRow & { told: Repricing };

const nameOf = ({ number, customer, vehicle }: QuoteRow) =>
  [number ?? customer ?? assign.quotes.draft, vehicle].join(', ');

/** Asks what today's list makes of the rows, some at a time. */
async function tell(rows: readonly QuoteRow[]): Promise<Row[]> {
  const all: Row[] = [];
  for (let at = 0; at < rows.length; at += MOST_RELISTED) {
    const some = rows.slice(at, at + MOST_RELISTED);
    const { quotes } = await call('GET /quotes/relist', { query: { ids: some.map(({ id }) => id).join(',') } });
    all.push(...some.map((row, which) => ({ ...row, told: quotes[which]! })));
  }
  return all;
}

/** A draft takes today's list itself, an issued quote by a revision. */
const step = async ({ id, version, state }: Row) => {
  if (state === 'draft')
    return { made: await call('POST /quotes/:id/relist', { params: { id }, version }), isNew: false };
  const body = { list: 'today' } as const;
  return { made: await call('POST /quotes/:id/revise', { params: { id }, key: newKey(), body }), isNew: true };
};
const undo = ({ made: { id, version }, isNew }: Awaited<ReturnType<typeof step>>) =>
  isNew
    ? call('DELETE /quotes/:id', { params: { id }, version })
    : call('DELETE /quotes/:id/relist', { params: { id }, version });

/** Shows what today's list makes of the chosen quotes, and gives it to those that take it. Loaded when it is opened. */
export default function Relist({
  rows,
  onClose,
  onDone,
}: {
  rows: readonly QuoteRow[];
  onClose(): void;
  /** Reads the list again. */
  onDone(): void;
}) {
  const [told, setTold] = useState<Row[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the dialog opens
  useEffect(() => void tell(rows).then(setTold, (cause: Error) => setError(cause.message)), []);
  const taking = told?.filter(({ told: { refused } }) => refused === null) ?? [];
  const run = async () => {
    setBusy(true);
    const refused = await oneByOne(taking, { step, nameOf, done: (n) => t(words.done, { n }), undo, again: onDone });
    tellRefused(refused);
    onClose();
  };
  return (
    <Dialog
      open
      size="l"
      title={t(words.title, { n: integer(rows.length) })}
      onClose={onClose}
      actions={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {kit.cancel}
          </button>
          {taking.length > 0 && (
            <button type="button" className="btn primary" aria-busy={busy} onClick={() => !busy && void run()}>
              {words.verb}
            </button>
          )}
        </>
      }
    >
      <p className="muted">{words.help}</p>
      <div role="status" className="relist">
        {error ? (
          <p className="error">{error}</p>
        ) : told ? (
          <Preview rows={told} taking={taking} />
        ) : (
          <p>{words.waits}</p>
        )}
      </div>
    </Dialog>
  );
}

/** Before and after of those that take it, and why the others do not. */
function Preview({ rows, taking }: { rows: readonly Row[]; taking: readonly Row[] }) {
  const left = rows.filter((row) => !taking.includes(row));
  const sum = (key: 'from' | 'to') => taking.reduce((total, { told }) => total + told[key], 0);
  return (
    <>
      {taking.length === 0 ? (
        <p>{words.nothing}</p>
      ) : (
        <TableWrap label={t(words.title, { n: integer(taking.length) })} className="as-cards">
          <table className="grid">
            <thead>
              <tr>
                <th scope="col">{words.quote}</th>
                <th scope="col" className="num">
                  {words.before}
                </th>
                <th scope="col" className="num">
                  {words.after}
                </th>
              </tr>
            </thead>
            <tbody>
              {taking.map((row) => (
                <tr key={row.id}>
                  <td>
                    <b>{row.number ?? row.customer ?? assign.quotes.draft}</b>
                    <small>{[row.vehicle, row.state !== 'draft' && words.becomes].filter(Boolean).join(' · ')}</small>
                  </td>
                  <td className="num" data-label={words.before}>
                    {money(row.told.from)}
                  </td>
                  <td className="num" data-label={words.after}>
                    {money(row.told.to)}
                  </td>
                </tr>
              ))}
            </tbody>
            {taking.length > 1 && (
              <tfoot>
                <tr>
                  <th scope="row">
                    {words.total} ({integer(taking.length)})
                  </th>
                  <td className="num" data-label={words.before}>
                    {money(sum('from'))}
                  </td>
                  <td className="num" data-label={words.after}>
                    {money(sum('to'))}
                  </td>
                </tr>
              </tfoot>
            )}
          </table>
        </TableWrap>
      )}
      {left.length > 0 && (
        <details open={taking.length === 0}>
          <summary>{t(words.left, { n: integer(left.length) })}</summary>
          <ul>
            {left.map((row) => (
              <li key={row.id}>
                {nameOf(row)}: {row.told.refused}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
