import type { DragEvent, ReactNode } from 'react';
import { addressOf, type Place, START } from './place.ts';
import type { FilesStore } from './store.ts';
import type { Chosen } from './view.ts';

/** A link to another place of the page: read at once, with an address of its own in a new tab. */
export function Go({
  store,
  patch,
  current,
  className,
  children,
}: {
  store: FilesStore;
  /** Where it leads; what is not said is as at the start. */
  patch: Partial<Place>;
  current?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const place = { ...START, sort: store.$shown.get().place.sort, ...patch };
  return (
    <a
      href={addressOf(place)}
      className={className}
      draggable={false}
      aria-current={current ? 'page' : undefined}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void store.go(place);
      }}
    >
      {children}
    </a>
  );
}

const KIND = 'application/x-files';

/** What is dragged from a row or a folder. */
export function carry(event: DragEvent, chosen: Chosen): void {
  event.stopPropagation();
  event.dataTransfer.setData(KIND, JSON.stringify(chosen));
  event.dataTransfer.effectAllowed = 'move';
}

/** What is dropped; null: something else, such as files of the computer. */
export function carried(event: DragEvent): Chosen | null {
  const text = event.dataTransfer.getData(KIND);
  return text ? (JSON.parse(text) as Chosen) : null;
}
