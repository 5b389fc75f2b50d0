/** A figure with the lines that make it; cents. */
export interface Line {
  label: string;
  amount: number;
}
export interface Lines {
  lines: Line[];
  /** The sum of the lines, never below zero. */
  total: number;
}

/** Lines that are nothing are left out but the first; what would be below zero says so in a line of its own. */
export function summed([first, ...rest]: readonly [Line, ...Line[]]): Lines {
  const lines = [first, ...rest.filter(({ amount }) => amount !== 0)];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (total >= 0) return { lines, total };
  return { lines: [...lines, { label: 'Non meno di zero', amount: -total }], total: 0 };
}
