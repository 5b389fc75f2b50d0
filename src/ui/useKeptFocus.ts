import { useEffect, useLayoutEffect, useRef } from 'react';

/** The focus stays in this part of the page when the button that had it goes away with what it removed. */
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
