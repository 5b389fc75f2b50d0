import { privileges as p } from '../privileges.ts';
import type { Rights } from '../record/rights.ts';

/**
 * The stock belongs to the company: no user owns cars. People who make quotes may reserve a car for a customer
 * (`reserveWith`).
 */
export const stockRights = {
  see: { own: [], all: [p.seeStock, p.manageStock] },
  change: { own: [], all: [p.manageStock] },
} as const satisfies Rights;

/** Privileges for seeing costs and margins of cars: managing the stock or seeing margins. */
export const costSeenWith = [p.manageStock, p.seeMargin] as const;
/** Privileges for seeing from whom a car or a work was bought, and by which document, as in the lines of the ledger. */
export const supplierSeenWith = [p.manageStock] as const;
/** Prices for traders are also for people who sell to them. */
export const b2bSeenWith = [...costSeenWith, p.manageB2bQuotes] as const;
/** Privileges for reserving a car for a customer. */
export const reserveWith = [p.manageStock, p.createQuotes] as const;
/** Privileges for valuing a customer's car: making quotes, managing the stock or valuing cars. */
export const valueWith = [p.manageStock, p.createQuotes, p.manageOwnQuotes, p.manageAllQuotes, p.evaluateUsed] as const;
