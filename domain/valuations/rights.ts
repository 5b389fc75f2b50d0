import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/** Who values cars: asks the sources, which cost, and says what the company offers. */
export const valuers = [p.evaluateUsed] as const;

/** A seller asks for a customer's car to be valued and follows it; who values cars sees everybody's. */
export const valuationRights = {
  see: { own: [p.createQuotes], all: valuers },
  change: { own: [p.createQuotes], all: valuers },
} as const satisfies Rights;
