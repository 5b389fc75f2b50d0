import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import type { ListData, ListSpec } from '../table/columns.ts';
import { fetchPage, viewsOf } from './load.ts';
import { readState, stateParams } from './state.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

/**
 * Loads everything that a list's page needs, on the server: the saved views, then rows, total and the count of every
 * view in one answer. Meanwhile it loads the choices of the filters: columns and filter keys do not depend on them.
 */
export async function loadList(call: Call, spec: ListSpec, search: string): Promise<ListData> {
  const state = readState(spec, search);
  // A list opens even when its saved views cannot be loaded, and ignores what it does not know in them.
  const kept = await call('GET /users/me/views', { query: { area: spec.area } }).catch(() => []);
  const saved = kept.map((view) => ({
    ...view,
    state: stateParams(spec, readState(spec, new URLSearchParams(view.state).toString())),
  }));
  // The link behind a number of more rows than lists count: its list says the same number and sums, and leads to its last row.
  const countAll = new URLSearchParams(search).has('exact') && !state.q;
  const page = await fetchPage(call, spec, {
    state,
    offset: state.offset,
    views: viewsOf(spec, { saved }, state),
    countAll,
  });
  return { page, saved, search };
}
