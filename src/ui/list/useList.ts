import { useEffect, useRef, useState } from 'react';
import { lists as words } from '#site/messages/it/lists.ts';
import { call, CallError } from '#site/lib/call.ts';
import { read, write } from '#site/stores/persisted.ts';
import type { ListData, ListPage, ListSpec } from './columns.ts';
import type { GridHandle } from './Grid.tsx';
import { PAGE, queryOf, readState, searchOf, stateParams, type ListState } from './state.ts';

const why = (error: unknown) => (error instanceof CallError ? error.message : words.failed);

/** What the list shows: address, kept filters, rows from the server. The old rows stay until the new ones are here. */
export function useList(spec: ListSpec, data: ListData) {
  const [state, setState] = useState(() => readState(spec, data.search));
  const [page, setPage] = useState(data.page);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const grid = useRef<GridHandle | null>(null);
  const running = useRef<AbortController | null>(null);
  const now = useRef(state);
  now.current = state;

  const fetchPage = async (next: ListState, offset: number, signal?: AbortSignal): Promise<ListPage> => {
    const query = { ...queryOf(next), offset, limit: PAGE };
    // The names of lists differ in their filters only, which `queryOf` takes from the same table.
    const answer = await call(spec.call as 'GET /accessories', { query, ...(signal ? { signal } : {}) });
    return answer as unknown as ListPage;
  };
  const show = async (next: ListState) => {
    running.current?.abort();
    const own = (running.current = new AbortController());
    setState(next);
    setBusy(true);
    try {
      const found = await fetchPage(next, next.offset, own.signal);
      setPage(found);
      setFailed(null);
      grid.current?.show(found, next);
    } catch (error) {
      if (own.signal.aborted) return;
      setFailed(why(error));
    }
    setBusy(false);
  };
  const go = (next: ListState) => {
    history.pushState(null, '', searchOf(spec, next));
    write(`filters:${spec.area}`, stateParams(spec, next));
    write(`view:${spec.area}`, next.mode);
    void show(next);
  };
  /** A block for the grid in the order of its heads; the first one is also what the page says. */
  const fetchBlock = async (offset: number, order: Pick<ListState, 'sort' | 'dir'>): Promise<ListPage> => {
    const next = { ...now.current, ...order, offset: 0 };
    try {
      const found = await fetchPage(next, offset);
      setFailed(null);
      if (offset === 0) {
        setPage(found);
        setState(next);
        history.replaceState(history.state, '', searchOf(spec, next));
        write(`filters:${spec.area}`, stateParams(spec, next));
      }
      return found;
    } catch (error) {
      setFailed(why(error));
      throw error;
    }
  };

  useEffect(() => {
    if (!location.search) {
      const params = new URLSearchParams(read(`filters:${spec.area}`) ?? {});
      if (read(`view:${spec.area}`) === 'cards') params.set('mode', 'cards');
      if (params.size) {
        const back = readState(spec, params.toString());
        history.replaceState(history.state, '', searchOf(spec, back));
        void show(back);
      }
    }
    const onBack = () => {
      const back = readState(spec, location.search);
      // A dialog's own address (`?id=7`) changes nothing here.
      if (searchOf(spec, back) !== searchOf(spec, now.current)) void show(back);
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the list comes alive
  }, []);

  return { state, page, failed, busy, grid, go, show, fetchBlock };
}
