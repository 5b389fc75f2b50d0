import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { Column, ListPage, ListSpec, Row } from './columns.ts';
import type { GridHandle, GridProps } from './Grid.tsx';
import type { ListState } from '../load/state.ts';

type PassedToGrid = Omit<GridProps, 'spec' | 'state' | 'first' | 'onHandle' | 'onReady'>;

/** Loads the grid for people who choose it; the table stays visible until the grid has drawn its rows. */
export function useGrid(
  spec: ListSpec,
  grid: RefObject<GridHandle | null>,
  { state, page, wanted }: { state: ListState; page: ListPage; wanted: boolean },
  given: PassedToGrid,
) {
  const [loaded, setLoaded] = useState<{ Grid: ComponentType<GridProps>; first: ListPage } | null>(null);
  const [shown, setShown] = useState(false);
  const latest = useRef({ ...given, state, page });
  useLayoutEffect(() => {
    latest.current = { ...given, state, page };
  });

  useEffect(() => {
    if (!wanted) return;
    let gone = false;
    const load = async () => {
      const { default: Grid } = await import('./Grid.tsx');
      const now = latest.current;
      const first = now.state.offset ? await now.fetch(0, now.state) : now.page;
      if (!gone) setLoaded({ Grid, first });
    };
    // If the grid fails to load, the complete table stays.
    load().catch((cause: unknown) => console.warn('The grid did not start', cause));
    return () => {
      gone = true;
      setLoaded(null);
      setShown(false);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the grid lives as long as it is wanted
  }, [wanted]);

  const look = (columns: readonly Column[]) =>
    JSON.stringify(columns.map(({ key, hidden, pinned }) => [key, Boolean(hidden), Boolean(pinned)]));
  const arranged = look(given.columns);
  useEffect(() => {
    grid.current?.setColumns(latest.current.columns);
  }, [arranged, grid]);

  const props: GridProps | null = loaded && {
    ...given,
    spec,
    state,
    onHandle: (handle) => {
      grid.current = handle;
    },
    first: loaded.first,
    onSelect: (rows: Row[], chosen) => latest.current.onSelect(rows, chosen),
    onReady: () => setShown(true),
  };
  return { shown, Grid: loaded?.Grid, props };
}
