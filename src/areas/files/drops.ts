/** Files of the computer that are dropped: onto the page into the open folder, onto a folder of the tree into that one. */
import type { DragEvent } from 'react';
import { files as words } from '#site/messages/it/files.ts';
import { toast } from '#site/ui/toast.ts';
import { entriesOf, hasFolder } from './entries.ts';
import { unseenOf } from './place.ts';
import type { Target } from './sending.ts';
import type { FilesStore } from './store.ts';

export type Add = (files: readonly File[], target: Partial<Target>) => Promise<void>;

/** Whether files of the computer are dragged. Left to itself the browser opens them in the place of the page, so every drop is taken. */
export function overFiles(event: DragEvent): boolean {
  const isFiles = event.dataTransfer.types.includes('Files');
  if (isFiles) event.preventDefault();
  return isFiles;
}

/** Why nothing can be put where it was dropped; null: it can. */
function whyNot({ $shown, mayManage }: FilesStore, onto: number | undefined): string | null {
  if (!mayManage) return words.readOnly;
  return onto === undefined && unseenOf($shown.get()) === 'folder' ? words.dropUnseen : null;
}

/** Takes in what is dropped; `onto`: the folder on which it falls. False: something else was dropped. */
export function takeDrop(event: DragEvent, store: FilesStore, add: Add, onto?: number): boolean {
  if (event.dataTransfer.files.length === 0) return false;
  event.preventDefault();
  event.stopPropagation();
  const refused = whyNot(store, onto);
  const [list, entries] = [[...event.dataTransfer.files], entriesOf(event.dataTransfer)];
  const to = onto ?? store.$shown.get().place.folder;
  if (refused) void toast(refused);
  else if (hasFolder(entries)) void import('./receive.ts').then(({ receive }) => receive(entries, store, add, to));
  else void add(list, to === null ? {} : { folderId: to });
  return true;
}
