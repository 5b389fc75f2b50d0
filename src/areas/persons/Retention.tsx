import { useState } from 'react';
import { day } from '#domain/italian.ts';
import { dayInRome } from '#domain/dates.ts';
import type { Looks, Retention as Due } from '#domain/persons/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { privacy } from '#site/messages/it/privacy.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { toast } from '#site/ui/toast.ts';
import { LooksList } from './LooksList.tsx';
import { TableWrap } from '#site/ui/TableWrap.tsx';

const words = privacy.retention;

/** Customers whose retention period is over, to review before they are erased. */
export function Retention({ due }: { due: Due }) {
  const [{ total, rows, before, automatic, looks }, setDue] = useState(due);
  const [left, setLeft] = useState<Looks>([]);
  const [chosen, setChosen] = useState<number[]>(due.rows.map(({ id }) => id));
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const erase = async () => {
    setBusy(true);
    try {
      const { erased, looks: named } = await call('POST /persons/retention', { body: { ids: chosen }, key: newKey() });
      const now = await call('GET /persons/retention', {});
      setLeft(named);
      setDue(now);
      setChosen(now.rows.map(({ id }) => id));
      void toast(t(words.done, { n: erased }), { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    } finally {
      setBusy(false);
      setAsking(false);
    }
  };
  return (
    <section className="card pad" id="retention">
      <h2>{words.title}</h2>
      {total === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <>
          <p>
            {t(words.some, { n: total, day: day(before) })} {automatic ? words.automatic : words.manual}{' '}
            {total > rows.length && t(words.shown, { n: rows.length })}
          </p>
          <TableWrap label={words.title}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{words.name}</th>
                  <th scope="col">{words.last}</th>
                  <th scope="col" className="num">
                    {words.quotes}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ id, name, last, quotes }) => (
                  <tr key={id}>
                    <td>
                      <label>
                        <input
                          type="checkbox"
                          checked={chosen.includes(id)}
                          onChange={({ currentTarget: { checked } }) =>
                            setChosen(checked ? [...chosen, id] : chosen.filter((one) => one !== id))
                          }
                        />{' '}
                        {name}
                      </label>
                    </td>
                    <td>{day(dayInRome(new Date(last)))}</td>
                    <td className="num">{quotes}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableWrap>
          <LooksList title={words.looks} text={words.looksText} looks={looks} />
          {chosen.length > 0 && (
            <p>
              <button type="button" className="btn danger" onClick={() => setAsking(true)}>
                {t(words.erase, { n: chosen.length })}
              </button>
            </p>
          )}
        </>
      )}
      <LooksList title={words.looks} text={words.looksAfter} looks={left} />
      <Dialog
        open={asking}
        tone="danger"
        title={words.sure}
        onClose={() => setAsking(false)}
        actions={
          <>
            <button type="button" className="btn" onClick={() => setAsking(false)}>
              {words.cancel}
            </button>
            <button type="button" className="btn danger" aria-busy={busy} onClick={() => void erase()}>
              {words.confirm}
            </button>
          </>
        }
      >
        <p>{t(words.sureText, { n: chosen.length })}</p>
      </Dialog>
    </section>
  );
}
