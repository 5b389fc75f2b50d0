import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { money } from '#domain/italian.ts';
import { b2bStates } from '#domain/quotes/b2b/terms.ts';
import { Letters } from '#site/areas/quotes/issued/Letters.tsx';
import { call } from '#site/lib/call.ts';
import { moment, t } from '#site/lib/intl.ts';
import { builder as say } from '#site/messages/it/quotes.ts';
import { useB2b, type B2bStory } from './store.ts';

const Send = lazy(() => import('#site/areas/quotes/builder/steps/Send.tsx'));

/** The history of the offer and its revisions; read again after each change. */
export function History({ given }: { given: B2bStory | null }) {
  const { $quote, $actions, $sent } = useB2b();
  const { id, version } = useStore($quote)!;
  const sent = useStore($sent);
  const mayAnswer = useStore($actions).includes('send');
  const [history, setHistory] = useState(given);
  const [failed, setFailed] = useState('');
  const [answers, setAnswers] = useState<{ id: number; text: string } | null>(null);
  const known = useRef(given ? `${version} ${sent}` : '');
  useEffect(() => {
    if (known.current === `${version} ${sent}`) return;
    known.current = `${version} ${sent}`;
    const control = new AbortController();
    call('GET /quotes/b2b/:id/timeline', { params: { id }, signal: control.signal }).then(
      setHistory,
      (error: Error) => control.signal.aborted || setFailed(error.message),
    );
    return () => control.abort();
  }, [id, version, sent]);
  if (failed) return <p className="callout bad">{failed}</p>;
  if (!history) return null;
  return (
    <div className="history">
      <Letters
        events={history.events}
        onAnswer={mayAnswer ? (question, text) => setAnswers({ id: question, text }) : undefined}
      />
      {history.revisions.length > 1 && (
        <>
          <h3>{say.notes.revisions}</h3>
          <ul>
            {history.revisions.map((one) => (
              <li key={one.id}>
                <a className="link" href={one.href} aria-current={one.id === id ? 'true' : undefined}>
                  {t(say.revision, { n: one.revision })}
                </a>{' '}
                {b2bStates[one.state].label} · {money(one.total)} <small>{moment(one.createdAt)}</small>
              </li>
            ))}
          </ul>
        </>
      )}
      <Suspense>
        {answers && (
          <Send
            path="/quotes/b2b"
            id={id}
            answers={answers}
            onSent={() => $sent.set($sent.get() + 1)}
            onClose={() => setAnswers(null)}
          />
        )}
      </Suspense>
    </div>
  );
}
