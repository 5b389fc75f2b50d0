import type { Fields } from '../record/fields.ts';
import { languages } from '../languages.ts';
import { accessOutcomes, accessSubjects } from './terms.ts';

const line = { kind: 'text', maxLength: 160 } as const;

/** What is known of a visit: who came, what for. Without name and customer it is anonymous (rules.md §23, A1). */
export const accessFields = {
  name: { ...line, label: 'Nome o descrizione', maxLength: 120 },
  subject: { label: 'Per', kind: 'choice', words: accessSubjects },
  people: { label: 'Persone', kind: 'number', min: 1, max: 20, default: 1 },
  wish: { ...line, label: 'Auto o richiesta' },
  phone: { ...line, label: 'Telefono', phone: true, maxLength: 40, nullable: true },
  language: { label: 'Lingua', kind: 'choice', words: languages, nullable: 'Italiano' },
  makerId: { label: 'Marca', kind: 'lookup', nullable: 'Qualsiasi', shown: 'maker' },
  customerId: { label: 'Cliente', kind: 'lookup', nullable: 'Non collegato', shown: 'customer' },
  leadId: { label: 'Lead', kind: 'lookup', nullable: 'Nessuno', shown: 'lead' },
  locationId: { label: 'Sede', kind: 'lookup', shown: 'location' },
  note: { label: 'Nota', kind: 'area', maxLength: 500 },
} as const satisfies Fields;

/** When somebody who booked is expected. */
export const bookingFields = {
  day: { label: 'Giorno', kind: 'day', span: 'planned', required: 'Inserire il giorno' },
  time: { label: 'Alle', kind: 'time', default: '10:00' },
} as const satisfies Fields;

/** Who takes the visit; null: whose turn it is. */
export const assignFields = {
  sellerId: { label: 'Venditore', kind: 'lookup', nullable: 'A chi tocca' },
} as const satisfies Fields;

/** To whom a visit passes, and what the colleague should know. */
export const handOverFields = {
  sellerId: { label: 'Venditore', kind: 'lookup' },
  note: {
    label: 'Consegna',
    kind: 'area',
    maxLength: 500,
    required: 'Scrivere che cosa il collega deve sapere',
    help: 'Che cosa il collega deve sapere',
  },
} as const satisfies Fields;

/** What came of a visit, and what follows; of an anonymous one also who it was. */
export const outcomeFields = {
  customerId: { label: 'Cliente', kind: 'lookup', nullable: 'Da collegare', help: 'Serve per chiudere la visita' },
  outcome: { label: 'Com’è andata', kind: 'choice', words: accessOutcomes },
  nextStep: { ...line, label: 'Che cosa segue', help: 'Non serve quando non c’è interesse' },
} as const satisfies Fields;
