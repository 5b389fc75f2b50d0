import { useStore } from '@nanostores/react';
import { type DragEvent, useState } from 'react';
import type { FolderRow } from '#domain/files/schema.ts';
import { pathOf } from '#domain/files/tree.ts';
import { files as words } from '#site/messages/it/files.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { toast } from '#site/ui/toast.ts';
import { FolderIcon } from './FolderIcon.tsx';
import { carried, carry, Go } from './Go.tsx';
import { SpaceUsed } from './SpaceUsed.tsx';
import type { FilesStore } from './store.ts';
import { sumsOf } from './sums.ts';

/** What is dropped onto a folder goes into it; `to` null: a folder comes to stand beside the outermost. */
function useDrop(store: FilesStore, to: number | null) {
  const [isOver, setOver] = useState(false);
  const onDragOver = (event: DragEvent) => {
    if (!store.mayManage || !event.dataTransfer.types.includes('application/x-files')) return;
    event.preventDefault();
    setOver(true);
  };
  const onDrop = (event: DragEvent) => {
    setOver(false);
    const chosen = carried(event);
    if (!chosen || chosen.folders.some((id) => id === to)) return;
    event.preventDefault();
    event.stopPropagation();
    if (to === null && chosen.files.length > 0) void toast(words.openHere);
    else void store.move(chosen, to);
  };
  return { isOver, events: { onDragOver, onDragLeave: () => setOver(false), onDrop } };
}

/** A folder in the tree, onto which files and folders are dropped. */
function Branch({
  store,
  folder,
  depth,
  sums,
}: {
  store: FilesStore;
  folder: FolderRow;
  depth: number;
  sums: Map<number, number>;
}) {
  const { tree, place } = useStore(store.$shown);
  const { isOver, events } = useDrop(store, folder.id);
  const children = tree.folders.filter(({ parentId }) => parentId === folder.id);
  const isAround = pathOf(tree.folders, place.folder).some(({ id }) => id === folder.id);
  const [opened, setOpened] = useState<boolean | null>(null);
  const isOpen = opened ?? isAround;
  return (
    <li>
      <span
        className={`files-branch depth-${depth}${isOver ? ' over' : ''}`}
        data-folder={folder.id}
        draggable={store.mayManage}
        onDragStart={(event) => carry(event, { files: [], folders: [folder.id] })}
        {...events}
      >
        {children.length > 0 ? (
          <button
            type="button"
            className="files-fold"
            aria-expanded={isOpen}
            aria-label={folder.name}
            onClick={() => setOpened(!isOpen)}
          />
        ) : (
          <span />
        )}
        <Go store={store} patch={{ folder: folder.id }} current={place.folder === folder.id && !place.q && !place.show}>
          <FolderIcon />
          <span>{folder.name}</span>
          {(folder.roles ?? folder.locationIds) && <Icon name="eye-off" size={13} label={words.narrow} />}
          <small>{sums.get(folder.id) ?? 0}</small>
        </Go>
      </span>
      {isOpen && children.length > 0 && (
        <ul>
          {children.map((child) => (
            <Branch key={child.id} store={store} folder={child} depth={depth + 1} sums={sums} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Folders on the left, with what is to be read, the bin, and the space. */
export function Tree({ store, onNew }: { store: FilesStore; onNew: () => void }) {
  const { tree, place } = useStore(store.$shown);
  const { folders, space, toRead, binned } = tree;
  const sums = sumsOf(folders);
  const all = folders.reduce((sum, { files }) => sum + files, 0);
  const isAll = place.folder === null && !place.show && !place.q;
  const { isOver, events } = useDrop(store, null);
  return (
    <nav className="files-tree" aria-label={words.folders}>
      {store.mayManage && (
        <button type="button" className="btn" onClick={onNew}>
          <Icon name="plus" size={16} />
          {words.newFolder}
        </button>
      )}
      <div className="files-branches">
        <ul>
          <li className={`files-branch depth-0${isOver ? ' over' : ''}`} {...events}>
            <span />
            <Go store={store} patch={{ folder: null }} current={isAll}>
              <FolderIcon />
              <span>{words.all}</span>
              <small>{all}</small>
            </Go>
          </li>
          {folders
            .filter(({ parentId }) => parentId === null)
            .map((folder) => (
              <Branch key={folder.id} store={store} folder={folder} depth={0} sums={sums} />
            ))}
        </ul>
        <ul className="files-others">
          <li className="files-branch depth-0">
            <span />
            <Go store={store} patch={{ folder: null, show: 'toRead' }} current={place.show === 'toRead'}>
              <Icon name="eye" size={16} />
              <span>{words.toRead}</span>
              <small>{toRead}</small>
            </Go>
          </li>
          {binned !== null && (
            <li className="files-branch depth-0">
              <span />
              <Go store={store} patch={{ folder: null, show: 'bin' }} current={place.show === 'bin'}>
                <Icon name="trash-2" size={16} />
                <span>{words.bin}</span>
                <small>{binned}</small>
              </Go>
            </li>
          )}
          <li className="files-branch depth-0">
            <span />
            <a href="/files">
              <FolderIcon />
              <span>{words.network}</span>
            </a>
          </li>
        </ul>
      </div>
      {space && <SpaceUsed space={space} />}
    </nav>
  );
}
