import type { CallAnswer, CallInput, CallName } from '#domain/endpoints.ts';
import { MOST_VIEWS, VIEWS_LENGTH } from '#domain/record/list.ts';
import type { ListCall, ListData, ListPage, ListSpec, Row } from '../table/columns.ts';
import { PAGE, queryOf, readState, stateParams, type ListState } from './state.ts';

type Call = <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallAnswer<N>>;
/** The parameters come from the URL, so the gateway checks the filters and no type does. */
type Ask<R extends Row> = (name: ListCall, input: { query: object; signal?: AbortSignal }) => Promise<ListPage<R>>;

/** What a list counts beside its rows. */
type Counted = readonly { state: Record<string, string> }[];

/** The rows that each shortcut would leave of those that are shown. */
export const shortcutViews = ({ shortcuts = [], ...spec }: ListSpec, state: ListState): Counted =>
  shortcuts.map(({ filters }) => ({
    state: stateParams(spec, { ...state, filters: { ...state.filters, ...filters } }),
  }));

/** What a list counts, at most as much as one answer allows: its own views, its shortcuts, then the saved views. */
export const viewsOf = (spec: ListSpec, { saved }: Pick<ListData, 'saved'>, state: ListState): Counted =>
  [...spec.views, ...shortcutViews(spec, state), ...saved].slice(0, MOST_VIEWS);

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
function viewsQuery(spec: ListSpec, views: Counted): string {
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

/**
 * Reads a page of the list; with `views` the same answer counts the rows of each view, with `countAll` it counts and adds
 * up the rows of the filter however many they are, which takes a pass over all of them.
 */
export async function fetchPage<R extends Row = Row>(
  call: Call,
  spec: ListSpec,
  {
    state,
    offset,
    limit = PAGE,
    views,
    countAll = false,
    signal,
  }: {
    state: ListState;
    offset: number;
    limit?: number;
    views?: Counted;
    countAll?: boolean;
    signal?: AbortSignal;
  },
): Promise<ListPage<R>> {
  const counted = views && { views: viewsQuery(spec, views) };
  const query = { ...queryOf(spec, state), ...counted, ...(countAll && { countAll: 'true' }), offset, limit };
  // Only the running code knows which list it is, so no type does; the call of every list answers a page of rows.
  const page = await (call as unknown as Ask<R>)(spec.call, { query, ...(signal && { signal }) });
  return countAll ? { ...page, isExact: true } : page;
}
