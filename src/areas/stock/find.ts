import { call } from '#site/lib/call.ts';
import type { Found } from '#site/ui/record/form.ts';

export type { Found };

/** Customers by what is typed, for who may find them. */
export const findCustomers = async (q: string, signal: AbortSignal): Promise<Found[]> =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, taxCode, vatNumber, city }) => ({
    ...{ id, name },
    detail: [taxCode ?? vatNumber, city].filter(Boolean).join(' · '),
  }));

/** Versions of the catalogue by make, model, name or code. */
export const findVersions = async (q: string, signal: AbortSignal): Promise<Found[]> =>
  call('GET /stock/new/versions', { query: { q }, signal });
