import type { ownedCarFields } from './customers/fields.ts';
import type { CustomerType } from './customers/terms.ts';
import type { Values } from './record/fields.ts';
import type { SignatureKind } from './signatures/terms.ts';
import type { SaleChannel, SaleRegime } from './stock/terms.ts';
import type { Buyer, CarKind } from './stock/rules.ts';

export type OwnedCar = Values<typeof ownedCarFields>;

/**
 * Events of one area that concern others: one area calls `ctx.emit(name, payload)`, and the `effects` of others (their
 * `area.ts` in the backend) run in the same transaction. An event is listed when some area reacts to it, except
 * `record.moved`, which every machine's moves emit.
 */
export interface Events {
  /** Data of a customer that other areas copy have changed. */
  'customer.renamed': { id: number; name: string; type: CustomerType; country: string };
  /** Something in the records of these customers has changed. */
  'customer.saved': { ids: readonly number[] };
  /**
   * A car was sold: `price` in cents, with VAT if the regime of the sale shows it. `contract`: the contract that sells
   * it; null: a wholesale offer. The stock throws `conflict` when the car is not for sale, or held for somebody else.
   */
  'car.sold': {
    kind: CarKind;
    id: number;
    channel: SaleChannel;
    price: number;
    regime: SaleRegime;
    buyer: string;
    contract: { id: number; number: string } | null;
  } & Buyer;
  /**
   * The sale of a car was cancelled: the car returns to its former state, one that is registered to its buyer as a used
   * car of the company. `goesOn`: its contract is only open again; the stock throws `conflict` for a registered car.
   */
  'car.unsold': { kind: CarKind; id: number; goesOn: boolean };
  /**
   * A contract holds a car without expiry. The stock throws `conflict` when the car is not for sale, or held for
   * somebody else.
   */
  'car.bound': { kind: CarKind; id: number; contract: { id: number; number: string } } & Buyer;
  /** A contract holds no car any more, or only these; the others that it alone asked for, and nobody ordered, go. */
  'car.freed': { contractId: number; except: readonly { kind: CarKind; id: number }[] };
  /** New cars were written, perhaps with another day of registration. */
  'cars.registered': { ids: readonly number[] };
  /** A car was delivered to who bought it, on this day; or its delivery was taken back. */
  'car.delivered': { kind: CarKind; id: number; on: string };
  'car.undelivered': { kind: CarKind; id: number };
  /** A customer has got cars, and others, by their plates, are gone; a delivery taken back says the contrary. */
  'garage.changed': { customerId: number; got: readonly OwnedCar[]; gone: readonly string[] };
  /**
   * The customer of a quote accepted it: the stock holds the car for the seller, unless it is held for somebody else.
   * `quoteId`: the first revision. The stock throws `conflict` when the car is not for sale.
   */
  'car.wanted': { kind: CarKind; id: number; quoteId: number; sellerId: number; customerId: number };
  /**
   * A quote no longer holds a car, except the one that its new revision still offers; `forGood`: an option that was
   * there before does not come back either.
   */
  'car.released': { quoteId: number; except: { kind: CarKind; id: number } | null; forGood?: boolean };
  /** A draft was deleted for good. */
  'quote.deleted': { quoteId: number };
  /** Quotes, by their first revisions, have another seller, for whom their cars are held from now on. */
  'quotes.handed': { quotes: readonly { quoteId: number; sellerId: number }[] };
  /** Contracts have another seller, for whom their cars are held from now on. */
  'contracts.handed': { contracts: readonly { contractId: number; sellerId: number }[] };
  /** An edition of the catalogue has come into force, or has been taken back by this one. */
  'list.published': { editionId: number };
  /** Records of the machine's entity have begun, in any of its states. */
  'record.began': { entity: string; ids: readonly number[] };
  /** Steps of a record were taken back: it is in the state of before them. */
  'record.undone': { entity: string; id: number };
  /** A record of the machine's entity has changed its state. */
  'record.moved': { entity: string; id: number; move: string; from: string; to: string };
  /**
   * An appointment or a visit is planned with the person behind a lead. `before`: the instant for which it was planned
   * until now; null: it is new. Instants in ISO form.
   */
  'lead.planned': { leadId: number; at: string; before: string | null; what: string };
  /**
   * An appointment with the person behind a lead was missed, by the customer or by the company; `back`: it was not, and it
   * is at `at` (ISO) as before.
   */
  'lead.missed': { leadId: number; at: string; what: string; by: 'customer' | 'company'; back: boolean };
  /** An appointment with the person behind a lead, at `at` (ISO), was called off, by whomever. */
  'lead.unplanned': { leadId: number; at: string; what: string };
  /** The person behind a lead wrote to the company. */
  'lead.wrote': { leadId: number };
  /** The person behind a lead has come to the showroom. */
  'lead.came': { leadId: number };
  /**
   * A lead has another customer; null: none. Records that were made from the lead get that customer too, in place of
   * the one with whom it was linked `before`.
   */
  'lead.linked': { leadId: number; customerId: number | null; before: number | null };
  /** The customer of an appointment has come. */
  'access.arrived': { eventId: number };
  /** Hours or closures of places may have changed. */
  'locations.changed': { ids: readonly number[] };
  /** What a record's document says has changed: signatures of it are void, for the reason that its signers are told. */
  'document.changed': { entity: string; id: number; reason: string };
  /** The customer of a contract has withdrawn from it: nothing goes on, as it will be closed. */
  'contract.withdrawn': { id: number };
  /** What the network hears of a record has changed without a step of it. */
  'record.changed': { entity: string; id: number };
  /** The facts of a contract's sale are written anew: its incentives may be others. */
  'contract.lines': { id: number };
  /** What is received of a contract has changed, by a receipt or its reversal. */
  'contract.received': { id: number };
  /** A record has ended: nobody signs its document any more, what was signed stays. */
  'document.closed': { entity: string; id: number; reason: string };
  /** A record that had ended goes on: a round that its end closed waits for its signatures again. */
  'document.reopened': { entity: string; id: number };
  /** Everybody has signed the document of a record: with a code, or by hand. */
  'document.signed': { entity: string; id: number; on: string; kind: SignatureKind };
  /** A paper that everybody has signed waits for who checks it. */
  'document.kept': { entity: string; id: number };
  /** A signed document of a record is no longer valid. */
  'document.unsigned': { entity: string; id: number };
  /** A role has another name: whatever names it follows. */
  'role.renamed': { from: string; to: string };
  /** The caller is reading the news of the product, since the last time. */
  'updates.seen': Record<string, never>;
  /** A user has to choose a password: a new one, or one to whom the link is sent again. */
  'user.invited': { userId: number };
  /** The manufacturer asks the company to let somebody in, by an invitation that waits. */
  'person.invited': { id: number };
  /** The manufacturer wants to let somebody in no more. */
  'person.uninvited': { id: number };
  /** Users lost their access; what they left to colleagues is theirs already. */
  'user.blocked': { userIds: readonly number[] };
  /** A user lost the phone of the second factor: the password is enough for login until the factor is set up again. */
  'user.second-factor-reset': { userId: number };
  /** Somebody ended all sessions of a user, as after a theft: live updates open on those devices end, too. */
  'user.sessions-ended': { userId: number };
  /** A user's login address has changed; the old address is told. */
  'user.email-changed': { userId: number; old: string };
  /** A user's password has changed: all sessions end except `keepSession`. */
  'user.password-changed': { userId: number; keepSession: number | null };
}
