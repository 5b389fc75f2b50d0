import type { Values } from '#domain/record/fields.ts';
import type { paperFields } from '#domain/stock/paper-fields.ts';
import type { CarPaper, SavedPaper } from '#domain/stock/papers.ts';
import { call } from '#site/lib/call.ts';
import type { SaveWith } from '#site/ui/record/form/RecordForm.tsx';
import type { PapersStore } from './papers.ts';

export type PaperInput = Values<typeof paperFields>;

/** Saves a paper of a car: a new one, or a change of the version on the screen. */
export async function savePaper(
  { $rows, area, params, onMissing }: PapersStore,
  paper: CarPaper | null,
  body: PaperInput,
  { version, key }: SaveWith,
): Promise<SavedPaper> {
  const now = paper
    ? await call(`PUT ${area}/:paperId`, { params: { ...params, paperId: paper.id }, version, body })
    : await call(`POST ${area}`, { params, body, key });
  $rows.set([...$rows.get().filter((one) => one.id !== now.id), now].toSorted((a, b) => a.id - b.id));
  onMissing(now.missing);
  return now;
}

/** Deletes a paper of a car, provided that it still has the version on the screen. */
export async function removePaper({ $rows, area, params, onMissing }: PapersStore, { id, version }: CarPaper) {
  const { missing } = await call(`DELETE ${area}/:paperId`, { params: { ...params, paperId: id }, version });
  $rows.set($rows.get().filter((one) => one.id !== id));
  onMissing(missing);
}
