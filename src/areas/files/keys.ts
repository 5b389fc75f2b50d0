import { t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { forms } from '#site/messages/it/files-forms.ts';
import { toast } from '#site/ui/toast.ts';
import { listenDrops } from './drops.ts';
import type { Add } from './receive.ts';
import type { SendingStore } from './sending.ts';
import type { FilesStore } from './store.ts';
import { sizeOf } from './view.ts';

/** Until it is stopped, files that are dropped are taken in, Ctrl X and Ctrl V move what is ticked, Canc deletes it; while files are on their way the page asks before it is left. */
export function listen(store: FilesStore, sending: Pick<SendingStore, 'guard'> | null, add: Add): () => void {
  const stop = listenDrops(store, add);
  const press = (event: KeyboardEvent) => {
    const at = event.target as HTMLElement;
    const isTyping =
      at.matches('input:not([type=checkbox]), textarea, select, [contenteditable]') || at.closest('dialog');
    if (isTyping || !store.mayManage) return;
    const { place } = store.$shown.get();
    const chosen = { files: [...store.$chosen.get()], folders: [] };
    const isControl = event.ctrlKey || event.metaKey;
    if (isControl && event.key === 'x' && sizeOf(chosen) > 0 && place.show !== 'bin') {
      store.$cut.set(chosen);
      void toast(t(forms.cut, { n: sizeOf(chosen) }));
    } else if (isControl && event.key === 'v' && sizeOf(store.$cut.get()) > 0) {
      if (place.folder === null) void toast(words.openHere);
      else void store.move(store.$cut.get(), place.folder);
    } else if (event.key === 'Delete' && sizeOf(chosen) > 0 && place.show !== 'bin') void store.remove(chosen);
    else return;
    event.preventDefault();
  };
  const leave = (event: BeforeUnloadEvent) => sending?.guard(event);
  document.addEventListener('keydown', press);
  addEventListener('beforeunload', leave);
  return () => {
    stop();
    document.removeEventListener('keydown', press);
    removeEventListener('beforeunload', leave);
  };
}
