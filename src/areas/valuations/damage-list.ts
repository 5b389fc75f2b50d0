import type { Damage } from '#domain/valuations/fields.ts';

/** A damage whose dialog is open: where it stood in the list at that time, null for a new one, and as it was. */
export interface Opened {
  at: number | null;
  damage: Damage;
}

/**
 * The damages as they are now, with the opened one saved as `damage`, or deleted where that is null. Others may have
 * changed the list since: a new one goes to its end, another one is looked up as it was. Null: it is no longer there.
 */
export function listWith(
  now: readonly Damage[],
  { at, damage: was }: Opened,
  damage: Damage | null,
): readonly Damage[] | null {
  const added = damage ? [damage] : [];
  if (at === null) return [...now, ...added];
  const isSame = (one: Damage | undefined) => JSON.stringify(one) === JSON.stringify(was);
  const place = isSame(now[at]) ? at : now.findIndex(isSame);
  return place < 0 ? null : [...now.slice(0, place), ...added, ...now.slice(place + 1)];
}
