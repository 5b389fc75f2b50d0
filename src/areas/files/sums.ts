import type { FolderRow } from '#domain/files/schema.ts';
import { pathOf } from '#domain/files/tree.ts';

/** Files that stand in each folder and in those within it. */
export function sumsOf(folders: readonly FolderRow[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { id, files } of folders)
    for (const around of pathOf(folders, id)) sums.set(around.id, (sums.get(around.id) ?? 0) + files);
  return sums;
}
