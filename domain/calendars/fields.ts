import { hoursFields, weekdays } from '../companies/hours-fields.ts';
import type { Fields } from '../record/fields.ts';
import { calendarKinds, calendarShows, eventKinds, fuels, scopes } from './event-terms.ts';

const line = { kind: 'text', maxLength: 80 } as const;

/** A calendar: of a person, a test-drive car, a delivery bay or a location. Hours are in Rome. */
export const calendarFields = {
  name: { ...line, label: 'Nome', required: 'Inserire il nome' },
  kind: { label: 'Di', kind: 'choice', words: calendarKinds },
  userId: {
    label: 'Persona',
    kind: 'lookup',
    nullable: 'Nessuna',
    shown: 'person',
    when: { field: 'kind', is: ['seller'] },
    required: 'Scegliere la persona',
  },
  plate: { ...line, label: 'Targa', maxLength: 12, when: { field: 'kind', is: ['car'] }, nullable: true },
  locationId: {
    label: 'Sede',
    kind: 'lookup',
    nullable: 'Nessuna',
    shown: 'location',
    help: 'Senza orari propri valgono quelli della sede',
  },
  capacity: {
    label: 'Insieme',
    kind: 'number',
    min: 1,
    max: 50,
    default: 1,
    help: 'Quanti appuntamenti nello stesso momento',
  },
  buffer: {
    label: 'Riordino',
    kind: 'number',
    min: 0,
    max: 240,
    suffix: 'min',
    default: 0,
    help: 'Minuti che restano occupati dopo ogni appuntamento',
  },
  shows: { label: 'I colleghi vedono', kind: 'choice', words: calendarShows },
  ...hoursFields,
} as const satisfies Fields;

/** What is said where a test drive begins although something is open. */
export const startFields = {
  anyway: { label: 'Comincia lo stesso', kind: 'flag' },
} as const satisfies Fields;

const drive = { when: { field: 'kind', is: ['test_drive'] }, nullable: true } as const;
const km = { kind: 'number', min: 0, max: 2_000_000, suffix: 'km' } as const;

/** What an event is about. */
export const eventFields = {
  kind: { label: 'Che cosa', kind: 'choice', words: eventKinds },
  title: { ...line, label: 'Titolo', maxLength: 120 },
  customerId: { label: 'Cliente', kind: 'lookup', nullable: 'Nessuno', shown: 'customer' },
  leadId: { label: 'Lead', kind: 'lookup', nullable: 'Nessuno', shown: 'lead' },
  contractId: { label: 'Contratto', kind: 'lookup', nullable: 'Nessuno', shown: 'contract' },
  isPrivate: { label: 'Privato: i colleghi vedono «Occupato»', short: 'Privato', kind: 'flag' },
  note: { label: 'Nota', kind: 'area', maxLength: 1000 },
  checklist: {
    label: 'Da fare',
    kind: 'rows',
    most: 20,
    fields: {
      text: { ...line, label: 'Che cosa', maxLength: 120, required: 'Scrivere che cosa' },
      done: { label: 'Fatto', kind: 'flag' },
    },
  },
  licence: { ...line, ...drive, label: 'Patente', maxLength: 20 },
  licenceUntil: { ...drive, label: 'Patente valida fino al', kind: 'day', span: 'period' },
  kmOut: { ...drive, ...km, label: 'Km all’uscita' },
  kmIn: { ...drive, ...km, label: 'Km al rientro' },
  fuelOut: { ...drive, label: 'Carburante all’uscita', kind: 'choice', words: fuels, nullable: '—' },
  fuelIn: { ...drive, label: 'Carburante al rientro', kind: 'choice', words: fuels, nullable: '—' },
  damage: { ...drive, label: 'Danni al rientro', kind: 'area', maxLength: 500 },
} as const satisfies Fields;

/** The longest event, in minutes: two weeks. */
const LONGEST = 14 * 1440;

/** When an event is and who and what it takes: all of them, or none. */
export const timeFields = {
  day: { label: 'Giorno', kind: 'day', span: 'planned', required: 'Inserire il giorno' },
  time: { kind: 'time', label: 'Dalle', default: '09:00' },
  minutes: { label: 'Durata', kind: 'number', min: 15, max: LONGEST, suffix: 'min', default: 60 },
  calendarIds: { label: 'Calendari', kind: 'lookups', most: 8 },
} as const satisfies Fields;

export const scopeFields = {
  scope: { label: 'Vale per', kind: 'choice', words: scopes },
} as const satisfies Fields;

const rounds = { never: 'Non si ripete', day: 'Ogni giorno', week: 'Ogni settimana', month: 'Ogni mese' } as const;

const again = { when: { field: 'every', is: ['day', 'week', 'month'] } } as const;

/** How an event comes again: until a day, or so many times. */
export const repeatFields = {
  every: { label: 'Si ripete', kind: 'choice', words: rounds },
  interval: { ...again, label: 'Ogni quanti', kind: 'number', min: 1, max: 99, default: 1 },
  weekdays: {
    label: 'Nei giorni',
    kind: 'many',
    words: weekdays,
    when: { field: 'every', is: ['week'] },
    help: 'Nessuna scelta: il giorno di inizio',
  },
  until: { ...again, label: 'Fino al', kind: 'day', span: 'planned', nullable: true },
  times: { ...again, label: 'Quante volte', kind: 'number', min: 1, max: 180, nullable: true },
} as const satisfies Fields;

/** An absence as it is entered; null: oneself. */
export const absenceFields = {
  userId: { label: 'Persona', kind: 'lookup', nullable: 'Io', shown: 'person' },
  from: { label: 'Dal', kind: 'day', span: 'planned', required: 'Inserire il primo giorno' },
  fromTime: { label: 'Dalle', kind: 'time', nullable: true, help: 'Vuoto: dall’inizio del giorno' },
  to: { label: 'Al', kind: 'day', span: 'planned', required: 'Inserire l’ultimo giorno' },
  toTime: { label: 'Alle', kind: 'time', nullable: true, help: 'Vuoto: fino alla fine del giorno' },
  reason: {
    label: 'Motivo',
    kind: 'text',
    maxLength: 80,
    help: 'Lo leggono la persona e chi gestisce gli utenti; gli altri leggono «Assente»',
  },
} as const satisfies Fields;
