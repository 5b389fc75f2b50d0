import { atom } from 'nanostores';
import type { CarPapers } from '#domain/stock/papers.ts';

/** The papers of one car, new or used, and who hears that some are missing; what changes them comes with their dialog. */
export const createPapers = (
  kind: 'used' | 'new',
  id: number,
  { rows }: CarPapers,
  onMissing: (missing: string[]) => void,
) => ({ $rows: atom(rows), area: `/stock/${kind}/:id/papers` as const, params: { id }, onMissing });
export type PapersStore = ReturnType<typeof createPapers>;
