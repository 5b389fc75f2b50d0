/** Files of the computer that are dropped: onto the page into the open folder, onto a folder of the tree into that one. */
import { files as words } from '#site/messages/it/files.ts';
import { sending as texts } from '#site/messages/it/files-sending.ts';
import { toast } from '#site/ui/toast.ts';
import { entriesOf, hasFolder } from './entries.ts';
import { unseenOf } from './place.ts';
import { type Add, receive } from './receive.ts';
import type { FilesStore } from './store.ts';

/** The element onto which something falls: Firefox names the text inside it. */
const partOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target : (target as Node).parentElement;

/** The folder of the tree onto which something falls; null: none. */
function folderAt(target: EventTarget | null): number | null {
  const branch = partOf(target)?.closest<HTMLElement>('[data-folder]');
  return branch ? Number(branch.dataset['folder']) : null;
}

/** Takes what is dropped until it is stopped: left to itself the browser opens it in the place of the page. */
export function listenDrops(store: FilesStore, add: Add): () => void {
  const over = (event: DragEvent) => event.dataTransfer?.types.includes('Files') && event.preventDefault();
  const drop = (event: DragEvent) => {
    const { dataTransfer: data, target, defaultPrevented } = event;
    if (!data || data.files.length === 0 || defaultPrevented) return;
    event.preventDefault();
    if (partOf(target)?.closest('dialog')) return;
    const [list, entries] = [[...data.files], entriesOf(data)];
    const shown = store.$shown.get();
    const onto = folderAt(target);
    const to = onto ?? shown.place.folder;
    if (!store.mayManage) void toast(texts.readOnly);
    else if (onto === null && unseenOf(shown) === 'folder') void toast(texts.unseen);
    else if (hasFolder(entries)) void receive(entries, store, add, to);
    else if (to === null) void toast(words.openHere);
    else void add(list, { folderId: to });
  };
  document.addEventListener('dragover', over);
  document.addEventListener('drop', drop);
  return () => {
    document.removeEventListener('dragover', over);
    document.removeEventListener('drop', drop);
  };
}
