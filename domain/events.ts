import type { CustomerType } from './customers/terms.ts';
import type { SaleChannel, SaleRegime } from './stock/terms.ts';
import type { Buyer } from './stock/rules.ts';

/**
 * What happens in one area and concerns others: `ctx.emit(name, payload)` in the one, `effects` of the others' `area.ts` in the
 * backend, in the same transaction. An event is here when an area answers it, beside `record.moved`,
 * which the mover of every machine says.
 */
export interface Events {
  /** Data of a customer that other areas keep a copy of has changed. */
  'customer.renamed': { id: number; name: string; type: CustomerType };
  /**
   * A used car was sold: `price` in cents, with VAT where the regime of the sale exposes one. Refused with `conflict` where it is not
   * for sale, or held for somebody else.
   */
  'car.sold': { id: number; channel: SaleChannel; price: number; regime: SaleRegime; buyer: string } & Buyer;
  /** The sale of a used car was taken back: it stands where it stood before. */
  'car.unsold': { id: number };
  /** A record of the machine's entity has gone from one state to another. */
  'record.moved': { entity: string; id: number; move: string; from: string; to: string };
  /** Somebody is to choose a password: a new user, or one who is sent the link again. */
  'user.invited': { userId: number };
  /** Somebody lost the phone of their second factor: they log in by the password, and set it up again. */
  'user.second-factor-reset': { userId: number };
  /** Somebody logs in by another address from now on; the old one is told. */
  'user.email-changed': { userId: number; old: string };
  /** Somebody's password was changed: their sessions end, all but `keepSession`. */
  'user.password-changed': { userId: number; keepSession: number | null };
}
