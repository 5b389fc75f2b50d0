import { countryWords } from '../countries.ts';
import type { Fields } from '../fields.ts';
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
  issuedOn: { label: 'Rilasciato il', kind: 'day', nullable: true },
  expiresOn: { label: 'Scade il', kind: 'day', nullable: true },
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
  registeredOn: { label: 'Prima immatricolazione', kind: 'day', nullable: true },
  km: { label: 'Chilometri', kind: 'number', min: 0, max: 2_000_000, suffix: 'km', nullable: true },
  inspectionUntil: { label: 'Revisione entro il', kind: 'day', nullable: true },
  vin: { label: 'Telaio', kind: 'text', maxLength: 17 },
  notes: { label: 'Note', kind: 'text', maxLength: 200 },
} as const satisfies Fields;

/**
 * A customer (domain.md §2.7): the type decides which fields exist and which are required. Codes may be typed with
 * spaces.
 */
export const customerFields = {
  type: { label: 'Tipo di cliente', short: 'Tipo', kind: 'choice', words: customerTypeWords },
  /** Decides the forms of codes and address (domain.md §5.1, 20). */
  country: {
    label: 'Paese',
    kind: 'choice',
    words: countryWords,
    default: 'IT',
    invalid: 'Scegliere un paese, per esempio Germania o DE',
  },
  firstName: { label: 'Nome', kind: 'text', maxLength: 60, nullable: true, when: person, required: 'Inserire il nome' },
  lastName: {
    label: 'Cognome',
    kind: 'text',
    maxLength: 60,
    nullable: true,
    when: person,
    required: 'Inserire il cognome',
  },
  companyName: {
    label: 'Ragione sociale',
    kind: 'text',
    maxLength: 160,
    nullable: true,
    when: company,
    required: 'Inserire la ragione sociale',
  },
  legalForm: {
    label: 'Forma giuridica',
    kind: 'choice',
    words: legalFormWords,
    nullable: true,
    when: [company, italian],
    required: 'Scegliere la forma giuridica',
  },
  vatNumber: {
    label: 'Partita IVA',
    kind: 'text',
    maxLength: 24,
    nullable: true,
    when: trader,
    required: 'Inserire la partita IVA',
  },
  /** The code in the system that the customer comes from. */
  externalCode: { label: 'Codice esterno', kind: 'text', maxLength: 40, help: 'Nel gestionale di provenienza' },
  taxCode: { label: 'Codice fiscale', kind: 'text', maxLength: 24, nullable: true },
  birthDate: { label: 'Data di nascita', kind: 'day', nullable: true, when: person },
  birthPlace: { label: 'Luogo di nascita', kind: 'text', maxLength: 80, nullable: true, when: person },
  sex: { label: 'Sesso', kind: 'choice', words: sexWords, nullable: true, when: person },
  rea: {
    label: 'Numero REA',
    kind: 'text',
    maxLength: 12,
    nullable: true,
    when: [company, italian],
    help: 'Come sulla visura: MI-1234567',
  },
  sdi: { label: 'Codice SDI', kind: 'text', maxLength: 7, nullable: true, when: trader },
  pec: { label: 'PEC', kind: 'text', maxLength: 254, nullable: true, when: trader },
  phone: { label: 'Telefono', kind: 'text', phone: true, maxLength: 20, nullable: true },
  phone2: { label: 'Altro telefono', kind: 'text', phone: true, maxLength: 20, nullable: true },
  email: { label: 'E-mail', kind: 'text', maxLength: 254, nullable: true },
  address: { label: 'Indirizzo', kind: 'text', maxLength: 160, nullable: true },
  /** Five digits in Italy, free elsewhere. */
  cap: { label: 'CAP', kind: 'text', maxLength: 12, nullable: true },
  city: { label: 'Città', kind: 'text', maxLength: 80, nullable: true },
  /** Two letters. */
  province: { label: 'Provincia', kind: 'text', maxLength: 2, nullable: true, when: italian },
  iban: { label: 'IBAN', kind: 'text', maxLength: 42, nullable: true },
  sellerId: { label: 'Seguito da', kind: 'lookup', nullable: 'Nessuno', shown: 'seller' },
  documents: { label: 'Documento', kind: 'rows', fields: documentFields, most: 10, default: [] as object[] },
  cars: { label: 'Auto', kind: 'rows', fields: ownedCarFields, most: 30, default: [] as object[] },
  notes: { label: 'Note interne', short: 'Note', kind: 'area', maxLength: 2000 },
} as const satisfies Fields;
