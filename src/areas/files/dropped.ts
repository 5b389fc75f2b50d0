/** Folders that are dropped from the computer, with all that stands in them: their tree is kept. */
import { MOST_DEPTH } from '#domain/files/limits.ts';
import type { FolderRow } from '#domain/files/schema.ts';
import { t } from '#site/lib/intl.ts';
import { sending as words } from '#site/messages/it/files-sending.ts';
import { isFolder } from './entries.ts';

/** A file with the names of the folders around it, the outermost first. */
export interface Dropped {
  path: readonly string[];
  file: File;
}

/** The most files that are dropped at once. */
export const MOST_DROPPED = 1000;
/** What systems write into folders by themselves. */
const isOfSystem = (name: string) => name.startsWith('.') || /^(thumbs\.db|desktop\.ini)$/i.test(name);

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;

/** What stands in a folder: browsers tell it in parts. */
async function within(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (part.length === 0) return all;
    all.push(...part);
  }
}

/** Throws where folders stand in more others than they may. */
export function checkDepth(depth: number): void {
  if (depth > MOST_DEPTH) throw new Error(t(words.tooDeep, { most: MOST_DEPTH }));
}

/** The files of these entries, at most one more than may be dropped; throws at a folder that is nested too deep. */
export async function filesOf(entries: readonly FileSystemEntry[], path: readonly string[] = []): Promise<Dropped[]> {
  const found: Dropped[] = [];
  for (const entry of entries) {
    if (found.length > MOST_DROPPED) break;
    if (isOfSystem(entry.name)) continue;
    if (isFile(entry)) {
      const file = await new Promise<File>((done, failed) => entry.file(done, failed));
      found.push({ path, file });
    } else if (isFolder(entry)) {
      checkDepth(path.length + 1);
      found.push(...(await filesOf(await within(entry), [...path, entry.name.trim().normalize()])));
    }
  }
  return found;
}

/** Systems write an accent with its letter or behind it: it is the same name. */
const plain = (name: string) => name.normalize().toLocaleLowerCase('it');
const same = (a: string, b: string) => plain(a) === plain(b);

/** The folders that are there, and the one onto which files are dropped; null: none. */
interface Where {
  folders: readonly FolderRow[];
  start: number | null;
}

/**
 * The files by the folder in which each one comes to stand: a folder that is there already takes in what is dropped, others
 * are made by `make`.
 */
export async function placed(
  dropped: readonly Dropped[],
  { folders, start }: Where,
  make: (name: string, parentId: number | null) => Promise<number>,
): Promise<Map<number, File[]>> {
  const known = new Map<string, number | null>([['[]', start]]);
  const folderOf = async (path: readonly string[]): Promise<number | null> => {
    const key = JSON.stringify(path).toLocaleLowerCase('it');
    const held = known.get(key);
    if (held !== undefined) return held;
    const [parentId, name] = [await folderOf(path.slice(0, -1)), path.at(-1)!];
    const there = folders.find((folder) => folder.parentId === parentId && same(folder.name, name));
    const id = there?.id ?? (await make(name, parentId));
    known.set(key, id);
    return id;
  };
  const all = new Map<number, File[]>();
  for (const { path, file } of dropped) {
    const id = await folderOf(path);
    if (id !== null) all.set(id, [...(all.get(id) ?? []), file]);
  }
  return all;
}

/** The names of the folders that are still to be made. */
export async function missing(dropped: readonly Dropped[], where: Where): Promise<string[]> {
  const names: string[] = [];
  await placed(dropped, where, (name) => Promise.resolve(-names.push(name)));
  return names;
}
