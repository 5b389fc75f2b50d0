import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import { MOST_VIEWS, VIEWS_LENGTH } from '#domain/list.ts';
import type { ListCall, ListData, ListPage, ListSpec, Row } from './columns.ts';
import { PAGE, queryOf, readState, type ListState } from './state.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;
/** A list is asked with what its URL says: the gateway checks its filters, not a type. */
type Ask = (name: ListCall, input: { query: object; signal?: AbortSignal }) => Promise<ListPage>;

/** The views that a list counts, as many as one answer may: its own, then the saved ones. */
export const viewsOf = (spec: ListSpec, { saved }: Pick<ListData, 'saved'>) =>
  [...spec.views, ...saved].slice(0, MOST_VIEWS);

/** The filters of a view as the call takes them, in a query. */
const viewQuery = (spec: ListSpec, view: Record<string, string>) => {
  const { sort: _sort, dir: _dir, ...filters } = queryOf(spec, readState(spec, new URLSearchParams(view).toString()));
  return new URLSearchParams(Object.entries(filters).map(([key, value]) => [key, String(value)])).toString();
};

/** What no list can read: it is counted as null. */
const UNREADABLE = '-';

/**
 * The views as one question of bounded length. One that does not fit is not counted: colleagues share views that they filled as far as they
 * may, and the list opens all the same.
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

/** A page of the list, and with `views` how many rows each of them holds, in the same answer. */
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
  return (call as unknown as Ask)(spec.call, { query, ...(signal ? { signal } : {}) }) as Promise<ListPage<R>>;
}
