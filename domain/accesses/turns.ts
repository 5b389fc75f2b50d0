/** The rotation of a location's sellers over a day: turns that were taken, who came later, and who is proposed to whom. */
import { nextOf, turnsOnArrival, type By, type Candidate } from '../rotation.ts';

/** Minutes after which who waits is served by anybody: nobody is kept free for others any longer. */
export const LONG_WAIT_MINUTES = 20;

/** What is kept of a seller's day. */
export interface Turns {
  id: number;
  turns: number;
  /** When the last visit was taken, in milliseconds. */
  lastAt: number | null;
  /** When a visit was last given to somebody while this seller was at work, in milliseconds. */
  seenAt: number;
}

/**
 * The turns of those who are at work now. Who was not there when the last visit was given has come meanwhile, and
 * begins with as many turns as who has fewest of the others.
 */
export function turnsNow(present: readonly number[], kept: readonly Turns[]): Map<number, Omit<Turns, 'seenAt'>> {
  const last = Math.max(-Infinity, ...kept.map(({ seenAt }) => seenAt));
  const stayed = kept.filter(({ id, seenAt }) => seenAt === last && present.includes(id));
  return new Map(
    present.map((id) => {
      const own = kept.find((one) => one.id === id);
      const turns = stayed.some((one) => one.id === id) ? own!.turns : turnsOnArrival(own?.turns ?? 0, stayed);
      return [id, { id, turns, lastAt: own?.lastAt ?? null }];
    }),
  );
}

/** Somebody who waits. */
export interface Waiting {
  id: number;
  ownSellerId: number | null;
  language: string | null;
  makerId: number | null;
  /** Sellers who gave the visit back or let it pass. */
  refusedBy: readonly number[];
}

export interface Proposal {
  sellerId: number;
  by: By;
}

/**
 * Who is not proposed for a visit: who gave it back or let it pass. Once everybody at work (`atWork`) has, all are
 * proposed again, because somebody waits.
 */
export const refusersOf = (refusedBy: readonly number[], atWork: ReadonlySet<number>): readonly number[] =>
  [...atWork].every((id) => refusedBy.includes(id)) ? [] : refusedBy;

/** Who is proposed for a visit among those who are free, and why; null when nobody is. */
export function proposalFor(
  { ownSellerId, language, makerId, refusedBy }: Waiting,
  free: readonly Candidate[],
): Proposal | null {
  const willing = free.filter(({ id }) => !refusedBy.includes(id));
  const next = nextOf(willing, { ownSellerId, language, makerId });
  return next && { sellerId: next.id, by: next.by };
}

/** Who is kept for whom: free sellers for their own customers, then those who speak a language for who needs it. */
function claimsOf(waiting: readonly Waiting[], free: readonly Candidate[]): Map<number, Waiting> {
  const claims = new Map<number, Waiting>();
  for (const by of ['own', 'language'] as const)
    for (const one of waiting) {
      if ([...claims.values()].includes(one)) continue;
      const found = proposalFor(
        one,
        free.filter(({ id }) => !claims.has(id)),
      );
      if (found?.by === by) claims.set(found.sellerId, one);
    }
  return claims;
}

/**
 * A proposal for each who waits, in their order: a free seller is proposed once. As long as the wait is within its
 * limit, who has an own seller at work (`atWork`) who is busy waits for them, and leaves to the others the sellers who
 * are theirs or speak their language; who waits longer (`isLate`) takes anybody.
 */
export function proposalsFor<W extends Waiting>(
  waiting: readonly W[],
  free: readonly Candidate[],
  atWork: ReadonlySet<number>,
  isLate: (visit: W) => boolean,
): Map<number, Proposal | null> {
  const asked = waiting.map((one) => ({ ...one, refusedBy: refusersOf(one.refusedBy, atWork) }));
  const claims = claimsOf(asked, free);
  const taken = new Set<number>();
  return new Map(
    asked.map((one) => {
      const { id, ownSellerId, refusedBy } = one;
      const late = isLate(one);
      const kept = (sellerId: number) => !late && claims.has(sellerId) && claims.get(sellerId) !== one;
      const left = free.filter((seller) => !taken.has(seller.id) && !kept(seller.id));
      const waits =
        !late &&
        ownSellerId !== null &&
        atWork.has(ownSellerId) &&
        !refusedBy.includes(ownSellerId) &&
        !left.some((seller) => seller.id === ownSellerId);
      const proposal = waits ? null : proposalFor(one, left);
      if (proposal) taken.add(proposal.sellerId);
      return [id, proposal];
    }),
  );
}

/** Why a seller takes a visit: the one who is proposed as they are, anybody else for their own claim or in turn. */
export function reasonOf(visit: Waiting, seller: Candidate, free: readonly Candidate[]): By {
  const proposed = proposalFor(visit, free);
  if (proposed?.sellerId === seller.id) return proposed.by;
  return nextOf([seller], visit)!.by;
}
