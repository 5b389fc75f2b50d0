/** Privileges of which one opens the own records, and privileges of which one opens everybody's. */
export interface Right {
  own: readonly number[];
  all: readonly number[];
  /** Never the own ones, whatever one holds: nobody approves oneself. */
  othersOnly?: boolean;
}

/** Who sees and who changes the records of an area with an owner. */
export interface Rights {
  see: Right;
  change: Right;
}

const holds = (held: readonly number[], numbers: readonly number[]) => numbers.some((number) => held.includes(number));

/** How far the held numbers reach: everybody's records, the own ones, or none. */
export const reachOf = ({ own, all }: Right, held: readonly number[]): 'all' | 'own' | 'none' =>
  holds(held, all) ? 'all' : holds(held, own) ? 'own' : 'none';

/** May who holds these numbers do it with one record? */
export function covers(right: Right, held: readonly number[], isOwn: boolean): boolean {
  const reach = reachOf(right, held);
  if (isOwn && right.othersOnly) return false;
  return reach === 'all' || (reach === 'own' && isOwn);
}

/** Every number that opens at least the own records: what the table of endpoints asks before a record is known. */
export const anyOf = ({ own, all }: Right): readonly number[] => [...own, ...all].toSorted((a, b) => a - b);
