import { useEffect, useState } from 'react';
import { BACK } from '#site/lib/forms.ts';
import { toast } from '#site/ui/toast.ts';

const address = (change: (params: URLSearchParams) => void): string => {
  const params = new URLSearchParams(location.search);
  params.delete('id');
  params.delete('new');
  change(params);
  return params.size ? `?${params}` : location.pathname;
};

/** The record in the address (`?id=7`, `?new`): opening and closing it are steps of the browser's history. */
export function useRecord<R extends { id: number }>(asked: R | 'new' | null, load: (id: number) => Promise<R>) {
  const [current, setCurrent] = useState(asked);
  const open = async (id: number, push = true) => {
    try {
      setCurrent(await load(id));
      if (push)
        history.pushState(
          { record: true },
          '',
          address((params) => params.set('id', String(id))),
        );
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  const create = () => {
    setCurrent('new');
    history.pushState(
      { record: true },
      '',
      address((params) => params.set('new', '')),
    );
  };
  const close = () => {
    setCurrent(null);
    // Returns to the list's own address; a record opened by a link has no earlier step of ours in the history.
    if ((history.state as { record?: boolean } | null)?.record) history.back();
    else
      history.replaceState(
        null,
        '',
        address(() => {}),
      );
  };
  useEffect(() => {
    const onBack = () => {
      if (!dispatchEvent(new Event(BACK, { cancelable: true }))) return;
      const params = new URLSearchParams(location.search);
      const id = Number(params.get('id'));
      if (id) void open(id, false);
      else setCurrent(params.has('new') ? 'new' : null);
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the list comes alive
  }, []);
  return { current, open, create, close };
}
