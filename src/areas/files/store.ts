/** What the page of files shows, and where it goes: links are addresses, which are read without loading the page anew. */
import { atom } from 'nanostores';
import { MOST_CHOSEN } from '#domain/files/limits.ts';
import type { Outcome } from '#domain/files/schema.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { files as words } from '#site/messages/it/files.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { addressOf, type Place, placeOf, readShown, type Shown } from './place.ts';

export interface Chosen {
  files: number[];
  folders: number[];
}
export const NOTHING: Chosen = { files: [], folders: [] };
export const sizeOf = ({ files, folders }: Chosen): number => files.length + folders.length;

/** What became of the parts of something, one after the other. */
async function each<T>(parts: Iterable<T>, work: (part: T) => Promise<Outcome>): Promise<Outcome> {
  const outcome: Outcome = { done: 0, refused: [] };
  for (const part of parts) {
    const { done, refused } = await work(part);
    outcome.done += done;
    outcome.refused.push(...refused);
  }
  return outcome;
}

/** As many at a time as a call takes. */
const partsOf = ({ files, folders }: Chosen): Chosen[] =>
  Array.from({ length: Math.max(1, Math.ceil(files.length / MOST_CHOSEN)) }, (_, n) => ({
    files: files.slice(n * MOST_CHOSEN, (n + 1) * MOST_CHOSEN),
    folders: n === 0 ? folders : [],
  }));

/** Says what could not be done of many. */
function tell({ done, refused }: Outcome, sentence: string, undo?: () => void): void {
  if (done > 0)
    void toast(sentence, { kind: 'ok', ...(undo && { action: { label: words.undo, run: undo }, duration: 10_000 }) });
  for (const one of refused.slice(0, 3)) void toast(t(words.notDone, one), { kind: 'bad', duration: 10_000 });
}

export function createFiles(first: Shown, mayManage: boolean) {
  const $shown = atom(first);
  /** Ticked rows. */
  const $chosen = atom<ReadonlySet<number>>(new Set());
  /** Rows have ticks where there is no room for them beside what is read, as on a phone. */
  const $picking = atom(false);
  /** What is cut and waits to be put elsewhere. */
  const $cut = atom<Chosen>(NOTHING);
  let asked = 0;
  /** The folder of each file that was shown: what is cut here is put down where it is not. */
  const stood = new Map<number, number>();
  const note = ({ rows }: Shown) => rows.forEach(({ id, folderId }) => stood.set(id, folderId));
  note(first);

  const read = async (place: Place): Promise<void> => {
    asked += 1;
    const mine = asked;
    const shown = await readShown(call, place, mayManage);
    // Who pressed on meanwhile waits for another place.
    if (mine !== asked) return;
    note(shown);
    const ids = new Set(shown.rows.map(({ id }) => id));
    $chosen.set(new Set([...$chosen.get()].filter((id) => ids.has(id))));
    $shown.set(shown);
  };
  const pick = (picking: boolean) => {
    $picking.set(picking);
    if (!picking) $chosen.set(new Set());
  };
  const refresh = () => read($shown.get().place);
  const go = (place: Place) =>
    attempt(async () => {
      await read(place);
      history.pushState(null, '', addressOf($shown.get().place));
    });
  const byAddress = () => void attempt(() => read(placeOf(location.search)));
  const to = (patch: Partial<Place>): Place => ({ ...$shown.get().place, ...patch });

  /** What is chosen, by where it stands. */
  const standing = ({ files, folders }: Chosen): Map<number | null, Chosen> => {
    const { tree } = $shown.get();
    const parentOf = (folder: number) => tree.folders.find(({ id }) => id === folder)?.parentId ?? null;
    const all = new Map<number | null, Chosen>();
    const at = (place: number | null) => all.get(place) ?? all.set(place, { files: [], folders: [] }).get(place)!;
    for (const id of files) at(stood.get(id) ?? null).files.push(id);
    for (const id of folders) at(parentOf(id)).folders.push(id);
    return all;
  };
  const put = (chosen: Chosen, to: number | null) =>
    each(partsOf(chosen), (part) => call('POST /files/moves', { body: { ...part, to } }));
  const move = (chosen: Chosen, folder: number | null) =>
    attempt(async () => {
      const before = standing(chosen);
      const outcome = await put(chosen, folder);
      const back = () =>
        attempt(async () => {
          tell(await each(before, ([place, some]) => put(some, place)), words.movedBack);
          await refresh();
        });
      tell(outcome, t(words.moved, { n: outcome.done }), () => void back());
      $chosen.set(new Set());
      $cut.set(NOTHING);
      await refresh();
    });
  const restore = (chosen: Chosen, folder: number | null) =>
    attempt(async () => {
      const outcome = await each(partsOf(chosen), (part) =>
        call('POST /files/restored', { body: { ...part, to: folder } }),
      );
      tell(outcome, t(words.restored, { n: outcome.done }));
      $chosen.set(new Set());
      await refresh();
    });
  const remove = (chosen: Chosen) =>
    attempt(async () => {
      const outcome = await each(partsOf(chosen), (part) => call('POST /files/bin', { body: part }));
      tell(outcome, t(words.removed, { n: outcome.done }), () => void restore(chosen, null));
      $chosen.set(new Set());
      await read(to({ file: null, ...(chosen.folders.includes($shown.get().place.folder ?? 0) && { folder: null }) }));
    });

  return { $shown, $chosen, $picking, $cut, mayManage, pick, refresh, go, to, byAddress, move, remove, restore };
}
export type FilesStore = ReturnType<typeof createFiles>;
