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

/** What says where a line of a statement belongs. */
interface OfSale {
  kind: EntryKind;
  contractId: number | null;
  earns: string;
  trigger: string | null;
  reverses: string | null;
  amount: number;
}

/** A line of a statement with its corrections: the last of `steps` says by what it is reckoned now. */
export interface Corrected<T> {
  steps: readonly [T, ...T[]];
  /** What they add up to. */
  amount: number;
}

/**
 * Lines of a statement, in their order, each with what corrected it in the same month. What a sale takes back stands by
 * itself, and what is earned after that begins anew.
 */
export function withCorrections<T extends OfSale>(lines: readonly T[]): Corrected<T>[] {
  const rows: [T, ...T[]][] = [];
  const last = new Map<string, [T, ...T[]]>();
  for (const line of lines) {
    const key = [line.contractId, line.earns, line.trigger].join(' ');
    const row = line.contractId === null ? undefined : last.get(key);
    const [first] = row ?? [];
    const isBack = line.kind === 'reversed';
    const goesOn = first && line.kind !== 'earned' && isBack === (first.kind === 'reversed') && (!isBack || first.reverses === line.reverses); // prettier-ignore
    if (goesOn) row!.push(line);
    else {
      const begun: [T] = [line];
      rows.push(begun);
      last.set(key, begun);
    }
  }
  return rows.map((steps) => ({ steps, amount: steps.reduce((sum, { amount }) => sum + amount, 0) }));
}

/** What lines add up to: what was earned, what was taken back, and both; cents. */
export function sumsOf(lines: readonly Pick<Line, 'amount'>[]): { earned: number; taken: number; total: number } {
  const sum = (of: (amount: number) => boolean) =>
    lines.reduce((total, { amount }) => (of(amount) ? total + amount : total), 0);
  const [earned, taken] = [sum((amount) => amount > 0), sum((amount) => amount < 0)];
  return { earned, taken, total: earned + taken };
}
