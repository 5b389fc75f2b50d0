import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/**
 * Quotes belong to their seller (rules.md §20). Whoever makes quotes sees the own ones and takes the own drafts up to
 * issuing.
 */
export const quoteRights = {
  see: { own: [p.createQuotes, p.manageOwnQuotes], all: [p.seeAllQuotes, p.manageAllQuotes] },
  change: { own: [p.createQuotes, p.manageOwnQuotes], all: [p.manageAllQuotes] },
} as const satisfies Rights;

/**
 * Wholesale offers belong to everybody who deals with traders (rules.md §20); making one also needs privilege 13
 *.
 */
export const dealing = { own: [], all: [p.manageB2bQuotes] } as const;
export const b2bRights = { see: dealing, change: dealing } as const satisfies Rights;
