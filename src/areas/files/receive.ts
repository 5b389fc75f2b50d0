/** Takes in folders that were dropped: makes those that are missing, and sends each file to its own. */
import { MOST_FOLDER_NAME, MOST_FOLDERS } from '#domain/files/limits.ts';
import { pathOf } from '#domain/files/tree.ts';
import { call } from '#site/lib/call.ts';
import { counted, t } from '#site/lib/intl.ts';
import { sending as words } from '#site/messages/it/files-sending.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { checkDepth, filesOf, missing, MOST_DROPPED, placed } from './dropped.ts';
import type { Target } from './sending.ts';
import type { FilesStore } from './store.ts';

export type Add = (files: readonly File[], target: Partial<Target>) => Promise<void>;

async function make(name: string, parentId: number | null): Promise<number> {
  const body = { name, parentId, roles: null, locationIds: null };
  return (await call('POST /files/folders', { key: crypto.randomUUID(), body })).id;
}

/** `start`: the folder into which they go, null: beside the outermost. Nothing is made where some of it would not fit: too many files or folders, too deep, too long a name, or files that stand in no folder. */
export async function receive(
  entries: readonly FileSystemEntry[],
  store: FilesStore,
  add: Add,
  start: number | null,
): Promise<void> {
  const { place } = store.$shown.get();
  if (start === null && (place.show !== null || place.q)) return void toast(words.openFirst);
  await attempt(async () => {
    const dropped = await filesOf(entries);
    // A line that broke may have left folders behind of which this page has not heard.
    await store.refresh();
    const { folders } = store.$shown.get().tree;
    checkDepth(Math.max(...dropped.map(({ path }) => path.length), 0) + pathOf(folders, start).length);
    if (dropped.length === 0) return void toast(words.nothing);
    if (dropped.length > MOST_DROPPED) throw new Error(t(words.tooMany, { most: counted(MOST_DROPPED) }));
    if (start === null && dropped.some(({ path }) => path.length === 0)) return void toast(words.openFirst);
    const names = await missing(dropped, { folders, start });
    const long = names.find((name) => name.length > MOST_FOLDER_NAME);
    if (long !== undefined) throw new Error(t(words.longName, { most: MOST_FOLDER_NAME, name: long }));
    if (folders.length + names.length > MOST_FOLDERS)
      throw new Error(t(words.manyFolders, { most: counted(MOST_FOLDERS) }));
    const byFolder = await placed(dropped, { folders, start }, make).finally(store.refresh);
    for (const [folderId, files] of byFolder) await add(files, { folderId });
  });
}
