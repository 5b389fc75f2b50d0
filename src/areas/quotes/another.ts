import type { Quote } from '#domain/quotes/schema.ts';

/** Address of the page that chooses another car of the stock for a quote; null for a car that is ordered. */
export function anotherHref({ id, draft }: Pick<Quote, 'id' | 'draft'>): string | null {
  if (draft.stockId !== null) return `/quotation/used?from=${id}`;
  return draft.newCarId === null ? null : `/quotation/stock?from=${id}`;
}

/** What a price is worked out for: a contract by its id, or a new one that is made by hand. */
export type ForContract = number | 'new';

/** The address of a page on the way to a price that a contract gets; `seen`: the version at which that was begun. */
export function contractHref(href: string, contract: ForContract | null | undefined, seen?: number | null): string {
  if (!contract) return href;
  const query = seen ? `seen=${seen}&contract=${contract}` : `contract=${contract}`;
  return `${href}${href.includes('?') ? '&' : '?'}${query}`;
}
