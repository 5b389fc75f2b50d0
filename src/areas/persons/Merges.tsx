import { useState } from 'react';
import { day } from '#domain/italian.ts';
import type { Merge } from '#domain/persons/schema.ts';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { moment, t } from '#site/lib/intl.ts';
import { duplicates as words } from '#site/messages/it/persons.ts';
import { toast } from '#site/ui/toast.ts';
import './persons.css';

/** Merges that can still be undone. */
export function Merges({ list }: { list: Merge[] }) {
  const [merges, setMerges] = useState(list);
  const undo = async (id: number) => {
    try {
      await call('POST /persons/merges/:id/undo', { params: { id }, key: newKey() });
      setMerges(merges.filter((one) => one.id !== id));
      void toast(words.undone, { kind: 'ok' });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  if (merges.length === 0) return null;
  return (
    <section className="card pad merges">
      <h2>{words.recent}</h2>
      <ul>
        {merges.map(({ id, kept, keptId, gone, at, who, until }) => (
          <li key={id}>
            <span className="grow">
              <a className="link" href={`/dealer/customers/${keptId}`}>
                {t(words.line, { gone, kept, at: moment(at) })}
              </a>{' '}
              <small>{[who, t(words.until, { day: day(until) })].filter(Boolean).join(' · ')}</small>
            </span>
            <button
              type="button"
              className="btn small"
              aria-label={`${words.undo}: ${gone}, ${kept}`}
              onClick={() => void undo(id)}
            >
              {words.undo}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
