import { parseNumber } from '#domain/italian.ts';
import { seekOf } from '#site/areas/quotes/start/choose.server.ts';

/** Run on the server: what the choice of a used car reads from its address, beside what any search for a car does. */
export function seekUsed(address: URLSearchParams) {
  const { typed, amounts, query, offset } = seekOf(address);
  const get = (name: string) => address.get(name)?.trim().slice(0, 100) ?? '';
  const own = {
    ...(get('q') && { q: get('q') }),
    ...(get('kmTo') && { kmTo: Math.min(Math.round(Math.max(0, parseNumber(get('kmTo')) ?? 2_000_000)), 2_000_000) }),
  };
  return {
    typed: { ...typed, q: get('q'), kmTo: get('kmTo') },
    amounts,
    narrowed: query !== null || Object.keys(own).length > 0,
    query: { ...query, ...own },
    offset,
  };
}
