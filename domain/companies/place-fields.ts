import type { Fields } from '../record/fields.ts';
import { hoursFields } from './hours-fields.ts';

const line = { kind: 'text', maxLength: 80 } as const;

/** A location of a company. Hours are in Rome. */
export const locationFields = {
  name: { ...line, label: 'Nome', required: 'Inserire il nome' },
  address: { ...line, label: 'Indirizzo', maxLength: 160 },
  cap: { ...line, label: 'CAP', maxLength: 5, pattern: /^(\d{5})?$/, invalid: 'Inserire un CAP di 5 cifre' },
  city: { ...line, label: 'Città' },
  province: { ...line, label: 'Provincia', maxLength: 2, pattern: /^([A-Z]{2})?$/, invalid: 'Due lettere maiuscole' },
  phone: { ...line, label: 'Telefono', phone: true, maxLength: 40 },
  capacity: { label: 'Posti auto', kind: 'number', min: 0, max: 100_000, nullable: 'Non indicati' },
  hours: { ...hoursFields.hours, help: 'I giorni che mancano sono di chiusura' },
  closures: hoursFields.closures,
  patron: {
    ...line,
    label: 'Festa del patrono',
    maxLength: 5,
    help: 'Giorno e mese, per esempio 07/12: chiusa ogni anno',
    pattern: /^((0[1-9]|[12]\d|3[01])\/(0[1-9]|1[0-2]))?$/,
    invalid: 'Giorno e mese, per esempio 07/12',
  },
  openOnHolidays: { label: 'Aperta nei giorni festivi', short: 'Nei festivi', kind: 'flag' },
  selfTake: {
    label: 'I venditori prendono da soli chi aspetta',
    short: 'Presa diretta',
    kind: 'flag',
    default: true,
    help: 'Altrimenti le visite le assegna l’accoglienza',
  },
} as const satisfies Fields;

export const centerKinds = { new: 'Nuovo', used: 'Usato', service: 'Assistenza' } as const;

/** A business center, to which sales and margins are assigned. */
export const centerFields = {
  name: { ...line, label: 'Nome', required: 'Inserire il nome' },
  kind: { label: 'Tipo', kind: 'choice', words: centerKinds },
  locationId: { label: 'Sede', kind: 'lookup', nullable: 'Tutte', shown: 'location' },
} as const satisfies Fields;
