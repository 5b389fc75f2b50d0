import { useEffect, useState } from 'react';
import { money } from '#domain/italian.ts';
import { b2bStates } from '#domain/quotes/b2b/terms.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Timeline } from '#site/ui/Timeline.tsx';

/** What happened to the offer and its revisions. Loaded when it is opened. */
export default function B2bHistory({ id }: { id: number }) {
  const [history, setHistory] = useState<CallAnswer<'GET /quotes/b2b/:id/timeline'> | null>(null);
  const [failed, setFailed] = useState('');
  useEffect(() => {
    const control = new AbortController();
    call('GET /quotes/b2b/:id/timeline', { params: { id }, signal: control.signal }).then(
      setHistory,
      (error: Error) => control.signal.aborted || setFailed(error.message),
    );
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
                <a className="link" href={one.href} aria-current={one.id === id ? 'true' : undefined}>
                  {t(words.revision, { n: one.revision })}
                </a>{' '}
                {b2bStates[one.state].label} · {money(one.total)} <small>{moment(one.createdAt)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
