import { contactKeys } from '#domain/contracts/fields.ts';
import type { Contract } from '#domain/contracts/schema.ts';

/** How the customer's own record says they are reached otherwise, for who may change the contract; none where it says the same. */
export const otherContacts = ({ reached, locks, ...now }: Contract): (typeof contactKeys)[number][] =>
  reached && locks.customer === undefined ? contactKeys.filter((key) => (reached[key] ?? '') !== now[key]) : [];
