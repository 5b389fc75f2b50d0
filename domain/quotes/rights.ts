import { privileges as p } from '../privileges.ts';
import type { Rights } from '../rights.ts';

/** Quotes belong to their seller (domain.md §4.2). Who makes quotes sees the own ones and brings the own drafts as far as issuing. */
export const quoteRights = {
  see: { own: [p.createQuotes, p.manageOwnQuotes], all: [p.seeAllQuotes, p.manageAllQuotes] },
  change: { own: [p.createQuotes, p.manageOwnQuotes], all: [p.manageAllQuotes] },
} as const satisfies Rights;
