import type { PriceSheet, Quote, QuoteRow } from '#domain/quotes/schema.ts';
import { SESSION_QUOTES } from '#domain/quotes/session.ts';

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

/** The comparison of these quotes, in this order. */
export const comparing = (ids: readonly number[]) => `/quotation/comparison?ids=${ids.join(',')}`;

/** The comparison with one more quote, or with it in a column's place; for a fourth the first one falls out, which is said. */
export function withQuote(ids: readonly number[], at: number | null, id: number): string {
  if (at !== null) return comparing(ids.with(at, id));
  const all = [...ids, id];
  const out = all.length > SESSION_QUOTES ? all.shift() : undefined;
  return comparing(all) + (out ? `&out=${out}` : '');
}

/** Quotes to choose from: first those of the same customer, then what was looked for or the latest. */
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
