import { atom } from 'nanostores';
import type { Album, Photo } from '#domain/stock/album-schema.ts';
import type { createWork } from './album-work.ts';
import type { Sending } from './sending.ts';

/** The photos of one car and its uploads. The code that changes them loads with the first change. */
export function createAlbum(id: number, opened: Album, onChanged: (album: Album) => void) {
  const $album = atom(opened);
  const $sending = atom<Readonly<Record<string, Sending>>>({});
  let work: Promise<ReturnType<typeof createWork>> | undefined;
  const doing = () =>
    (work ??= import('./album-work.ts').then((part) => part.createWork({ id, $album, $sending, onChanged })));
  return {
    $album,
    $sending,
    add: async (files: readonly File[]) => (await doing()).add(files),
    retry: async (key: string) => (await doing()).retry(key),
    drop: async (key: string) => (await doing()).drop(key),
    move: async (photo: number, to: number) => (await doing()).move(photo, to),
    write: async (photo: number, patch: Pick<Photo, 'note' | 'marks'>) => (await doing()).write(photo, patch),
    remove: async (photo: Photo) => (await doing()).remove(photo),
  };
}
export type AlbumStore = ReturnType<typeof createAlbum>;
