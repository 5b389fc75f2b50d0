import { atom } from 'nanostores';
import type { Municipality } from '#domain/customers/schema.ts';
import { call } from '#site/lib/call.ts';

/** Municipalities by what they were asked for, `cap:20121` or `name:Roma`. */
export type Places = Readonly<Record<string, readonly Municipality[]>>;

/** As the server knew them; written in the browser only. */
export const $places = atom<Places>({});

/** Asks once for each code or name; without an answer nothing is known. */
export async function placesOf(by: 'cap' | 'code' | 'name', what: string): Promise<readonly Municipality[]> {
  const key = `${by}:${what.trim()}`;
  const kept = $places.get()[key];
  if (kept) return kept;
  try {
    const found = await call('GET /customers/municipalities', { query: { [by]: what.trim() } });
    $places.set({ ...$places.get(), [key]: found });
    return found;
  } catch {
    return [];
  }
}

/** What is known by now, without asking; undefined where nobody has asked. */
export const knownPlaces = (known: Places, by: 'cap' | 'name', what: string): readonly Municipality[] | undefined =>
  known[`${by}:${what.trim()}`];
