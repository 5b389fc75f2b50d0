/** A row of the list of contracts. */
import { privileges as p } from '../privileges.ts';
import type { RowFields } from '../record/row.ts';
import { saleChannels } from '../stock/terms.ts';
import { handoverParts, registrationStates } from './handover.ts';
import { contractKinds, contractOrigins, contractSections, contractStates } from './terms.ts';

export const contractRowFields = {
  number: { label: 'Numero', kind: 'text', ordered: true },
  state: { label: 'Stato', kind: 'state', states: contractStates, ordered: true, filter: true },
  since: { label: 'Nello stato', head: false, kind: 'instant', ordered: true },
  canceledAt: { kind: 'instant', nullable: true },
  withdrawnAt: { kind: 'instant', nullable: true },
  origin: { label: 'Origine', kind: 'choice', words: contractOrigins, filter: true },
  kind: { head: 'Tipo', kind: 'choice', words: contractKinds, filter: true },
  channel: { label: 'Canale', kind: 'choice', words: saleChannels, filter: true },
  customer: { label: 'Cliente', kind: 'text', nullable: true, ordered: true, of: 'customer.name' },
  phone: { label: 'Telefono', head: false, kind: 'phone', nullable: true },
  /** The customer has asked not to be contacted. */
  silent: { kind: 'flag' },
  vehicle: { label: 'Auto', head: 'Vettura', kind: 'text', ordered: true },
  body: { kind: 'text', nullable: true },
  paint: { kind: 'text', nullable: true },
  seller: { label: 'Venditore', kind: 'text', ordered: true, of: 'seller.name' },
  sellerId: { kind: 'number' },
  location: { label: 'Sede', kind: 'text', nullable: true, ordered: true, of: 'location.name' },
  total: { label: 'Totale', kind: 'money', ordered: true, filter: ['totalFrom', 'totalTo'] },
  received: { label: 'Incassato', kind: 'money' },
  /** What is still to be received. */
  due: { label: 'Da incassare', kind: 'money' },
  financed: { head: 'Finanziato', kind: 'money', ordered: true },
  /** How many cars are taken in. */
  takenIn: { kind: 'number' },
  insured: { kind: 'flag' },
  signedOn: {
    label: 'Firmato',
    head: 'Firmato il',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['signedFrom', 'signedTo'],
  },
  approvedOn: {
    label: 'Approvato',
    head: 'Approvato il',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['approvedFrom', 'approvedTo'],
  },
  billedOn: {
    label: 'Fatturato',
    head: 'Fatturato il',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['billedFrom', 'billedTo'],
  },
  registeredOn: {
    label: 'Immatricolato',
    head: 'Immatricolato il',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['registeredFrom', 'registeredTo'],
  },
  promisedOn: { label: 'Promessa', head: 'Consegna promessa', kind: 'day', nullable: true, ordered: true },
  deliveryOn: {
    label: 'Consegna',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['deliveryFrom', 'deliveryTo'],
  },
  deliveryAt: { label: 'Ora', head: false, kind: 'text' },
  deliveredOn: {
    label: 'Consegnata',
    head: false,
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['deliveredFrom', 'deliveredTo'],
  },
  createdAt: { label: 'Fatto il', head: 'Creato il', kind: 'instant', ordered: true, filter: ['from', 'to'] },
  updatedAt: { kind: 'instant', ordered: true },
  marginSecond: { label: 'Margine II', kind: 'money', nullable: true, ordered: true, seenWith: [p.seeMargin] },
  /** What an approved or invoiced one still wants before its car is handed over. */
  handover: { label: 'Per la consegna', head: false, kind: 'many', words: handoverParts },
  registration: { label: 'Immatricolazione', head: false, kind: 'badge', states: registrationStates },
  registrationAgency: { kind: 'text' },
  registrationAskedOn: { kind: 'day', nullable: true },
  /** It came back to who sells it, who has it to correct. */
  sentBack: { kind: 'flag' },
  /** Sections in which something stands. */
  filled: { kind: 'many', words: contractSections },
  /** Sections in which the next move lacks something. */
  lacking: { label: 'Manca', head: false, kind: 'many', words: contractSections },
} as const satisfies RowFields;

/** The order in which contracts wait. */
export const oldestFirst = { sort: 'since', dir: 'asc' } as const;
