import { atom } from 'nanostores';
import type { CarPapers } from '#domain/stock/papers.ts';

/** The papers of one car, new or used; `onMissing` hears which are missing. The code that changes them loads with the dialog. */
export const createPapers = (
  kind: 'used' | 'new',
  id: number,
  { rows }: CarPapers,
  onMissing: (missing: string[]) => void,
) => ({ $rows: atom(rows), area: `/stock/${kind}/:id/papers` as const, params: { id }, onMissing });
export type PapersStore = ReturnType<typeof createPapers>;
