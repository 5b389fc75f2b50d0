/** A row of the list of visits. */
import type { RowFields } from '../record/row.ts';
import { accessOutcomes, accessStates, accessSubjects } from './terms.ts';

export const accessRowFields = {
  day: { label: 'Giorno', kind: 'day', ordered: true, filter: ['from', 'to'] },
  /** The number by which who waits is called; null before somebody has come. */
  ticket: { label: 'Numero', kind: 'number', nullable: true, ordered: true },
  name: { label: 'Nome', kind: 'text', ordered: true },
  customer: { label: 'Cliente', head: false, kind: 'text', nullable: true, of: 'customer.name' },
  customerId: { kind: 'number', nullable: true },
  subject: { label: 'Per', kind: 'choice', words: accessSubjects, filter: true },
  /** In words. */
  reason: { label: 'Motivo', kind: 'text', nullable: true },
  people: { label: 'Persone', kind: 'number' },
  wish: { label: 'Richiesta', kind: 'text' },
  state: { label: 'Stato', kind: 'state', states: accessStates, ordered: true, filter: true },
  seller: { label: 'Venditore', kind: 'text', nullable: true, ordered: true, of: 'seller.name' },
  sellerId: { kind: 'number', nullable: true },
  location: { label: 'Sede', kind: 'text', ordered: true, of: 'location.name' },
  expectedAt: { label: 'Atteso', kind: 'instant', nullable: true, ordered: true },
  arrivedAt: { label: 'Arrivo', kind: 'instant', nullable: true, ordered: true },
  waitingSince: { kind: 'instant', nullable: true },
  /** The seller has begun: it does not go back any more. */
  begun: { kind: 'flag' },
  missed: { kind: 'flag' },
  /** How often a seller gave it back or let it pass. */
  refusals: { kind: 'number' },
  handledAt: { label: 'Fine', kind: 'instant', nullable: true, ordered: true },
  outcome: { label: 'Esito', kind: 'choice', words: accessOutcomes, nullable: true, filter: true },
  nextStep: { label: 'Che cosa segue', kind: 'text' },
  updatedAt: { kind: 'instant', ordered: true },
} as const satisfies RowFields;
