import { useEffect, useRef, useState } from 'react';
import { COUNT_LIMIT, MOST_AT_ONCE, MOST_ROWS } from '#domain/record/list.ts';
import { showWhile } from '#site/lib/delayed.ts';
import { lists as words } from '#site/messages/it/lists.ts';
import { call, CallError } from '#site/lib/call.ts';
import { read, write } from '#site/stores/persisted.ts';
import type { ListData, ListPage, ListSpec, Row } from '../table/columns.ts';
import type { GridHandle } from '../table/Grid.tsx';
import { fetchPage, shortcutViews, viewsOf } from './load.ts';
import { hasSameRows, keptState, modes, readState, searchOf, stateParams, type ListState } from './state.ts';

/** Why the rows did not come, as an error page says it: what happened, its code, the request. */
export interface ListFailure {
  message: string;
  status: number | null;
  requestId: string;
}
const why = (error: unknown): ListFailure =>
  error instanceof CallError
    ? { message: error.message, status: error.status, requestId: error.body.requestId }
    : { message: words.failed, status: null, requestId: '' };

/** All rows of the filter, up to the number that one call can change. */
async function readAll(spec: ListSpec, state: ListState, total: number): Promise<Row[]> {
  const rows: Row[] = [];
  const most = Math.min(total, MOST_AT_ONCE);
  while (rows.length < most) {
    const next = await fetchPage(call, spec, { state, offset: rows.length, limit: MOST_ROWS });
    if (next.rows.length === 0) break;
    rows.push(...next.rows);
  }
  return rows.slice(0, MOST_AT_ONCE);
}

/** The counts of the views as they were last read, with fresh ones of the shortcuts, which follow what is shown. */
const recounted = ({ views }: ListSpec, before: readonly (number | null)[], fresh: readonly (number | null)[]) => [
  ...before.slice(0, views.length),
  ...fresh,
  ...before.slice(views.length + fresh.length),
];

/** What was counted to its end, as for the link behind a number: the other pages and orders of its rows keep its count. */
function useExact(spec: ListSpec, data: ListData) {
  const exact = useRef(data.page);
  const is = (next: ListState) => exact.current.isExact === true && hasSameRows(next, readState(spec, data.search));
  return {
    is,
    keep: (found: ListPage) => void (exact.current = found),
    with: (found: ListPage, next: ListState): ListPage =>
      found.total > COUNT_LIMIT && is(next) ? { ...exact.current, rows: found.rows } : found,
  };
}

/** The state of a list: address, stored filters, and rows from the server. Old rows stay until the new ones arrive. */
export function useList(spec: ListSpec, data: ListData) {
  const [state, setState] = useState(() => readState(spec, data.search));
  const [page, setPage] = useState(data.page);
  const [counts, setCounts] = useState(data.page.counts ?? []);
  const [failed, setFailed] = useState<ListFailure | null>(null);
  /** 1: rows for the page are loading; 2: they take so long that the page says so. */
  const [load, setLoad] = useState(0);
  const grid = useRef<GridHandle | null>(null);
  const running = useRef<AbortController | null>(null);
  const now = useRef(state);
  now.current = state;
  const exact = useExact(spec, data);

  /** `recount`: records changed, so the counts of the views may have changed too. */
  const show = async (next: ListState, { recount = false } = {}) => {
    running.current?.abort();
    const own = (running.current = new AbortController());
    setState(next);
    setLoad(1);
    try {
      const views = recount ? viewsOf(spec, data, next) : shortcutViews(spec, next);
      const counted = { countAll: recount && exact.is(next), ...(views.length > 0 && { views }) };
      const asked = fetchPage(call, spec, { state: next, offset: next.offset, signal: own.signal, ...counted });
      const found = await showWhile(asked, () => own.signal.aborted || setLoad(2));
      if (own.signal.aborted) return;
      if (recount) exact.keep(found);
      const shown = exact.with(found, next);
      setPage(shown);
      const { counts: fresh } = found;
      if (fresh) setCounts((before) => (recount ? fresh : recounted(spec, before, fresh)));
      setFailed(null);
      grid.current?.show(shown, next);
    } catch (error) {
      if (own.signal.aborted) return;
      setFailed(why(error));
    }
    setLoad(0);
  };
  const go = (next: ListState) => {
    history.pushState(null, '', searchOf(spec, next, exact.is(next)));
    write(`filters:${spec.area}`, stateParams(spec, next));
    write(`view:${spec.area}`, next.mode);
    // Another display mode shows the same rows and asks the server for nothing.
    if (searchOf(spec, { ...next, mode: state.mode }) === searchOf(spec, state)) setState(next);
    else void show(next);
  };
  /** A block of rows in the order of the grid's heads; the first block also updates the page around the grid. */
  const fetchBlock = async (offset: number, order: Pick<ListState, 'sort' | 'dir'>): Promise<ListPage> => {
    const next = { ...now.current, ...order, offset: 0 };
    try {
      const found = exact.with(await fetchPage(call, spec, { state: next, offset }), next);
      setFailed(null);
      if (offset === 0) {
        setPage(found);
        setState(next);
        history.replaceState(history.state, '', searchOf(spec, next, exact.is(next)));
        write(`filters:${spec.area}`, stateParams(spec, next));
      }
      return found;
    } catch (error) {
      setFailed(why(error));
      throw error;
    }
  };

  /** All rows, to choose or print them; null when they cannot be loaded. */
  const fetchAll = (): Promise<Row[] | null> =>
    readAll(spec, state, page.total).catch((error: unknown) => {
      setFailed(why(error));
      return null;
    });
  /** Replaces a row that was edited in its cells. */
  const put = (row: Row) =>
    setPage((before) => ({ ...before, rows: before.rows.map((one) => (one.id === row.id ? row : one)) }));

  useEffect(() => {
    const asked = new URLSearchParams(location.search);
    for (const key of Object.keys(spec.within ?? {})) asked.delete(key);
    const filters = asked.size ? {} : (read(`filters:${spec.area}`) ?? {});
    const kept = asked.has('mode') ? null : read(`view:${spec.area}`);
    const mode = modes.find((one) => one === kept) ?? now.current.mode;
    const back = { ...(asked.size ? now.current : keptState(spec, filters)), mode };
    if (searchOf(spec, back) !== searchOf(spec, now.current)) {
      history.replaceState(history.state, '', searchOf(spec, back, data.page.isExact));
      if (Object.keys(filters).length) void show(back);
      else setState(back);
    }
    const onBack = () => {
      const back = readState(spec, location.search);
      // The address of a dialog (`?id=7`) does not change the list.
      if (searchOf(spec, back) !== searchOf(spec, now.current)) void show(back);
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the list comes alive
  }, []);

  return { state, page, counts, failed, busy: load > 1, loading: load > 0, grid, go, show, fetchBlock, fetchAll, put };
}
