/** Privileges for one's own records, and privileges for everybody's; one of a list is enough. */
export interface Right {
  own: readonly number[];
  all: readonly number[];
  /** All of these are required in addition. */
  also?: readonly number[];
  /** Never for one's own records: nobody may approve their own requests, nor by a token (`isBehind` in machine.ts). */
  othersOnly?: boolean;
}

/** Who sees and who changes the records of an area with an owner. */
export interface Rights {
  see: Right;
  change: Right;
  /** Privileges for seeing everybody's records while they are in a stored state, for people who work on a queue. */
  queues?: Readonly<Record<string, readonly number[]>>;
}

const holds = (held: readonly number[], numbers: readonly number[]) => numbers.some((number) => held.includes(number));

/** How far the held privileges reach: everybody's records, one's own, or none. */
export function reachOf({ own, all, also = [] }: Right, held: readonly number[]): 'all' | 'own' | 'none' {
  if (!also.every((number) => held.includes(number))) return 'none';
  return holds(held, all) ? 'all' : holds(held, own) ? 'own' : 'none';
}

/** Whether a person with these privileges may do it with one record. */
export function covers(right: Right, held: readonly number[], isOwn: boolean): boolean {
  const reach = reachOf(right, held);
  if (isOwn && right.othersOnly) return false;
  return reach === 'all' || (reach === 'own' && isOwn);
}

/** The stored states in which a person with these privileges sees everybody's records. */
export const queuesOf = ({ queues = {} }: Rights, held: readonly number[]): string[] =>
  Object.keys(queues).filter((state) => holds(held, queues[state]!));

/** Whether a person with these privileges may see one record in its stored state. */
export const sees = (rights: Rights, held: readonly number[], isOwn: boolean, state: string): boolean =>
  covers(rights.see, held, isOwn) || queuesOf(rights, held).includes(state);

/** Every privilege for at least one's own records: what the table of endpoints checks before the record is known. */
export const anyOf = ({ own, all }: Right): readonly number[] => [...own, ...all].toSorted((a, b) => a - b);

/** Every privilege for seeing at least some records, by their owner or their state. */
export const seers = ({ see, queues = {} }: Rights): readonly number[] =>
  [...new Set([...anyOf(see), ...Object.values(queues).flat()])].toSorted((a, b) => a - b);
