import { call } from '#site/lib/call.ts';
import type { Found } from '#site/ui/record/form/form.ts';

export type { Found };

/** Customers found by a typed text, for people who may find them. */
export const findCustomers = async (q: string, signal: AbortSignal): Promise<Found[]> =>
  call('GET /customers/matches', { query: { q }, signal });

/** Versions of the catalogue, found by make, model, name or code. */
export const findVersions = async (q: string, signal: AbortSignal): Promise<Found[]> =>
  call('GET /stock/new/versions', { query: { q }, signal });

/** Customers with what distinguishes homonyms; stores in `names` the name of each. */
export const findNamed = async (q: string, signal: AbortSignal, names: Map<unknown, string>): Promise<Found[]> =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, taxCode, vatNumber, city }) => {
    names.set(id, name);
    return { id, name: [name, taxCode ?? vatNumber, city].filter(Boolean).join(' · ') };
  });
