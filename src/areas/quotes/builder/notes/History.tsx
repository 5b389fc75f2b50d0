import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { call } from '#site/lib/call.ts';
import type { Around } from '#site/areas/quotes/issued/around.ts';
import { StorySections } from '#site/areas/quotes/issued/StorySections.tsx';
import { useBuilder } from '../store.ts';

/**
 * The history of the quote and its revisions. Loaded when it is opened; a new key from the parent reloads it after each change on the
 * server.
 */
export default function History() {
  const { $quote } = useBuilder();
  const quote = useStore($quote);
  const [history, setHistory] = useState<Pick<Around, 'story' | 'difference'> | null>(null);
  const [failed, setFailed] = useState('');
  const id = quote?.id ?? 0;
  useEffect(() => {
    if (!id) return;
    const control = new AbortController();
    const input = { params: { id }, signal: control.signal };
    Promise.all([call('GET /quotes/:id/timeline', input), call('GET /quotes/:id/difference', input)]).then(
      ([story, { difference }]) => setHistory({ story, difference }),
      (error: Error) => {
        if (!control.signal.aborted) setFailed(error.message);
      },
    );
    return () => control.abort();
  }, [id]);
  if (failed) return <p className="callout bad">{failed}</p>;
  return (
    history && (
      <div className="history">
        <StorySections {...history} />
      </div>
    )
  );
}
