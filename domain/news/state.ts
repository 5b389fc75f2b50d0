/** Where a release or a notice stands for its readers. */
export const newsStates = ['draft', 'scheduled', 'shown', 'over', 'withdrawn'] as const;
export type NewsState = (typeof newsStates)[number];

/** The state of a row: withdrawn is what was published once and is a draft again. */
export function newsStateOf(row: {
  draft: boolean;
  publishedAt: string | null;
  /** Whether its time has come, and whether it has passed. */
  hasBegun: boolean;
  hasEnded: boolean;
}): NewsState {
  if (row.draft) return row.publishedAt === null ? 'draft' : 'withdrawn';
  if (row.hasEnded) return 'over';
  return row.hasBegun ? 'shown' : 'scheduled';
}
