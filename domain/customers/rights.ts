import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/**
 * People who register customers see and correct those that they entered or follow; the others need the privileges to
 * see or manage customers.
 */
export const customerRights: Rights = {
  see: { own: [p.registerAccesses], all: [p.seeCustomers, p.manageCustomers] },
  change: { own: [p.registerAccesses], all: [p.manageCustomers] },
};
