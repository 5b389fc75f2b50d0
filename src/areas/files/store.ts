/** What the page of files shows, and where it goes: links are addresses, which are read without loading the page anew. */
import { atom } from 'nanostores';
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

  const read = async (place: Place): Promise<void> => {
    asked += 1;
    const mine = asked;
    const shown = await readShown(call, place, mayManage);
    // Who pressed on meanwhile waits for another place.
    if (mine !== asked) return;
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

  const move = (chosen: Chosen, folder: number | null) =>
    attempt(async () => {
      const from = $shown
        .get()
        .rows.filter(({ id }) => chosen.files.includes(id))
        .map(({ folderId }) => folderId);
      const outcome = await call('POST /files/moves', { body: { ...chosen, to: folder } });
      const back = new Set(from).size === 1 && chosen.folders.length === 0 ? from[0]! : null;
      tell(outcome, t(words.moved, { n: outcome.done }), back === null ? undefined : () => void move(chosen, back));
      $chosen.set(new Set());
      $cut.set(NOTHING);
      await refresh();
    });
  const restore = (chosen: Chosen, folder: number | null) =>
    attempt(async () => {
      const outcome = await call('POST /files/restored', { body: { ...chosen, to: folder } });
      tell(outcome, t(words.restored, { n: outcome.done }));
      $chosen.set(new Set());
      await refresh();
    });
  const remove = (chosen: Chosen) =>
    attempt(async () => {
      const outcome = await call('POST /files/bin', { body: chosen });
      tell(outcome, t(words.removed, { n: outcome.done }), () => void restore(chosen, null));
      $chosen.set(new Set());
      await read(to({ file: null, ...(chosen.folders.includes($shown.get().place.folder ?? 0) && { folder: null }) }));
    });

  return { $shown, $chosen, $picking, $cut, mayManage, pick, refresh, go, to, byAddress, move, remove, restore };
}
export type FilesStore = ReturnType<typeof createFiles>;
