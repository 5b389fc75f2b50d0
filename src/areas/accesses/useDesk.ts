import { useCallback, useEffect, useRef, useState } from 'react';
import type { Desk } from '#domain/accesses/schema.ts';
import { call, CallError } from '#site/lib/call.ts';

/** Milliseconds between two looks; the answer is 304 while nothing changes. */
const EVERY_MS = 10_000;

/** The desk of a place, kept up to date by itself; `since`: since when nothing answers. */
export function useDesk(given: Desk, begun: string) {
  const [desk, setDesk] = useState(given);
  const [seen, setSeen] = useState({ at: begun, since: null as string | null });
  const [now, setNow] = useState(begun);
  const place = useRef(given.location.id);
  const look = useCallback(async () => {
    const asked = place.current;
    const at = new Date().toISOString();
    try {
      const found = await call('GET /accesses/desk', { query: { locationId: asked } }, { quiet: true });
      if (asked !== place.current) return;
      setDesk(found);
      setSeen({ at, since: null });
    } catch (error) {
      if (error instanceof CallError && error.status < 500) throw error;
      setSeen((before) => ({ ...before, since: before.since ?? at }));
    }
    setNow(at);
  }, []);
  useEffect(() => {
    const again = () => void (document.hidden || look().catch(console.info));
    const timer = setInterval(again, EVERY_MS);
    const clock = setInterval(() => setNow(new Date().toISOString()), EVERY_MS);
    addEventListener('online', again);
    addEventListener('offline', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearInterval(timer);
      clearInterval(clock);
      removeEventListener('online', again);
      removeEventListener('offline', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [look]);
  const stand = (locationId: number) => {
    place.current = locationId;
    void look();
  };
  return { desk, seen, now: new Date(now), look, stand };
}
