/** A row of the list of leads. */
import type { RowFields } from '../record/row.ts';
import { lateness } from './deadlines.ts';
import { leadTypes } from './lead-types.ts';
import { actionTypes, contactChecks, leadOutcomes, leadSources, leadStates, mailChecks } from './terms.ts';

export const leadRowFields = {
  number: { label: 'Numero', kind: 'text', ordered: true },
  name: { label: 'Nome', kind: 'text', ordered: true },
  phone: { label: 'Telefono', kind: 'phone', nullable: true },
  state: { label: 'Stato', kind: 'state', states: leadStates, ordered: true, filter: true },
  /** Of the manufacturer's list, beside the state. */
  stage: { label: 'Stadio', kind: 'text', nullable: true },
  outcome: { label: 'Esito', kind: 'badge', states: leadOutcomes, nullable: true, filter: true },
  /** Why a closed one ended, in the company's words; null: its last move asked for no reason. */
  reason: { label: 'Motivo', kind: 'text', nullable: true },
  source: { label: 'Fonte', kind: 'choice', words: leadSources, filter: true },
  sourceName: { label: 'Nome della fonte', kind: 'text' },
  mail: { label: 'Mail', kind: 'badge', states: mailChecks, nullable: true },
  /** The person has asked not to be contacted, on this lead or another one of theirs. */
  silent: { label: 'Contatto', kind: 'badge', states: contactChecks, nullable: true },
  type: { label: 'Tipo', kind: 'choice', words: leadTypes, filter: true },
  vehicle: { label: 'Auto richiesta', kind: 'text' },
  assignee: { label: 'In carico a', kind: 'text', nullable: true, ordered: true, of: 'assignee.name' },
  assigneeId: { kind: 'number', nullable: true },
  location: { label: 'Sede', kind: 'text', nullable: true, ordered: true, of: 'location.name' },
  /** The total of its newest valid quote, in cents with VAT; null: it has none. */
  value: { label: 'Preventivo', kind: 'money', nullable: true, ordered: true, of: 'offered.value' },
  nextType: { label: 'Prossima azione', kind: 'choice', words: actionTypes, nullable: true },
  nextAt: { label: 'Scadenza', kind: 'instant', nullable: true, ordered: true },
  warnAt: { kind: 'instant', nullable: true },
  lateness: { label: 'Tempi', head: false, kind: 'badge', states: lateness, nullable: true, derived: true },
  receivedAt: { label: 'Ricevuto', kind: 'instant', ordered: true, filter: ['from', 'to'] },
  followUpOn: { label: 'Da risentire il', kind: 'day', nullable: true, ordered: true },
  parkedUntil: { kind: 'day', nullable: true },
  updatedAt: { kind: 'instant', ordered: true },
} as const satisfies RowFields;
