/** Lines of the ledger of commissions (rules.md §11). */

/** What a line is. */
export const entryKinds = {
  earned: 'Maturata',
  restated: 'Ricalcolo',
  reversed: 'Storno',
  spiff: 'Premio',
  manual: 'Riga manuale',
} as const;
export type EntryKind = keyof typeof entryKinds;

/** Lines that a statement shows at once. */
export const LINES_OF_PAGE = 500;

interface Line {
  id: number;
  kind: EntryKind;
  amount: number;
  reversesId: number | null;
}

/** Lines of a sale that no other one takes back. */
export const liveOf = <T extends Line>(lines: readonly T[]): T[] => {
  const taken = new Set(lines.map(({ reversesId }) => reversesId));
  return lines.filter(({ id, kind }) => kind !== 'reversed' && !taken.has(id));
};

/** What lines add up to: what was earned, what was taken back, and both; cents. */
export function sumsOf(lines: readonly Pick<Line, 'amount'>[]): { earned: number; taken: number; total: number } {
  const sum = (of: (amount: number) => boolean) =>
    lines.reduce((total, { amount }) => (of(amount) ? total + amount : total), 0);
  const [earned, taken] = [sum((amount) => amount > 0), sum((amount) => amount < 0)];
  return { earned, taken, total: earned + taken };
}
