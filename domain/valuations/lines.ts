/** A figure with the lines that make it up; cents. */
export interface Line {
  label: string;
  amount: number;
}
export interface Lines {
  lines: Line[];
  /** The sum of the lines, never below zero. */
  total: number;
}

/** Sums the lines. Lines of 0 are left out, except the first; a line of its own says when the sum would be negative. */
export function summed([first, ...rest]: readonly [Line, ...Line[]]): Lines {
  const lines = [first, ...rest.filter(({ amount }) => amount !== 0)];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (total >= 0) return { lines, total };
  return { lines: [...lines, { label: 'Non meno di zero', amount: -total }], total: 0 };
}
