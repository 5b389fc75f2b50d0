/** A row of the list of valuations. */
import type { RowFields } from '../record/row.ts';
import { lateStates, valuationStates } from './terms.ts';

export const valuationRowFields = {
  number: { label: 'Numero', kind: 'text', ordered: true },
  plate: { label: 'Targa', kind: 'text' },
  maker: { label: 'Marca', kind: 'text', ordered: true },
  model: { label: 'Modello', kind: 'text' },
  versionName: { label: 'Versione', kind: 'text' },
  registeredOn: { label: 'Immatricolazione', kind: 'day', nullable: true },
  km: { label: 'Km', kind: 'number', nullable: true },
  state: { label: 'Stato', kind: 'state', states: valuationStates, ordered: true, filter: true },
  /** How a question to a specialist stands. */
  late: { label: 'Risposta', head: false, kind: 'badge', states: lateStates, nullable: true, derived: true },
  offer: { label: 'Offerta', kind: 'money', nullable: true, ordered: true },
  offerUntil: { label: 'Valida fino al', kind: 'day', nullable: true, ordered: true },
  /** What the car was sold for; null while it was not. */
  soldFor: { label: 'Venduta a', kind: 'money', nullable: true },
  /** What it was sold for beyond the offer; null while it was not. */
  realised: { label: 'Oltre l’offerta', kind: 'money', nullable: true, derived: true },
  customer: { label: 'Cliente', kind: 'text', nullable: true, of: 'customer.name' },
  madeBy: { label: 'Di', kind: 'text', ordered: true, of: 'colleague.name' },
  specialist: { label: 'Specialista', kind: 'text', nullable: true, of: 'specialist.name' },
  location: { label: 'Sede', kind: 'text', nullable: true, ordered: true, of: 'location.name' },
  /** By when the specialist answers. */
  answerBy: { label: 'Rispondere entro', kind: 'instant', nullable: true, ordered: true },
  createdAt: { label: 'Creata', kind: 'instant', ordered: true, filter: ['from', 'to'] },
  updatedAt: { kind: 'instant', ordered: true },
} as const satisfies RowFields;
