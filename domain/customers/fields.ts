import type { Fields } from '../fields.ts';
import { customerTypeWords, legalFormWords, sexWords } from './terms.ts';

const person = { field: 'type', is: ['private', 'vat'] } as const;
const company = { field: 'type', is: ['fleet'] } as const;
const trader = { field: 'type', is: ['vat', 'fleet'] } as const;

/** A customer (domain.md §2.7): which fields there are and which are needed follows the type. Codes may be typed with spaces. */
export const customerFields = {
  type: { label: 'Tipo di cliente', kind: 'choice', words: customerTypeWords },
  firstName: { label: 'Nome', kind: 'text', maxLength: 60, nullable: true, when: person, required: 'Inserire il nome' },
  lastName: {
    ...{ label: 'Cognome', kind: 'text', maxLength: 60, nullable: true, when: person },
    required: 'Inserire il cognome',
  },
  companyName: {
    ...{ label: 'Ragione sociale', kind: 'text', maxLength: 160, nullable: true, when: company },
    required: 'Inserire la ragione sociale',
  },
  legalForm: {
    ...{ label: 'Forma giuridica', kind: 'choice', words: legalFormWords, nullable: true, when: company },
    required: 'Scegliere la forma giuridica',
  },
  vatNumber: {
    ...{ label: 'Partita IVA', kind: 'text', maxLength: 13, nullable: true, when: trader },
    required: 'Inserire la partita IVA',
  },
  taxCode: { label: 'Codice fiscale', kind: 'text', maxLength: 19, nullable: true },
  birthDate: { label: 'Data di nascita', kind: 'day', nullable: true, when: person },
  birthPlace: { label: 'Luogo di nascita', kind: 'text', maxLength: 80, nullable: true, when: person },
  sex: { label: 'Sesso', kind: 'choice', words: sexWords, nullable: true, when: person },
  sdi: { label: 'Codice SDI', kind: 'text', maxLength: 7, nullable: true, when: trader },
  pec: { label: 'PEC', kind: 'text', maxLength: 254, nullable: true, when: trader },
  email: { label: 'E-mail', kind: 'text', maxLength: 254, nullable: true },
  phone: { label: 'Telefono', kind: 'text', maxLength: 20, nullable: true },
  address: { label: 'Indirizzo', kind: 'text', maxLength: 160, nullable: true },
  cap: { label: 'CAP', kind: 'text', maxLength: 5, nullable: true },
  city: { label: 'Città', kind: 'text', maxLength: 80, nullable: true },
  /** Two letters. */
  province: { label: 'Provincia', kind: 'text', maxLength: 2, nullable: true },
} as const satisfies Fields;
