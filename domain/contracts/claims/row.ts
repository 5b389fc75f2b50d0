/** A row of the list of claims. */
import type { RowFields } from '#domain/record/row.ts';
import { claimKinds, claimPayers, claimStates, claimTypes } from './terms.ts';

export const claimRowFields = {
  number: { label: 'Contratto', kind: 'text', ordered: true },
  vehicle: { label: 'Vettura', kind: 'text' },
  kind: { label: 'Per', kind: 'choice', words: claimKinds, filter: true },
  type: { label: 'Tipo', kind: 'choice', words: claimTypes },
  payer: { label: 'Chi paga', kind: 'choice', words: claimPayers, filter: true, ordered: true },
  name: { label: 'Descrizione', kind: 'text' },
  campaign: { label: 'Campagna', kind: 'text', nullable: true },
  state: { label: 'Stato', kind: 'state', states: claimStates, ordered: true, filter: true },
  amount: { label: 'Dovuto, netto', kind: 'money', ordered: true },
  creditedAmount: { label: 'Accreditato', kind: 'money', nullable: true },
  /** What of the credit is to be given back. */
  owed: { label: 'Da restituire', kind: 'money', nullable: true },
  dueBy: { label: 'Entro il', kind: 'day', nullable: true, ordered: true, filter: ['dueFrom', 'dueTo'] },
  claimedOn: { label: 'Chiesto il', kind: 'day', nullable: true, ordered: true },
  bookingNumber: { label: 'Prenotazione', kind: 'text' },
  creditNote: { label: 'Nota di credito', kind: 'text' },
  creditedOn: { label: 'Accreditato il', kind: 'day', nullable: true },
  location: { label: 'Sede', kind: 'text', nullable: true, ordered: true, of: 'location.name' },
  updatedAt: { kind: 'instant', ordered: true },
} as const satisfies RowFields;
