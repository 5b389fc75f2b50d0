import type { WritableAtom } from 'nanostores';
import type { Album, Photo } from '#domain/stock/album-schema.ts';
import { purposes } from '#domain/upload-purposes.ts';
import { call, CallError, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { upload } from '#site/lib/upload.ts';
import { photoWork as words } from '#site/messages/it/used-cars.ts';
import { toast } from '#site/ui/toast.ts';
import type { Sending } from './sending.ts';

const { mostBytes } = purposes.stock_photo;
/** Uploads at a time: the server processes one photo while the next one arrives. */
const AT_ONCE = 2;

interface Shown {
  id: number;
  $album: WritableAtom<Album>;
  $sending: WritableAtom<Readonly<Record<string, Sending>>>;
  onChanged: (album: Album) => void;
}

/**
 * Photos on their way, a few at a time; `keep` takes the album that the server answers. They enter the album in the
 * order in which they were picked, whichever arrives first: `move` brings back the place of one that was tried again.
 */
function sending({
  id,
  $album,
  $sending,
  keep,
  move,
}: Pick<Shown, 'id' | '$album' | '$sending'> & {
  keep: (album: Album) => void;
  move: (photo: number, to: number) => Promise<boolean>;
}) {
  const params = { id };
  let count = 0;
  /** By key: what settles once the photo is in the album, or has failed. */
  const settled = new Map<string, { before: Promise<void>; now: () => void }>();
  /** By key: the photo in the album. */
  const entered = new Map<string, number>();
  let last = Promise.resolve();
  const put = (key: string, one: Sending) => $sending.set({ ...$sending.get(), [key]: one });
  const patch = (key: string, change: Partial<Sending>) => {
    const one = $sending.get()[key];
    if (one) put(key, { ...one, ...change });
  };
  const drop = (key: string) => {
    // Those behind it wait for it no longer.
    settled.get(key)?.now();
    const { [key]: _, ...rest } = $sending.get();
    $sending.set(rest);
  };
  const leaving = (event: Event) => event.preventDefault();

  async function send(key: string): Promise<void> {
    patch(key, { state: 'sending', why: '' });
    try {
      const { file, uploadId } = $sending.get()[key]!;
      const sent =
        uploadId ??
        (await upload('POST /uploads', { purpose: 'stock_photo' }, file, (part) => patch(key, { part }))).id;
      patch(key, { uploadId: sent, part: 1 });
      await settled.get(key)!.before;
      const album = await call('POST /stock/used/:id/photos', { params, body: { uploadId: sent } });
      keep(album);
      drop(key);
      await place(key, album);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const { fields = {} } = error.body;
      // When the uploaded file no longer exists, the next try sends it again.
      patch(key, {
        state: 'failed',
        why: whyOf(error),
        again: !fields.file,
        part: 0,
        ...(fields.uploadId && { uploadId: undefined }),
      });
    }
    settled.get(key)!.now();
    next();
  }
  /** Puts a photo that was tried again before those that were picked after it. */
  async function place(key: string, { photos }: Album): Promise<void> {
    const photo = photos.at(-1)!.id;
    entered.set(key, photo);
    const later = [...entered].flatMap(([other, entry]) => (Number(other) > Number(key) ? [entry] : []));
    const to = $album.get().photos.findIndex((one) => later.includes(one.id));
    if (to >= 0) await move(photo, to);
  }
  function next(): void {
    const all = Object.entries($sending.get());
    const waiting = all.filter(([, { state }]) => state === 'waiting');
    const free = AT_ONCE - all.filter(([, { state }]) => state === 'sending').length;
    for (const [key] of waiting.slice(0, Math.max(0, free))) void send(key);
    const isOpen = all.some(([, { state }]) => state !== 'failed');
    (isOpen ? addEventListener : removeEventListener)('beforeunload', leaving);
  }
  function add(files: readonly File[]): void {
    for (const file of files) {
      const why = file.size > mostBytes ? t(words.tooLarge, { most: mostBytes / 1e6 }) : '';
      const state = why ? 'failed' : 'waiting';
      const key = String((count += 1));
      put(key, { file, state, part: 0, why, again: false });
      if (why) continue;
      const before = last;
      last = new Promise((now) => settled.set(key, { before, now }));
    }
    next();
  }
  function retry(key: string): void {
    patch(key, { state: 'waiting' });
    next();
  }
  return { add, retry, drop };
}

/** Loads, orders and deletes the photos of a car. */
export function createWork({ id, $album, $sending, onChanged }: Shown) {
  const params = { id };
  const keep = (album: Album) => {
    // Answers may arrive in the wrong order; the latest write counts.
    if (album.version < $album.get().version) return;
    $album.set(album);
    onChanged(album);
  };
  /**
   * Applies an edit to the album. If somebody else changed the album meanwhile, it applies the edit to the new version. Returns true when
   * it is saved.
   */
  async function change(edit: (photos: readonly Photo[]) => readonly Photo[]): Promise<boolean> {
    for (let tries = 0; ; tries += 1) {
      const { version, photos } = $album.get();
      const wanted = edit(photos);
      const body = { photos: wanted.map(({ id: photo, note, marks }) => ({ id: photo, note, marks })) };
      try {
        // Shows the edit at once; the server's answer replaces it.
        $album.set({ version, photos: [...wanted] });
        keep(await call('PUT /stock/used/:id/photos', { params, version, body }));
        return true;
      } catch (error) {
        $album.set({ version, photos });
        if (!(error instanceof CallError)) throw error;
        if (error.status === 412 && error.body.current && tries < 2) {
          keep(error.body.current as Album);
          continue;
        }
        void toast(error.message, { kind: 'bad' });
        return false;
      }
    }
  }

  /** Moves a photo to the position `to`, counted from 0. */
  const move = (photo: number, to: number) =>
    change((photos) => {
      const moved = photos.find((one) => one.id === photo);
      const rest = photos.filter((one) => one.id !== photo);
      return moved ? [...rest.slice(0, to), moved, ...rest.slice(to)] : photos;
    });
  const write = (photo: number, patched: Pick<Photo, 'note' | 'marks'>) =>
    change((photos) => photos.map((one) => (one.id === photo ? { ...one, ...patched } : one)));
  async function remove(photo: Photo): Promise<void> {
    const at = $album.get().photos.findIndex((one) => one.id === photo.id);
    if (!(await change((photos) => photos.filter((one) => one.id !== photo.id)))) return;
    const back = () =>
      change((photos) =>
        [...photos.slice(0, at), photo, ...photos.slice(at)].filter(
          (one, i, all) => all.findIndex((each) => each.id === one.id) === i,
        ),
      );
    void toast(words.removed, { kind: 'ok', duration: 8000, action: { label: words.undo, run: () => void back() } });
  }
  return { ...sending({ id, $album, $sending, keep, move }), move, write, remove };
}
