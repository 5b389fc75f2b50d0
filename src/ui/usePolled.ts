import { useCallback, useEffect, useState } from 'react';
import { CallError } from '#site/lib/call.ts';
import { read, write } from '#site/stores/persisted.ts';
import { useLooks } from './useLooks.ts';

/** Milliseconds between two looks; the answer is 304 while nothing changes. */
const EVERY_MS = 10_000;

/** When the page was last told how things are, and since when nothing answers. */
export interface Seen {
  at: string;
  since: string | null;
}

/** Lets the page ask for the password here (session.client.ts): the session is over, and what is typed stays. */
function endSession(): void {
  const kept = read('session');
  if (kept) write('session', { ...kept, ends: Math.min(kept.ends, Date.now()) });
}

/** What a call answers, asked again and again; `ask` answers null for what is no longer wanted. */
export function usePolled<Answer>(given: Answer, begun: string, ask: () => Promise<Answer | null>) {
  const [answer, setAnswer] = useState(given);
  const [seen, setSeen] = useState<Seen>({ at: begun, since: null });
  const [now, setNow] = useState(begun);
  const look = useCallback(async () => {
    const at = new Date().toISOString();
    try {
      const found = await ask();
      if (found === null) return;
      setAnswer(found);
      setSeen({ at, since: null });
    } catch (error) {
      if (error instanceof CallError && error.status === 401) endSession();
      if (error instanceof CallError && error.status < 500) throw error;
      setSeen((before) => ({ ...before, since: before.since ?? at }));
    }
    setNow(at);
  }, [ask]);
  // A board hangs on a wall, where nobody touches it.
  useLooks(EVERY_MS, look, Infinity);
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date().toISOString()), EVERY_MS);
    return () => clearInterval(clock);
  }, []);
  return { answer, seen, now: new Date(now), look };
}
