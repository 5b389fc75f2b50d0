/** A row of the list of wholesale offers. */
import { privileges as p } from '#domain/privileges.ts';
import type { RowFields } from '#domain/record/row.ts';
import { b2bStates } from '../terms.ts';

export const b2bRowFields = {
  number: { label: 'Numero', kind: 'text', nullable: true, ordered: true },
  revision: { label: 'Rev.', head: 'Revisione', kind: 'number' },
  state: { label: 'Stato', kind: 'state', states: b2bStates, ordered: true, filter: true },
  customer: { label: 'Operatore', kind: 'text', nullable: true, ordered: true, of: 'customerName' },
  /** Number of cars. */
  carCount: { label: 'Auto', kind: 'number', ordered: true },
  vehicle: { label: 'Vetture', kind: 'text', ordered: true },
  total: { label: 'Totale', kind: 'money', ordered: true, filter: ['totalFrom', 'totalTo'] },
  expiresOn: { label: 'Scade', head: 'Scadenza', kind: 'day', nullable: true, ordered: true },
  seller: { label: 'Venditore', kind: 'text', ordered: true, of: 'seller.name' },
  sellerId: { kind: 'number' },
  phone: { label: 'Telefono', head: false, kind: 'phone', nullable: true },
  /** The trader has asked not to be contacted. */
  silent: { kind: 'flag' },
  createdAt: { label: 'Creato', head: 'Creato il', kind: 'instant', ordered: true, filter: ['from', 'to'] },
  updatedAt: { label: 'Modificato', head: false, kind: 'instant', ordered: true },
  margin: { label: 'Margine', kind: 'money', nullable: true, ordered: true, seenWith: [p.seeMargin] },
  /** Path of the builder for this offer. */
  href: { kind: 'text', derived: true },
} as const satisfies RowFields;
