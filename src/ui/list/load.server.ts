import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import type { ListData, ListSpec } from './columns.ts';
import { fetchPage, viewsOf } from './load.ts';
import { readState, stateParams } from './state.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

/**
 * Everything a list's page needs, on the server: saved views, then rows, total and the count of every view in one answer. What the filters
 * offer is asked for meanwhile: the list as it stands before that is known will do, its columns and the keys of its filters are the same.
 */
export async function loadList(call: Call, spec: ListSpec, search: string): Promise<ListData> {
  const state = readState(spec, search);
  // A list opens without its saved views when they cannot be had, and without what it knows nothing of in them.
  const kept = await call('GET /users/me/views', { query: { area: spec.area } }).catch(() => []);
  const saved = kept.map((view) => ({
    ...view,
    state: stateParams(spec, readState(spec, new URLSearchParams(view.state).toString())),
  }));
  const page = await fetchPage(call, spec, { state, offset: state.offset, views: viewsOf(spec, { saved }) });
  return { page, saved, search };
}
