import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/** The reception: who welcomes customers, and who manages all visits. */
export const welcomes = { own: [], all: [p.welcomeCustomers, p.manageAccesses] } as const;

/** A visit is of its seller and of who registered it (rules.md §23). */
export const accessRights = {
  see: {
    own: [p.createQuotes],
    all: [p.registerAccesses, p.seeAccesses, p.manageAccesses, p.welcomeCustomers],
  },
  change: { own: [p.createQuotes], all: [p.registerAccesses, p.manageAccesses, p.welcomeCustomers] },
  // Who sells sees who waits.
  queues: { waiting: [p.createQuotes] },
} as const satisfies Rights;
