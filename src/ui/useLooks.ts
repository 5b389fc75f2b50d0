import { useEffect, useRef } from 'react';
import { keepLooking } from '#site/lib/looks.ts';

/** `keepLooking` for as long as a component is there; `everyMs` null: there is nothing to wait for. */
export function useLooks(everyMs: number | null, look: () => Promise<unknown>, patience?: number): void {
  const latest = useRef(look);
  useEffect(() => void (latest.current = look));
  useEffect(
    () => (everyMs === null ? undefined : keepLooking(everyMs, () => latest.current(), patience)),
    [everyMs, patience],
  );
}
