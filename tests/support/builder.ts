import type { HashedSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { quoteSections } from '#domain/quotes/terms.ts';
import { emptyDraft } from '#domain/quotes/empty-draft.ts';
import type { BuilderProps } from '#site/areas/quotes/builder/quote.ts';
import { aSheet } from './price-sheet.ts';

export const hashed = (change: Partial<HashedSheet> = {}): HashedSheet => ({
  hash: 'oggi',
  ...aSheet(change),
  ...change,
});

/** The props of the builder for a seller who manages their own quotes. */
export const builderProps = (change: Partial<BuilderProps> = {}): BuilderProps => {
  const sheet = change.sheet ?? hashed();
  return {
    sheet,
    quote: null,
    start: emptyDraft(sheet, 'GE'),
    user: { id: 5, privileges: [13, 14] },
    may: { compare: true, list: true, createCustomer: true, editCustomer: false },
    sections: quoteSections,
    today: '2026-11-20',
    ...change,
  };
};

/** A quote as calls answer it, issued unless `change` says otherwise. */
export const aQuote = (draft: QuoteDraft, change: Partial<Quote> = {}): Quote => ({
  id: 7,
  version: 2,
  number: 'P-2026-000123',
  revision: 1,
  priced: change.state === 'draft' ? null : price(draft, hashed()),
  state: 'issued',
  superseded: false,
  newest: null,
  issuedAt: '2026-11-20T14:00:00+01:00',
  expiresOn: '2026-11-28',
  seller: { id: 5, name: 'Giulia Ferrari' },
  editable: false,
  draft,
  href: '/quotation/new/1/11/101?quote=7',
  sheetHash: 'oggi',
  formerDay: null,
  approval: null,
  closeReason: null,
  lost: null,
  contact: null,
  createdAt: '2026-11-20T14:00:00+01:00',
  updatedAt: '2026-11-20T14:32:00+01:00',
  ...change,
});

/** The text of a page without its tags. */
export const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#x27;/g, "'")
    .replace(/[^\S\u00a0]+/g, ' ');
