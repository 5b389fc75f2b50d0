/** What the page of files shows at the moment, and what of it is chosen. */
import { atom } from 'nanostores';
import { call } from '#site/lib/call.ts';
import { type Place, readShown, type Shown } from './place.ts';

export interface Chosen {
  files: number[];
  folders: number[];
}
export const NOTHING: Chosen = { files: [], folders: [] };
export const sizeOf = ({ files, folders }: Chosen): number => files.length + folders.length;

export function view(first: Shown, mayManage: boolean) {
  const $shown = atom(first);
  /** Ticked rows. */
  const $chosen = atom<ReadonlySet<number>>(new Set());
  /** What is cut and waits to be put elsewhere. */
  const $cut = atom<Chosen>(NOTHING);
  /** The folder of each file that was shown: what is cut in one is put down where it is not shown any more. */
  const places = new Map<number, number>();
  const note = ({ rows }: Shown) => rows.forEach(({ id, folderId }) => places.set(id, folderId));
  note(first);
  let asked = 0;

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
  return { $shown, $chosen, $cut, places, read, refresh: () => read($shown.get().place) };
}
export type Viewed = ReturnType<typeof view>;
