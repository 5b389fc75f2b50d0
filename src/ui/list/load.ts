import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import type { ListData, ListPage, ListSpec } from './columns.ts';
import { PAGE, queryOf, readState } from './state.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;

/** Everything a list's page needs, on the server: the first page of rows, how many each view holds, saved views. */
export async function loadList(call: Call, spec: ListSpec, search: string): Promise<ListData> {
  const state = readState(spec, search);
  // The names of lists differ in their filters only, which `queryOf` takes from the same table.
  const page = (query: object) =>
    call(spec.call as 'GET /accessories', { query }) as Promise<unknown> as Promise<ListPage>;
  const [first, saved, ...counts] = await Promise.all([
    page({ ...queryOf(state), offset: state.offset, limit: PAGE }),
    call('GET /users/me/views', { query: { area: spec.area } }),
    ...spec.views.map(async (view) => {
      const all = readState(spec, new URLSearchParams(view.state).toString());
      return (await page({ ...queryOf(all), limit: 1 })).total;
    }),
  ]);
  return { page: first, saved, counts, search };
}
