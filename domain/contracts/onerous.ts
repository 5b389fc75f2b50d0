/** The most letters by which a condition is named. */
const MOST = 60;

/**
 * The conditions that are approved apart, each number with the words by which its condition begins: who approves them is told
 * what of (Civil Code, art. 1341), and who lists them counts no lines.
 */
export function namedConditions({ clauses, onerous }: { clauses: string; onerous: string }): string {
  const lines = clauses.split('\n').filter((line) => line.trim());
  return onerous.replace(/\d+/g, (n) =>
    [n, lines[Number(n) - 1]?.split('.')[0]?.trim().slice(0, MOST)].filter(Boolean).join(' '),
  );
}
