import { useLayoutEffect, useRef, useState } from 'react';
import { read, remove, write } from '#site/stores/persisted.ts';
import { arrange, columnsFor, type Column, type KeptColumns, type ListSpec } from './columns.ts';

/** The list's columns as this person arranged them, or as the saved view in the address names them. */
export function useColumns(spec: ListSpec, asked: string) {
  const key = `columns:${spec.area}:${spec.userId}` as const;
  const [columns, setColumns] = useState<Column[]>(() => columnsFor(spec, asked));
  // The server does not know the arrangement in the browser's storage: it is read after hydration, and again when a
  // view is left.
  const was = useRef(asked);
  useLayoutEffect(() => {
    const kept = asked ? null : (read(key) as KeptColumns | null);
    if (kept || asked !== was.current) setColumns(asked ? columnsFor(spec, asked) : arrange(spec.columns, kept));
    was.current = asked;
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- when another view's columns are asked for
  }, [asked]);
  const store = (next: readonly Column[]) => {
    setColumns([...next]);
    write(
      key,
      next.map(({ key: name, width, hidden = false, pinned = false }) => ({ key: name, width, hidden, pinned })),
    );
  };
  return {
    columns,
    shown: columns.filter(({ hidden }) => !hidden),
    /** Stores the arrangement of the column chooser. */
    choose: store,
    /** Stores the arrangement of the grid: order, widths and pinned columns. */
    move: (kept: readonly { key: string; width: number; pinned: boolean }[]) =>
      store(
        arrange(
          columns,
          kept.map((one) => ({ ...one, hidden: Boolean(columns.find((column) => column.key === one.key)?.hidden) })),
        ),
      ),
    reset: () => {
      remove(key);
      setColumns([...spec.columns]);
    },
  };
}
