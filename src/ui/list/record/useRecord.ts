import { useEffect, useRef, useState } from 'react';
import { BACK, NEXT } from '#site/lib/forms.ts';
import { toast } from '#site/ui/toast.ts';

const address = (change: (params: URLSearchParams) => void): string => {
  const params = new URLSearchParams(location.search);
  params.delete('id');
  params.delete('new');
  change(params);
  return params.size ? `?${params}` : location.pathname;
};

/** Runs `go`, or leaves it to the form that is open beside the list and asks about what is typed there. */
const next = (go: () => void): void => {
  if (dispatchEvent(new CustomEvent(NEXT, { cancelable: true, detail: go }))) go();
};

/**
 * The record in the address (`?id=7`, `?new`): opening and closing it are steps of the browser's history. One that takes
 * the place of another, beside the list, is no step of its own.
 */
export function useRecord<R extends { id: number }>(asked: R | 'new' | null, load: (id: number) => Promise<R>) {
  const [current, setCurrent] = useState(asked);
  // The browser goes back a moment after it is told to. What is opened in that moment takes its step afterwards: else the step back would close it.
  const isReturning = useRef(false);
  const later = useRef<() => void>(undefined);
  const step = (change: (params: URLSearchParams) => void) => {
    const push = () => history.pushState({ record: true }, '', address(change));
    if (current !== null) history.replaceState(history.state, '', address(change));
    else if (isReturning.current) later.current = push;
    else push();
  };
  const show = async (id: number, push: boolean) => {
    try {
      setCurrent(await load(id));
      if (push) step((params) => params.set('id', String(id)));
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const open = (id: number) => next(() => void show(id, true));
  const create = () =>
    next(() => {
      setCurrent('new');
      step((params) => params.set('new', ''));
    });
  /** Reads the open one again, after what changed it. */
  const again = (id: number) => void show(id, false);
  const close = () => {
    setCurrent(null);
    later.current = undefined;
    if (isReturning.current) return;
    // Returns to the list's own address; a record opened by a link has no earlier step of ours in the history.
    if ((history.state as { record?: boolean } | null)?.record) {
      isReturning.current = true;
      history.back();
    } else
      history.replaceState(
        null,
        '',
        address(() => {}),
      );
  };
  useEffect(() => {
    const onBack = () => {
      if (isReturning.current) {
        isReturning.current = false;
        return later.current?.();
      }
      if (!dispatchEvent(new Event(BACK, { cancelable: true }))) return;
      const params = new URLSearchParams(location.search);
      const id = Number(params.get('id'));
      if (id) void show(id, false);
      else setCurrent(params.has('new') ? 'new' : null);
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the list comes alive
  }, []);
  return { current, open, create, again, close };
}
