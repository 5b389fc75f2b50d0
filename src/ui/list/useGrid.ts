import { useEffect, useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { Column, ListPage, ListSpec, Row } from './columns.ts';
import type { GridHandle, GridProps } from './Grid.tsx';
import type { ListState } from './state.ts';

type Given = Pick<
  GridProps,
  'columns' | 'selected' | 'fetch' | 'onSelect' | 'onOpen' | 'onColumns' | 'selectable' | 'menu'
>;

/**
 * The grid takes the table's place once its code is here and its rows are drawn. Not for cards, not on a phone (the table
 * is drawn as cards there), not for an empty list.
 */
export function useGrid(
  spec: ListSpec,
  grid: RefObject<GridHandle | null>,
  state: ListState,
  page: ListPage,
  given: Given,
) {
  const [loaded, setLoaded] = useState<{ Grid: ComponentType<GridProps>; first: ListPage } | null>(null);
  const [shown, setShown] = useState(false);
  const latest = useRef(given);
  useLayoutEffect(() => {
    latest.current = given;
  });
  const wanted = state.mode === 'table' && page.total > 0;

  useEffect(() => {
    if (!wanted || !matchMedia('(min-width: 641px)').matches) return;
    let gone = false;
    const load = async () => {
      const [{ default: Grid }, first] = await Promise.all([
        import('./Grid.tsx'),
        state.offset ? latest.current.fetch(0, state) : page,
      ]);
      if (!gone) setLoaded({ Grid, first });
    };
    // Without the grid the table stays, complete and usable.
    load().catch((cause: unknown) => console.warn('The grid did not start', cause));
    return () => {
      gone = true;
      setLoaded(null);
      setShown(false);
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the grid lives as long as a table is wanted
  }, [wanted]);

  const look = (columns: readonly Column[]) => JSON.stringify(columns.map(({ key, hidden }) => [key, Boolean(hidden)]));
  const arranged = look(given.columns);
  useEffect(() => {
    grid.current?.setColumns(latest.current.columns);
  }, [arranged, grid]);

  const props: GridProps | null = loaded && {
    ...given,
    ...{ spec, state },
    onHandle: (handle) => {
      grid.current = handle;
    },
    first: loaded.first,
    onSelect: (rows: Row[]) => latest.current.onSelect(rows),
    onReady: () => setShown(true),
  };
  return { shown, Grid: loaded?.Grid, props };
}
