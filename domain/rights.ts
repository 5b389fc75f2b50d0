/** Privileges of which one opens the own records, and privileges of which one opens everybody's. */
export interface Right {
  own: readonly number[];
  all: readonly number[];
  /** Every one of these is wanted beside: two signatures of one person. */
  also?: readonly number[];
  /** Never the own ones, whatever one holds: nobody approves oneself. */
  othersOnly?: boolean;
}

/** Who sees and who changes the records of an area with an owner. */
export interface Rights {
  see: Right;
  change: Right;
  /** Who sees everybody's records while they are stored in a state: each queue has its people. */
  queues?: Readonly<Record<string, readonly number[]>>;
}

const holds = (held: readonly number[], numbers: readonly number[]) => numbers.some((number) => held.includes(number));

/** How far the held numbers reach: everybody's records, the own ones, or none. */
export function reachOf({ own, all, also = [] }: Right, held: readonly number[]): 'all' | 'own' | 'none' {
  if (!also.every((number) => held.includes(number))) return 'none';
  return holds(held, all) ? 'all' : holds(held, own) ? 'own' : 'none';
}

/** May who holds these numbers do it with one record? */
export function covers(right: Right, held: readonly number[], isOwn: boolean): boolean {
  const reach = reachOf(right, held);
  if (isOwn && right.othersOnly) return false;
  return reach === 'all' || (reach === 'own' && isOwn);
}

/** The stored states in which who holds these numbers sees the records of everybody. */
export const queuesOf = ({ queues = {} }: Rights, held: readonly number[]): string[] =>
  Object.keys(queues).filter((state) => holds(held, queues[state]!));

/** May who holds these numbers see one record in its stored state? */
export const sees = (rights: Rights, held: readonly number[], isOwn: boolean, state: string): boolean =>
  covers(rights.see, held, isOwn) || queuesOf(rights, held).includes(state);

/** Every number that opens at least the own records: what the table of endpoints asks before a record is known. */
export const anyOf = ({ own, all }: Right): readonly number[] => [...own, ...all].toSorted((a, b) => a - b);

/** Every number that opens at least some records to see, by their owner or their state. */
export const seers = ({ see, queues = {} }: Rights): readonly number[] =>
  [...new Set([...anyOf(see), ...Object.values(queues).flat()])].toSorted((a, b) => a - b);
