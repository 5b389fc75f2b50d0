import type { Quote } from '#domain/quotes/schema.ts';

/** Address of the page that chooses another car of the stock for a quote; null for a car that is ordered. */
export function anotherHref({ id, draft }: Pick<Quote, 'id' | 'draft'>): string | null {
  if (draft.stockId !== null) return `/quotation/used?from=${id}`;
  return draft.newCarId === null ? null : `/quotation/stock?from=${id}`;
}

/** The address of a quote whose price is worked out for a contract. */
export const contractHref = (href: string, contractId: number | null | undefined): string =>
  contractId ? `${href}${href.includes('?') ? '&' : '?'}contract=${contractId}` : href;
