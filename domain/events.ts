import type { CustomerType } from './customers/terms.ts';
import type { SaleChannel, SaleRegime } from './stock/terms.ts';
import type { Buyer } from './stock/rules.ts';

/**
 * Events of one area that concern others: one area calls `ctx.emit(name, payload)`, and the `effects` of others (their
 * `area.ts` in the backend) run in the same transaction. An event is listed when some area reacts to it, except
 * `record.moved`, which every machine's moves emit.
 */
export interface Events {
  /** Data of a customer that other areas copy have changed. */
  'customer.renamed': { id: number; name: string; type: CustomerType; country: string };
  /**
   * A used car was sold: `price` in cents, with VAT if the regime of the sale shows it. The stock throws `conflict`
   * when the car is not for sale, or held for somebody else.
   */
  'car.sold': { id: number; channel: SaleChannel; price: number; regime: SaleRegime; buyer: string } & Buyer;
  /** The sale of a used car was cancelled: the car returns to its former state. */
  'car.unsold': { id: number };
  /** A record of the machine's entity has changed its state. */
  'record.moved': { entity: string; id: number; move: string; from: string; to: string };
  /** A user has to choose a password: a new one, or one to whom the link is sent again. */
  'user.invited': { userId: number };
  /** A user lost the phone of the second factor: the password is enough for login until the factor is set up again. */
  'user.second-factor-reset': { userId: number };
  /** A user's login address has changed; the old address is told. */
  'user.email-changed': { userId: number; old: string };
  /** A user's password has changed: all sessions end except `keepSession`. */
  'user.password-changed': { userId: number; keepSession: number | null };
}
