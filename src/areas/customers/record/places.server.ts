import type { Customer } from '#domain/customers/schema.ts';
import type { Places } from '#site/parts/customers/places.ts';

/**
 * The municipalities of the customer's postal code and place of birth, for a person who may change the customer. A failed call is left out.
 */
export async function placesIn(call: App.Locals['call'], { cap, birthPlace, mayChange }: Customer): Promise<Places> {
  const asked = mayChange ? [...(cap ? [{ cap }] : []), ...(birthPlace ? [{ name: birthPlace.trim() }] : [])] : [];
  const found = await Promise.all(
    asked.map((query) => call('GET /customers/municipalities', { query }).catch(() => undefined)),
  );
  const known = asked.flatMap((query, at) => Object.entries(query).map(([by, what]) => [`${by}:${what}`, found[at]]));
  return Object.fromEntries(known.filter(([, places]) => places));
}
