/** Which targets of the month are reached, for rules that pay only then. */
import type { Member } from './team.ts';
import type { Sharer } from '#domain/commissions/earning.ts';
import type { Rule } from '#domain/commissions/matching.ts';
import type { TargetGate } from '#domain/commissions/target-gates.ts';
import type { Reached, Targets } from '../lib/ports/targets.ts';
import type { Ctx } from '../lib/work/context.ts';

/** Of whom a target is: of who sells, or of the place where the sale is made. */
type Whose = { sellerId: number } | { locationId: number };

/** How the month's target stands; null: none is in force. */
export type Gates = (objective: TargetGate, month: string, whose: Whose) => Promise<Reached | null>;
/** How targets stood when they were read. */
export type KnownTargets = Map<string, Reached | null>;

/** Reads each target once, because sales of a month share them; `known` also keeps them over several transactions. */
export const gatesOf =
  (ctx: Ctx, targets: Targets, known: KnownTargets = new Map()): Gates =>
  async (objective, month, whose) => {
    const key = JSON.stringify([objective, month.slice(0, 7), whose]);
    const held = known.get(key);
    if (held !== undefined) return held;
    const read = await targets.reached(ctx, { objective, month, ...whose });
    known.set(key, read);
    return read;
  };

/** Whether a target pays: one of nothing, by which somebody is left out of the month, never does. */
export const isReached = (stands: Reached | null): boolean =>
  stands !== null && stands.target > 0 && stands.done >= stands.target;

/** The targets of a month that rules ask for. */
export const askedBy = (rules: readonly Rule[]): TargetGate[] => [
  ...new Set(rules.flatMap(({ target }) => target ?? [])),
];

export interface People {
  sellers: Sharer[];
  team: Member[];
}

/** By what a sale is reckoned: the rules of the day of its approval, the people of then, and its place. */
export interface Terms {
  rules: readonly Rule[];
  people: People;
  at: { day: string; locationId: number | null };
}

/** The same people as if all of them had reached these targets. */
export function withReached({ sellers, team }: People, reached: readonly TargetGate[]): People {
  const all = <P extends object>(ones: readonly P[]) => ones.map((one) => ({ ...one, reached }));
  return { sellers: all(sellers), team: all(team) };
}

/**
 * The same people with the targets that they have reached in the month of a sale, among those that rules ask for: who sells
 * the own ones, who earns by a role those of the place.
 */
export async function withTargets(
  gates: Gates,
  rules: readonly Rule[],
  people: People,
  { day, locationId }: Terms['at'],
): Promise<People> {
  const asked = askedBy(rules);
  if (asked.length === 0) return people;
  const reachedBy = async (whose: Whose | null) => {
    const reached: TargetGate[] = [];
    for (const objective of asked)
      if (whose !== null && isReached(await gates(objective, day, whose))) reached.push(objective);
    return reached;
  };
  const sellers = [];
  for (const one of people.sellers) sellers.push({ ...one, reached: await reachedBy({ sellerId: one.id }) });
  const ofPlace = await reachedBy(locationId === null ? null : { locationId });
  return { sellers, team: people.team.map((one) => ({ ...one, reached: ofPlace })) };
}
