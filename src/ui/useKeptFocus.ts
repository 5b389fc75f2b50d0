import { useEffect, useLayoutEffect, useRef } from 'react';

/** Keeps the focus in this part of the page when the focused button disappears together with what it removed. */
export function useKeptFocus<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const part = ref.current!;
    const onFocus = ({ target }: FocusEvent) => void (last.current = target as Element);
    part.addEventListener('focusin', onFocus);
    return () => part.removeEventListener('focusin', onFocus);
  }, []);
  useLayoutEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return;
    last.current = null;
    ref.current?.focus({ preventScroll: true });
  });
  return ref;
}
