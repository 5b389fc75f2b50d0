import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/** Whose day has events: who sells, receives, makes and validates contracts, values cars. */
const busy = [
  p.createQuotes,
  p.registerAccesses,
  p.makeContracts,
  p.validateContracts,
  p.welcomeCustomers,
  p.evaluateUsed,
] as const;

/** An event is of those who take part; who manages calendars sees and changes all (rules.md §24). */
export const eventRights = {
  see: { own: busy, all: [p.manageCalendars] },
  change: { own: busy, all: [p.manageCalendars] },
} as const satisfies Rights;
