/** What the page of files shows, and where it goes: links are addresses, which are read without loading the page anew. */
import { atom } from 'nanostores';
import { attempt } from '#site/ui/attempt.ts';
import { addressOf, type Place, placeOf, type Shown } from './place.ts';
import { type Chosen, view } from './view.ts';

export function createFiles(first: Shown, mayManage: boolean) {
  const viewed = view(first, mayManage);
  const { $shown, $chosen, read } = viewed;
  /** Rows have ticks where there is no room for them beside what is read, as on a phone. */
  const $picking = atom(false);
  const pick = (picking: boolean) => {
    $picking.set(picking);
    if (!picking) $chosen.set(new Set());
  };
  const go = (place: Place) =>
    attempt(async () => {
      await read(place);
      history.pushState(null, '', addressOf($shown.get().place));
    });
  const byAddress = () => void attempt(() => read(placeOf(location.search)));
  const changes = () => import('./change.ts').then(({ changesOf }) => changesOf(viewed));
  return {
    ...viewed,
    $picking,
    mayManage,
    pick,
    go,
    byAddress,
    move: async (chosen: Chosen, folder: number | null) => (await changes()).move(chosen, folder),
    restore: async (chosen: Chosen, folder: number | null) => (await changes()).restore(chosen, folder),
    remove: async (chosen: Chosen) => (await changes()).remove(chosen),
  };
}
export type FilesStore = ReturnType<typeof createFiles>;
