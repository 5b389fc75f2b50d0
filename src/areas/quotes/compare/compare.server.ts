import type { PriceSheet, Quote, QuoteRow } from '#domain/quotes/schema.ts';
import { SESSION_QUOTES } from '#domain/quotes/desk/session.ts';

export interface CompareColumn {
  title: string;
  subtitle: string;
  body: string;
  colour: string | null;
  href: string;
}

export interface Compared {
  quote: Quote;
  sheet: PriceSheet;
}

type Call = App.Locals['call'];

/** Address of the comparison of these quotes, in this order. */
export const comparing = (ids: readonly number[]) => `/quotation/comparison?ids=${ids.join(',')}`;

/**
 * Address of the comparison after one quote is added, or put into column `at`. A fourth quote drops the first, and the address names it.
 */
export function withQuote(ids: readonly number[], at: number | null, id: number): string {
  if (at !== null) return comparing(ids.with(at, id));
  const all = [...ids, id];
  const out = all.length > SESSION_QUOTES ? all.shift() : undefined;
  return comparing(all) + (out ? `&out=${out}` : '');
}

/** Quotes to choose from: those of the same customer first, then the search result or the latest ones. */
export async function candidates(
  call: Call,
  { searchable, q, customerId }: { searchable: boolean; q: string; customerId: number | undefined },
): Promise<QuoteRow[]> {
  if (!searchable) return (await call('GET /quotes/summary', {})).latest;
  const [same, found] = await Promise.all([
    customerId && !q ? call('GET /quotes', { query: { customerId, limit: 10 } }) : { rows: [] },
    call('GET /quotes', { query: { q: q || undefined, limit: 20 } }),
  ]);
  const all = [...same.rows, ...found.rows];
  return all.filter(({ id }, index) => all.findIndex((one) => one.id === id) === index);
}
