import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { money } from '#domain/italian.ts';
import { quoteStates } from '#domain/quotes/terms.ts';
import { moment } from '#site/lib/intl.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Timeline } from '#site/ui/Timeline.tsx';
import { useBuilder } from './store.ts';

/** What happened to the quote and its revisions. Loaded when it is opened; the parent's key loads it again after each change on the server. */
export default function History() {
  const { $quote } = useBuilder();
  const quote = useStore($quote);
  const [history, setHistory] = useState<CallAnswer<'GET /quotes/:id/timeline'> | null>(null);
  const [failed, setFailed] = useState('');
  const id = quote?.id ?? 0;
  useEffect(() => {
    if (!id) return;
    const control = new AbortController();
    call('GET /quotes/:id/timeline', { params: { id }, signal: control.signal }).then(setHistory, (error: Error) => {
      if (!control.signal.aborted) setFailed(error.message);
    });
    return () => control.abort();
  }, [id]);
  if (failed) return <p className="callout bad">{failed}</p>;
  if (!history) return null;
  return (
    <div className="history">
      <Timeline events={history.events} />
      {history.revisions.length > 1 && (
        <>
          <h3>{words.notes.revisions}</h3>
          <ul>
            {history.revisions.map((one) => (
              <li key={one.id}>
                <a className="link" href={`?quote=${one.id}`} aria-current={one.id === id ? 'true' : undefined}>
                  {words.revision.replace('{n}', String(one.revision))}
                </a>{' '}
                {quoteStates[one.state].label} · {money(one.keysInHand)} <small>{moment(one.createdAt)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
