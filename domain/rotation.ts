/** Whose turn it is: who takes the next visit or lead that nobody else has a claim on. */

/** Somebody who is present and free now. */
export interface Candidate {
  id: number;
  /** Turns taken since the day began. */
  turns: number;
  /** When the last turn was taken, in milliseconds; null for nobody yet. */
  lastAt: number | null;
  languages: readonly string[];
  /** Makers that the seller sells; none: all. */
  makerIds: readonly number[];
}

export interface Wanted {
  /** Who knows the customer already. */
  ownSellerId: number | null;
  /** A language other than Italian, or null. */
  language: string | null;
  makerId: number | null;
}

/** Why somebody was chosen. Only `turn` uses up a turn: a seller’s own customers cost them no new ones. */
export type By = 'own' | 'language' | 'maker' | 'turn';

const sells =
  (makerId: number | null) =>
  ({ makerIds }: Candidate) =>
    makerId === null || makerIds.length === 0 || makerIds.includes(makerId);

/** Fewest turns first; among equals who waits for longest, then who was created first. */
const order = (a: Candidate, b: Candidate) =>
  a.turns - b.turns || (a.lastAt ?? -Infinity) - (b.lastAt ?? -Infinity) || a.id - b.id;

/**
 * Who takes it, and why: the own seller, else somebody with the language, else somebody who sells the maker, else whose
 * turn it is. A language or maker that nobody free offers is ignored. Null when nobody is free: then it waits for a manager.
 */
export function nextOf(free: readonly Candidate[], wanted: Wanted): { id: number; by: By } | null {
  const own = free.find(({ id }) => id === wanted.ownSellerId);
  if (own) return { id: own.id, by: 'own' };
  const first = (some: readonly Candidate[]) => some.toSorted(order)[0];
  const speaking = free.filter(({ languages }) => wanted.language !== null && languages.includes(wanted.language));
  const fluent = first(speaking.filter(sells(wanted.makerId))) ?? first(speaking);
  if (fluent) return { id: fluent.id, by: 'language' };
  const selling = free.filter(sells(wanted.makerId));
  const next = first(selling) ?? first(free);
  if (!next) return null;
  return { id: next.id, by: selling.length > 0 && selling.length < free.length ? 'maker' : 'turn' };
}

/**
 * The turns credited to somebody who starts later than others or returns from an absence: as many as the person with
 * the fewest has. Without them all new customers would go to that person until the numbers are equal.
 */
export const turnsOnArrival = (own: number, present: readonly Pick<Candidate, 'turns'>[]): number =>
  Math.max(own, present.length === 0 ? 0 : Math.min(...present.map(({ turns }) => turns)));
