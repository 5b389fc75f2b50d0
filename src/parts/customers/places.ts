import { atom } from 'nanostores';
import type { Municipality } from '#domain/customers/schema.ts';
import { call } from '#site/lib/call.ts';

/** Municipalities by query, such as `cap:20121` or `name:Roma`. */
export type Places = Readonly<Record<string, readonly Municipality[]>>;

/** The places found so far. The browser alone writes here; the server passes its own as props. */
export const $places = atom<Places>({});

/** The municipalities of a code or name, of a code those of a day of birth. Each is asked for once; a failed call gives an empty list. */
export async function placesOf(
  by: 'cap' | 'code' | 'name',
  what: string,
  born?: string,
): Promise<readonly Municipality[]> {
  const key = `${by}:${what.trim()}${born ?? ''}`;
  const kept = $places.get()[key];
  if (kept) return kept;
  try {
    const found = await call('GET /customers/municipalities', { query: { [by]: what.trim(), born } });
    $places.set({ ...$places.get(), [key]: found });
    return found;
  } catch {
    return [];
  }
}

/** The municipalities that are known without a call; undefined when nobody has asked yet. */
export const knownPlaces = (known: Places, by: 'cap' | 'name', what: string): readonly Municipality[] | undefined =>
  known[`${by}:${what.trim()}`];
