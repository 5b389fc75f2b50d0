import type { Customer } from '#domain/customers/schema.ts';
import type { Places } from '#site/parts/customers/places.ts';

/** The places that stand in a customer, for who may mend them: of its postal code, and of its place of birth. Without an answer nothing is known. */
export async function placesIn(call: App.Locals['call'], { cap, birthPlace, mayChange }: Customer): Promise<Places> {
  const asked = mayChange ? [...(cap ? [{ cap }] : []), ...(birthPlace ? [{ name: birthPlace.trim() }] : [])] : [];
  const found = await Promise.all(
    asked.map((query) => call('GET /customers/municipalities', { query }).catch(() => undefined)),
  );
  const known = asked.flatMap((query, at) => Object.entries(query).map(([by, what]) => [`${by}:${what}`, found[at]]));
  return Object.fromEntries(known.filter(([, places]) => places));
}
