import { expect, test } from 'vitest';
import type { FolderRow } from '#domain/files/schema.ts';
import { filesOf, missing, placed } from '#site/areas/files/dropped.ts';

/** A file or folder as a browser tells of it: what stands in a folder comes in parts. */
const fileEntry = (name: string): FileSystemFileEntry => ({
  name,
  isFile: true,
  isDirectory: false,
  fullPath: name,
  filesystem: { name: '', root: folderEntry('', []) },
  getParent: () => {},
  file: (done) => done(new File(['x'], name)),
});
function folderEntry(name: string, parts: readonly FileSystemEntry[][]): FileSystemDirectoryEntry {
  const entry: FileSystemDirectoryEntry = {
    name,
    isFile: false,
    isDirectory: true,
    fullPath: name,
    get filesystem() {
      return { name: '', root: entry };
    },
    getParent: () => {},
    getFile: () => {},
    getDirectory: () => {},
    createReader: () => {
      const left = [...parts, []];
      return { readEntries: (done) => done(left.shift() ?? []) };
    },
  };
  return entry;
}
const folder = (id: number, name: string, parentId: number | null): FolderRow => ({ id, name, parentId, version: 1, files: 0, roles: null, locationIds: null }); // prettier-ignore

test('a dropped folder keeps its tree: what is there takes in the rest, what is missing is made once', async () => {
  const inner = folderEntry('Marzo', [[fileEntry('b.pdf')], [fileEntry('c.pdf')]]);
  const dropped = await filesOf([
    folderEntry('listini', [[fileEntry('a.pdf'), fileEntry('.DS_Store'), fileEntry('Thumbs.db')], [inner]]),
    fileEntry('d.pdf'),
  ]);
  expect(dropped.map(({ path, file }) => [...path, file.name].join('/'))).toEqual([
    'listini/a.pdf',
    'listini/Marzo/b.pdf',
    'listini/Marzo/c.pdf',
    'd.pdf',
  ]);
  const made: [string, number | null][] = [];
  const byFolder = await placed(dropped, { folders: [folder(7, 'Vendite', null), folder(8, 'Listini', 7), folder(9, 'Marzo', null)], start: 7 }, async (name, parentId) => { made.push([name, parentId]); return 20; }); // prettier-ignore
  expect(made).toEqual([['Marzo', 8]]);
  const names = [...byFolder].map(([id, files]) => [id, files.map(({ name }) => name)]);
  expect(names).toEqual([[8, ['a.pdf']], [20, ['b.pdf', 'c.pdf']], [7, ['d.pdf']]]); // prettier-ignore
});

/** A folder in a folder, this many of them, around a file. */
const nested = (depth: number): FileSystemEntry =>
  depth === 0 ? fileEntry('a.pdf') : folderEntry(`L${depth}`, [[nested(depth - 1)]]);

test.each([7, 8, 12])('%i folders one in another are refused, never left out', async (depth) => {
  await expect(filesOf([folderEntry('Altre', [[fileEntry('b.pdf')]]), nested(depth)])).rejects.toThrow(/6 livelli/);
  await expect(filesOf([nested(6)])).resolves.toHaveLength(1);
});

test('folders still to be made are known before the first is made, whichever way names are written', async () => {
  const dropped = await filesOf([
    folderEntry('listini ', [[folderEntry('Marzo', [[fileEntry('a.pdf')]]), folderEntry('MARZO', [[fileEntry('b.pdf')]])]]),
  ]); // prettier-ignore
  expect(await missing(dropped, { folders: [folder(8, 'Listini', null)], start: null })).toEqual(['Marzo']);
});
