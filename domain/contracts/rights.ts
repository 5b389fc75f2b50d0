import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/** Who sells, and everybody's (rules.md §19). */
export const sells = { own: [p.makeContracts], all: [p.manageAllContracts] } as const;
export const commercial = { own: [], all: [p.approveContracts] } as const;
export const backOffice = { own: [], all: [p.validateContracts] } as const;

/**
 * Contracts belong to their sellers. Who validates sees everybody's in the own queues; who may approve also those that
 * wait for a second yes to a cancellation.
 */
export const contractRights = {
  see: { own: [p.makeContracts], all: [p.manageAllContracts, p.seeAllContracts] },
  change: sells,
  queues: {
    waiting_commercial_approvation: [p.approveContracts],
    waiting_approvation: [p.validateContracts],
    approved: [p.validateContracts, p.approveContracts],
    billed: [p.validateContracts],
    completed: [p.validateContracts],
  },
} as const satisfies Rights;

/** Data of the back office, and margins. */
export const reservedSeenWith = [p.validateContracts, p.manageAllContracts] as const;
export const marginSeenWith = [p.seeMargin] as const;
