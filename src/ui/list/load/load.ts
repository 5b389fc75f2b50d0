import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import { MOST_VIEWS, VIEWS_LENGTH } from '#domain/record/list.ts';
import type { ListCall, ListData, ListPage, ListSpec, Row } from '../table/columns.ts';
import { PAGE, queryOf, readState, type ListState } from './state.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;
/** The parameters come from the URL, so the gateway checks the filters and no type does. */
type Ask = (name: ListCall, input: { query: object; signal?: AbortSignal }) => Promise<ListPage>;

/** The views that a list counts, at most as many as one answer allows: its own, then the saved ones. */
export const viewsOf = (spec: ListSpec, { saved }: Pick<ListData, 'saved'>) =>
  [...spec.views, ...saved].slice(0, MOST_VIEWS);

const viewQuery = (spec: ListSpec, view: Record<string, string>) => {
  const { sort: _sort, dir: _dir, ...filters } = queryOf(spec, readState(spec, new URLSearchParams(view).toString()));
  return new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, String(value)])).toString();
};

/** A view that no list can read, so its count is null. */
const UNREADABLE = '-';

/**
 * All views as one parameter of bounded length. A view that does not fit is not counted: the list opens even when
 * colleagues share very long views.
 */
function viewsQuery(spec: ListSpec, views: readonly { state: Record<string, string> }[]): string {
  const lengthOf = (text: string) => encodeURIComponent(`${text}|`).length;
  let left = VIEWS_LENGTH - views.length * lengthOf(UNREADABLE);
  const queries = views.map(({ state }) => {
    const query = viewQuery(spec, state);
    if (lengthOf(query) > left) return UNREADABLE;
    left -= lengthOf(query);
    return query;
  });
  return queries.join('|');
}

/** Reads a page of the list; with `views` the same answer counts the rows of each view. */
export function fetchPage<R extends Row = Row>(
  call: Call,
  spec: ListSpec,
  {
    state,
    offset,
    limit = PAGE,
    views,
    signal,
  }: {
    state: ListState;
    offset: number;
    limit?: number;
    views?: readonly { state: Record<string, string> }[];
    signal?: AbortSignal;
  },
): Promise<ListPage<R>> {
  const counted = views && { views: viewsQuery(spec, views) };
  const query = { ...queryOf(spec, state), ...counted, offset, limit };
  // Only the running code knows which list it is, so no type does; the call of every list answers a page of rows.
  return (call as unknown as Ask)(spec.call, { query, ...(signal ? { signal } : {}) }) as Promise<ListPage<R>>;
}
