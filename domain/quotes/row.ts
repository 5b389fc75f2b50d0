/** A row of the list of quotes. */
import { privileges as p } from '../privileges.ts';
import type { RowFields } from '../record/row.ts';
import { saleChannels } from '../stock/terms.ts';
import { quoteKinds, quoteStates } from './terms.ts';

const seenWith = [p.seeMargin] as const;

export const quoteRowFields = {
  number: { label: 'Numero', kind: 'text', nullable: true, ordered: true },
  revision: { label: 'Rev.', head: 'Revisione', kind: 'number' },
  state: { label: 'Stato', kind: 'state', states: quoteStates, ordered: true, filter: true },
  /** Of the manufacturer's list, beside the state. */
  stage: { label: 'Stadio', kind: 'text', nullable: true },
  customer: { label: 'Cliente', kind: 'text', nullable: true, ordered: true, of: 'customerName' },
  vehicle: { label: 'Veicolo', kind: 'text', ordered: true },
  /** What it looks like: body, and paint as `#rrggbb` or by its name; null: unknown. */
  body: { kind: 'text' },
  paint: { kind: 'text', nullable: true },
  /** A new car, or one of the used stock. */
  kind: { label: 'Auto', head: false, kind: 'choice', words: quoteKinds, derived: true, filter: true },
  saleChannel: { label: 'Canale', kind: 'choice', words: saleChannels },
  keysInHand: {
    label: 'Chiavi in mano',
    kind: 'money',
    ordered: true,
    filter: ['keysInHandFrom', 'keysInHandTo'],
  },
  instalment: { label: 'Rata', kind: 'money', nullable: true, ordered: true },
  expiresOn: { label: 'Scade', head: 'Scadenza', kind: 'day', nullable: true, ordered: true },
  seller: { label: 'Venditore', kind: 'text', ordered: true, of: 'seller.name' },
  sellerId: { kind: 'number' },
  location: { label: 'Sede', kind: 'text', nullable: true, ordered: true, of: 'location.name' },
  /** The customer's current number. */
  phone: { label: 'Telefono', head: false, kind: 'phone', nullable: true },
  /** The customer has asked not to be contacted. */
  silent: { kind: 'flag' },
  issuedAt: {
    label: 'Emesso',
    head: 'Emesso il',
    kind: 'instant',
    nullable: true,
    ordered: true,
    filter: ['issuedFrom', 'issuedTo'],
  },
  createdAt: { label: 'Creato', head: 'Creato il', kind: 'instant', ordered: true, filter: ['from', 'to'] },
  updatedAt: { label: 'Modificato', head: false, kind: 'instant', ordered: true },
  margin: { label: 'Margine II', kind: 'money', nullable: true, ordered: true, seenWith },
  /** The seller's own discount in cents, and as percent of the list. */
  discount: { label: 'Sconto in euro', head: 'Sconto', kind: 'money', nullable: true, seenWith },
  discountPercent: {
    label: 'Sconto',
    head: 'Sconto %',
    kind: 'percent',
    nullable: true,
    ordered: true,
    seenWith,
  },
  /** Whether its car of the stock was sold to somebody else or has left: only for an open or accepted quote. */
  lost: { kind: 'flag' },
  /** Whether it is open and an edition of the catalogue has changed its list since it was priced. */
  relisted: { kind: 'flag' },
  /** Path of the builder for this quote. */
  href: { kind: 'text', derived: true },
} as const satisfies RowFields;
