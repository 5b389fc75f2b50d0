import { parseNumber } from '#domain/italian.ts';
import { seekOf } from '#site/areas/quotes/start/choose.server.ts';

/** For the server: reads the filters of the used stock from the address, in addition to the common car filters. */
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
