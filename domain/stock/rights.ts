import { privileges as p } from '../privileges.ts';
import type { Rights } from '../rights.ts';

/** The stock is the company's: nobody has cars of their own. Who makes quotes may hold a car for a customer (`reserveWith`). */
export const stockRights = {
  see: { own: [], all: [p.seeStock, p.manageStock] },
  change: { own: [], all: [p.manageStock] },
} as const satisfies Rights;

/**
 * What a car cost and earns is for who manages the stock or sees margins. The lines of its ledger, with their suppliers, are for who manages
 * the stock: margins are made of sums.
 */
export const costSeenWith = [p.manageStock, p.seeMargin] as const;
/** Prices among dealers are for who sells to them, too. */
export const b2bSeenWith = [...costSeenWith, p.manageB2bQuotes] as const;
/** Who holds a car for a customer. */
export const reserveWith = [p.manageStock, p.createQuotes] as const;
/** Who says what a car is worth that a customer brings: who makes quotes, manages the stock or values cars. */
export const valueWith = [p.manageStock, p.createQuotes, p.manageOwnQuotes, p.manageAllQuotes, p.evaluateUsed] as const;
