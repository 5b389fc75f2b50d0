import { useState } from 'react';
import type { MergePreview } from '#domain/persons/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { t } from '#site/lib/intl.ts';
import { duplicates as words } from '#site/messages/it/persons.ts';
import { toast } from '#site/ui/toast.ts';
import { about } from './about.ts';
import { TableWrap } from '#site/ui/TableWrap.tsx';
import './persons.css';

/** The values of both, field by field; `take` are the fields for which the other's are taken. */
function Fields({
  preview: { kept, gone, fields },
  take,
  onTake,
}: {
  preview: MergePreview;
  take: readonly string[];
  onTake(take: string[]): void;
}) {
  const choice = ({ key, label, ...texts }: MergePreview['fields'][number], side: 'kept' | 'gone') => (
    <td>
      <label className="check">
        <input
          type="radio"
          name={key}
          aria-label={`${label}: ${texts[side]}`}
          checked={take.includes(key) === (side === 'gone')}
          onChange={() => onTake(side === 'gone' ? [...take, key] : take.filter((one) => one !== key))}
        />
        {texts[side]}
      </label>
    </td>
  );
  return (
    <TableWrap label={t(words.compareWith, { one: kept.name, other: gone.name })}>
      <table>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            <th scope="col">
              {words.kept}: <a href={`/dealer/customers/${kept.id}`}>{kept.name}</a>
              <small>{about(kept)}</small>
            </th>
            <th scope="col">
              {words.gone}: <a href={`/dealer/customers/${gone.id}`}>{gone.name}</a>
              <small>{about(gone)}</small>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <tr key={field.key}>
              <th scope="row">{field.label}</th>
              {field.joins ? (
                <td colSpan={2}>
                  {[field.kept, field.gone].filter((text) => text !== '—').join(' + ')} <small>{words.both}</small>
                </td>
              ) : (
                <>
                  {choice(field, 'kept')}
                  {choice(field, 'gone')}
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </TableWrap>
  );
}

/** Compares two customers: which one stays, what it takes from the other, and which records move. */
export function Merge({ preview }: { preview: MergePreview }) {
  const { kept, gone, fields, moves } = preview;
  const [take, setTake] = useState<string[]>(
    fields.filter((one) => one.kept === '—' && !one.joins).map(({ key }) => key),
  );
  const [busy, setBusy] = useState(false);
  const [isApart, setApart] = useState(false);
  const tell = async (apart: boolean) => {
    const params = { id: kept.id, otherId: gone.id };
    try {
      await call(apart ? 'PUT /customers/:id/distinct/:otherId' : 'DELETE /customers/:id/distinct/:otherId', {
        params,
      });
      setApart(apart);
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const merge = async () => {
    setBusy(true);
    try {
      const versions = { keptVersion: kept.version, goneVersion: gone.version };
      const body = { keptId: kept.id, goneId: gone.id, ...versions, take };
      const { id } = await call('POST /persons/merges', { body, key: newKey() });
      location.assign(`/dealer/customers/duplicates?merged=${id}`);
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
      setBusy(false);
    }
  };
  if (isApart)
    return (
      <p className="callout ok row" role="status">
        <span className="grow">{words.apart}</span>
        <button type="button" className="btn small" onClick={() => void tell(false)}>
          {words.undo}
        </button>
      </p>
    );
  return (
    <section className="card pad merge">
      <Fields preview={preview} take={take} onTake={setTake} />
      {fields.length === 0 && <p className="muted">{words.same}</p>}
      <p>
        <b>{words.moves}:</b>{' '}
        {moves.length > 0 ? moves.map(({ what, count }) => `${what} ${count}`).join(' · ') : words.nothing}
      </p>
      <p className="row">
        <button type="button" className="btn primary" aria-busy={busy} onClick={() => void merge()}>
          {words.merge}
        </button>
        <a className="btn" href={`/dealer/customers/duplicates?kept=${gone.id}&gone=${kept.id}`}>
          {words.swap}
        </a>
        <button type="button" className="btn" onClick={() => void tell(true)}>
          {words.two}
        </button>
      </p>
    </section>
  );
}
