/** A row of the list of contracts. */
import { privileges as p } from '../privileges.ts';
import type { RowFields } from '../record/row.ts';
import { saleChannels } from '../stock/terms.ts';
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
  signedOn: {
    label: 'Firmato',
    head: 'Firmato il',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['signedFrom', 'signedTo'],
  },
  promisedOn: { label: 'Promessa', head: 'Consegna promessa', kind: 'day', nullable: true, ordered: true },
  deliveryOn: {
    label: 'Consegna',
    kind: 'day',
    nullable: true,
    ordered: true,
    filter: ['deliveryFrom', 'deliveryTo'],
  },
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
  /** Sections in which the next move lacks something. */
  lacking: { label: 'Manca', head: false, kind: 'many', words: contractSections },
} as const satisfies RowFields;
