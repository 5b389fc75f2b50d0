import { useEffect, useState } from 'react';
import { t } from '#site/lib/intl.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';

const lastsOf = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** The stop-watch of a telephone call: it runs from the press on the number until it is said how it went. */
export function useCall() {
  const [since, setSince] = useState<number | null>(null);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return {
    lasts: since === null ? null : lastsOf(seconds),
    start: () => {
      setSeconds(0);
      setSince(Date.now());
    },
    /** Ends it; returns the beginning of the note. */
    stop: () => {
      setSince(null);
      return since === null ? '' : t(words.called, { lasts: lastsOf(seconds) });
    },
  };
}
