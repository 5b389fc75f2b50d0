import { countryWords } from '../countries.ts';
import type { Fields } from '../record/fields.ts';
import { scan, typesOf } from '../uploads/kinds.ts';
import { customerTypeWords, documentKinds, legalFormWords, sexWords } from './terms.ts';

const person = { field: 'type', is: ['private', 'vat'] } as const;
const company = { field: 'type', is: ['fleet'] } as const;
const trader = { field: 'type', is: ['vat', 'fleet'] } as const;
const italian = { field: 'country', is: ['IT'] } as const;

/** An identity document of a customer; renewed ones may stay in the list. */
export const documentFields = {
  kind: { label: 'Documento', kind: 'choice', words: documentKinds },
  number: { label: 'Numero', kind: 'text', maxLength: 30, required: 'Inserire il numero' },
  issuer: { label: 'Rilasciato da', kind: 'text', maxLength: 80 },
  issuedOn: { label: 'Rilasciato il', kind: 'day', span: 'past', nullable: true },
  expiresOn: { label: 'Scade il', kind: 'day', span: 'period', nullable: true },
  /** An uploaded file (decision 014), which can be read only through the customer. */
  scan: {
    label: 'Scansione',
    kind: 'file',
    nullable: true,
    types: typesOf(scan.kinds),
    mostBytes: scan.mostBytes,
  },
} as const satisfies Fields;

/** A car of the customer, wherever it was bought. */
export const ownedCarFields = {
  plate: { label: 'Targa', kind: 'text', maxLength: 15 },
  maker: { label: 'Marca', kind: 'text', maxLength: 40 },
  model: { label: 'Modello', kind: 'text', maxLength: 80 },
  registeredOn: { label: 'Prima immatricolazione', kind: 'day', span: 'past', nullable: true },
  km: { label: 'Chilometri', kind: 'number', min: 0, max: 2_000_000, suffix: 'km', nullable: true },
  inspectionUntil: { label: 'Revisione entro il', kind: 'day', span: 'period', nullable: true },
  vin: { label: 'Telaio', kind: 'text', maxLength: 17 },
  notes: { label: 'Note', kind: 'text', maxLength: 200 },
} as const satisfies Fields;

/** The sections of a customer's page. Relations have no fields: they are saved one by one. */
export type CustomerSection = 'person' | 'contacts' | 'invoice' | 'documents' | 'cars' | 'relations' | 'notes';

/**
 * A customer (rules.md §7): the type decides which fields exist and which are required. Codes may be typed with
 * spaces.
 */
export const customerFields = {
  type: { label: 'Tipo di cliente', short: 'Tipo', kind: 'choice', words: customerTypeWords, section: 'person' },
  /** Decides the forms of codes and address (rules.md §7, 6). */
  country: {
    label: 'Paese',
    kind: 'choice',
    words: countryWords,
    default: 'IT',
    invalid: 'Scegliere un paese, per esempio Germania o DE',
    section: 'person',
  },
  firstName: {
    label: 'Nome',
    kind: 'text',
    maxLength: 60,
    nullable: true,
    when: person,
    required: 'Inserire il nome',
    help: 'Un trattino per chi ha un nome solo',
    section: 'person',
  },
  lastName: {
    label: 'Cognome',
    kind: 'text',
    maxLength: 60,
    nullable: true,
    when: person,
    required: 'Inserire il cognome',
    section: 'person',
  },
  companyName: {
    label: 'Ragione sociale',
    kind: 'text',
    maxLength: 160,
    nullable: true,
    when: company,
    required: 'Inserire la ragione sociale',
    section: 'person',
  },
  /** Of who is written in letters that no form prints and no office reads; what was typed stays the name. */
  latinName: {
    label: 'Nome in caratteri latini',
    kind: 'text',
    maxLength: 160,
    nullable: true,
    section: 'person',
  },
  legalForm: {
    label: 'Forma giuridica',
    kind: 'choice',
    words: legalFormWords,
    nullable: true,
    when: [company, italian],
    required: 'Scegliere la forma giuridica',
    section: 'person',
  },
  vatNumber: {
    label: 'Partita IVA',
    kind: 'text',
    maxLength: 24,
    nullable: true,
    when: trader,
    required: 'Inserire la partita IVA',
    help: 'Un ente con il solo codice fiscale la lascia vuota',
    section: 'person',
  },
  /** The code in the system that the customer comes from. */
  externalCode: {
    label: 'Codice esterno',
    kind: 'text',
    maxLength: 40,
    help: 'Nel gestionale di provenienza',
    section: 'notes',
  },
  taxCode: { label: 'Codice fiscale', kind: 'text', maxLength: 24, nullable: true, section: 'person' },
  birthDate: { label: 'Data di nascita', kind: 'day', span: 'past', nullable: true, when: person, section: 'person' },
  birthPlace: {
    label: 'Luogo di nascita',
    kind: 'text',
    maxLength: 80,
    nullable: true,
    when: person,
    section: 'person',
  },
  sex: { label: 'Sesso', kind: 'choice', words: sexWords, nullable: true, when: person, section: 'person' },
  rea: {
    label: 'Numero REA',
    kind: 'text',
    maxLength: 12,
    nullable: true,
    when: [company, italian],
    help: 'Come sulla visura: MI-1234567',
    section: 'person',
  },
  sdi: { label: 'Codice SDI', kind: 'text', maxLength: 7, nullable: true, when: trader, section: 'invoice' },
  pec: {
    label: 'PEC',
    kind: 'text',
    email: true,
    maxLength: 254,
    nullable: true,
    when: trader,
    invalid: 'Inserire una PEC valida',
    section: 'invoice',
  },
  phone: { label: 'Telefono', kind: 'text', phone: true, maxLength: 20, nullable: true, section: 'contacts' },
  phone2: { label: 'Altro telefono', kind: 'text', phone: true, maxLength: 20, nullable: true, section: 'contacts' },
  email: { label: 'E-mail', kind: 'text', email: true, maxLength: 254, nullable: true, section: 'contacts' },
  address: { label: 'Indirizzo', kind: 'text', maxLength: 160, nullable: true, section: 'contacts' },
  /** Five digits in Italy, free elsewhere. */
  cap: { label: 'CAP', kind: 'text', maxLength: 12, nullable: true, section: 'contacts' },
  city: { label: 'Città', kind: 'text', maxLength: 80, nullable: true, section: 'contacts' },
  /** Two letters. */
  province: { label: 'Provincia', kind: 'text', maxLength: 2, nullable: true, when: italian, section: 'contacts' },
  iban: { label: 'IBAN', kind: 'text', maxLength: 42, nullable: true, section: 'invoice' },
  sellerId: { label: 'Seguito da', kind: 'lookup', nullable: 'Nessuno', shown: 'seller', section: 'notes' },
  documents: {
    label: 'Documento',
    kind: 'rows',
    fields: documentFields,
    most: 10,
    default: [] as object[],
    section: 'documents',
  },
  cars: { label: 'Auto', kind: 'rows', fields: ownedCarFields, most: 30, default: [] as object[], section: 'cars' },
  notes: { label: 'Note interne', short: 'Note', kind: 'area', maxLength: 2000, section: 'notes' },
} as const satisfies Fields & Record<string, { section: CustomerSection }>;
