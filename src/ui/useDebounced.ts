import { useCallback, useEffect, useRef } from 'react';

/** Runs the last of several calls `delay` ms after it; `flush` runs it now, `cancel` drops it. */
export function useDebounced<T>(run: (value: T) => void, delay = 200) {
  const latest = useRef(run);
  const waiting = useRef<{ timer: number; value: T } | null>(null);
  useEffect(() => {
    latest.current = run;
  });
  const cancel = useCallback(() => {
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = null;
  }, []);
  const flush = () => {
    const held = waiting.current;
    cancel();
    if (held) latest.current(held.value);
  };
  useEffect(() => cancel, [cancel]);
  const later = (value: T) => {
    cancel();
    waiting.current = { value, timer: window.setTimeout(flush, delay) };
  };
  return { later, flush, cancel };
}
