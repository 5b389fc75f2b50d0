/** What is done with files and folders, one or many: moved, put into the bin, brought back. It loads with the first. */
import { MOST_CHOSEN } from '#domain/files/limits.ts';
import type { Outcome } from '#domain/files/schema.ts';
import { inParts } from '#domain/parts.ts';
import { call, whyOf } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { forms as words } from '#site/messages/it/files-forms.ts';
import { attempt } from '#site/ui/attempt.ts';
import { toast } from '#site/ui/toast.ts';
import { addressOf } from './place.ts';
import { type Chosen, NOTHING, type Viewed } from './view.ts';

/** What became of the parts of something, one after the other; what one of them is refused with ends them, and is said of those that are left. */
async function each<T>(parts: Iterable<T>, work: (part: T) => Promise<Outcome>): Promise<Outcome> {
  const outcome: Outcome = { done: 0, refused: [] };
  try {
    for (const part of parts) {
      const { done, refused } = await work(part);
      outcome.done += done;
      outcome.refused.push(...refused);
    }
  } catch (error) {
    if (outcome.done === 0) throw error;
    outcome.refused.unshift({ name: words.others, message: whyOf(error) });
  }
  return outcome;
}

/** As many at a time as a call takes. */
function partsOf({ files, folders }: Chosen): Chosen[] {
  const [first = [], ...others] = inParts(files, MOST_CHOSEN);
  return [{ files: first, folders }, ...others.map((some) => ({ files: some, folders: [] }))];
}

/** Says what could not be done of many. */
function tell({ done, refused }: Outcome, sentence: string, undo?: () => void): void {
  if (done > 0)
    void toast(sentence, { kind: 'ok', ...(undo && { action: { label: words.undo, run: undo }, duration: 10_000 }) });
  const said = refused.slice(0, 3).map((one) => t(words.notDone, one));
  if (refused.length > said.length) said.push(t(words.notDoneMore, { n: refused.length - said.length }));
  for (const one of said) void toast(one, { kind: 'bad', duration: 10_000 });
}

const put = (chosen: Chosen, to: number | null) =>
  each(partsOf(chosen), (part) => call('POST /files/moves', { body: { ...part, to } }));

/** What is chosen, by where it is now. */
function byPlace({ files, folders }: Chosen, { places, $shown }: Viewed): Map<number | null, Chosen> {
  const all = new Map<number | null, Chosen>();
  const at = (place: number | null) => all.get(place) ?? all.set(place, { files: [], folders: [] }).get(place)!;
  for (const id of files) at(places.get(id) ?? null).files.push(id);
  for (const { id, parentId } of $shown.get().tree.folders) if (folders.includes(id)) at(parentId).folders.push(id);
  return all;
}

/** `view`: what the page shows, where what was done is seen. */
export function changesOf(view: Viewed) {
  const { $shown, $chosen, $cut, read, refresh } = view;
  const move = (chosen: Chosen, folder: number | null) =>
    attempt(async () => {
      const before = byPlace(chosen, view);
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
      const { place } = $shown.get();
      const isGone = chosen.folders.includes(place.folder ?? 0);
      await read({ ...place, file: null, ...(isGone && { folder: null }) });
      history.replaceState(null, '', addressOf($shown.get().place));
    });
  return { move, restore, remove };
}
