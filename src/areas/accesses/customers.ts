import { call } from '#site/lib/call.ts';

/** Customers found while their name, telephone or plate is typed. */
export const customers = async (q: string, signal: AbortSignal) =>
  (await call('GET /customers/matches', { query: { q }, signal })).map(({ id, name, city }) => ({
    id,
    name: [name, city].filter(Boolean).join(' · '),
  }));
