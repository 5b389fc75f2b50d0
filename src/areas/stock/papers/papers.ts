import { atom } from 'nanostores';
import type { CarPaper, CarPapers, SavedPaper } from '#domain/stock/papers.ts';
import type { paperFields } from '#domain/stock/paper-fields.ts';
import type { Values } from '#domain/fields.ts';
import { apiPath, call } from '#site/lib/call.ts';
import type { SaveWith } from '#site/ui/record/RecordForm.tsx';

export type PaperInput = Values<typeof paperFields>;

/** The papers of one car, new or used, and the calls that change them. */
export function createPapers(
  kind: 'used' | 'new',
  id: number,
  opened: CarPapers,
  onMissing: (missing: string[]) => void,
) {
  const $rows = atom(opened.rows);
  const area = `/stock/${kind}/:id/papers` as const;
  const params = { id };
  return {
    $rows,
    scanOf: ({ id: paperId }: CarPaper) => apiPath(`GET ${area}/:paperId/scan`, { params: { id, paperId } }),
    save: async (paper: CarPaper | null, body: PaperInput, { version, key }: SaveWith): Promise<SavedPaper> => {
      const now = paper
        ? await call(`PUT ${area}/:paperId`, { params: { id, paperId: paper.id }, version, body })
        : await call(`POST ${area}`, { params, body, key });
      $rows.set([...$rows.get().filter((one) => one.id !== now.id), now].toSorted((a, b) => a.id - b.id));
      onMissing(now.missing);
      return now;
    },
    remove: async ({ id: paperId, version }: CarPaper) => {
      const { missing } = await call(`DELETE ${area}/:paperId`, { params: { id, paperId }, version });
      $rows.set($rows.get().filter((one) => one.id !== paperId));
      onMissing(missing);
    },
  };
}
export type PapersStore = ReturnType<typeof createPapers>;
