import type { Fields } from '../record/fields.ts';
import { SUM_LIMIT } from '../money.ts';

/** How customers may pay, as documents say it (rules.md §15, 1: cash below 5.000 €). */
export const paymentWords = {
  transfer: 'Bonifico bancario',
  check: 'Assegno circolare',
  card: 'Carta di pagamento',
  satispay: 'Satispay',
  financial: 'Finanziamento',
  cash: 'Contanti, sotto 5.000 €',
} as const;

/** An account for transfers; the first of a company is the one on its documents. */
const accountFields = {
  iban: { label: 'IBAN', kind: 'text', maxLength: 42, required: 'Inserire l’IBAN' },
  bank: { label: 'Banca', kind: 'text', maxLength: 80 },
} as const satisfies Fields;

/**
 * The data of a company on every document, and its look there. Civil Code 2250 asks for seat, register and number of
 * registration, capital as paid in, the only shareholder, and the liquidation.
 */
export const companyFields = {
  name: { label: 'Ragione sociale', kind: 'text', maxLength: 120, required: 'Inserire la ragione sociale' },
  vatNumber: { label: 'Partita IVA', kind: 'text', maxLength: 13 },
  taxCode: {
    label: 'Codice fiscale',
    kind: 'text',
    maxLength: 16,
    help: 'È anche il numero nel registro imprese. Vuoto: come la partita IVA',
  },
  address: { label: 'Indirizzo', kind: 'text', maxLength: 160, help: 'La sede legale' },
  cap: { label: 'CAP', kind: 'text', maxLength: 5, pattern: /^(\d{5})?$/, invalid: 'Inserire un CAP di 5 cifre' },
  city: { label: 'Città', kind: 'text', maxLength: 80 },
  /** The default province for IPT in new quotes. */
  province: {
    label: 'Provincia',
    kind: 'text',
    maxLength: 2,
    pattern: /^[A-Z]{2}$/,
    invalid: 'Scegliere la provincia',
  },
  phone: { label: 'Telefono', kind: 'text', phone: true, maxLength: 20 },
  email: { label: 'E-mail', kind: 'text', maxLength: 254 },
  website: { label: 'Sito', kind: 'text', maxLength: 120 },
  pec: { label: 'PEC', kind: 'text', maxLength: 254 },
  sdi: { label: 'Codice destinatario SDI', short: 'SDI', kind: 'text', maxLength: 7 },
  registry: {
    label: 'Registro imprese di',
    kind: 'text',
    maxLength: 80,
    help: 'Per esempio Milano Monza Brianza Lodi',
  },
  rea: { label: 'Numero REA', short: 'REA', kind: 'text', maxLength: 12, help: 'Per esempio MI-1234567' },
  capital: { label: 'Capitale sociale', kind: 'money', max: SUM_LIMIT, min: 1, nullable: 'Non indicato' },
  capitalPaid: {
    label: 'Capitale versato',
    kind: 'money',
    max: SUM_LIMIT,
    nullable: 'Interamente versato',
    help: 'Solo se non è versato tutto',
  },
  soleShareholder: { label: 'Società con unico socio', short: 'Unico socio', kind: 'flag' },
  inLiquidation: { label: 'Società in liquidazione', short: 'In liquidazione', kind: 'flag' },
  accounts: {
    label: 'Conti',
    kind: 'rows',
    fields: accountFields,
    most: 10,
    help: 'Il primo è quello preferito: sta sui documenti',
  },
  payments: {
    label: 'Pagamenti accettati',
    kind: 'many',
    words: paymentWords,
    help: 'Scritti in calce a preventivi e offerte',
  },
  signature: {
    label: 'Firma delle e-mail ai clienti',
    short: 'Firma delle e-mail',
    kind: 'area',
    maxLength: 1000,
    help: 'In fondo a ogni e-mail a un cliente. Vuoto: nessuna firma oltre al testo',
  },
  /** Colour of titles and lines of the documents, `#rrggbb`. */
  colour: {
    label: 'Colore dei titoli',
    kind: 'colour',
    default: '#1f3f8f',
    help: 'Titoli e linee dei documenti: abbastanza scuro da leggersi.',
  },
  /** Background of important figures, `#rrggbb`. */
  accent: {
    label: 'Colore degli sfondi',
    kind: 'colour',
    default: '#e8edf7',
    help: 'Dietro i riquadri: abbastanza chiaro da scriverci sopra.',
  },
} as const satisfies Fields;
