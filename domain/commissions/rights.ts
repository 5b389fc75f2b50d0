import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/** A seller sees the own commissions; whoever sees everybody's keeps them, and never the own. */
export const commissionRights = {
  see: { own: [p.createQuotes], all: [p.seeAllCommissions] },
  change: { own: [], all: [p.seeAllCommissions], othersOnly: true },
} as const satisfies Rights;
