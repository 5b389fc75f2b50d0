import { privileges as p } from '../privileges.ts';
import type { Rights } from '../rights.ts';

/** Who registers people sees and corrects those that they entered or follow; the rest is for who sees and manages customers. */
export const customerRights: Rights = {
  see: { own: [p.registerAccesses], all: [p.seeCustomers, p.manageCustomers] },
  change: { own: [p.registerAccesses], all: [p.manageCustomers] },
};
