import type { Field, Fields, Values } from '#domain/record/fields.ts';
import { mailDefaults, MAIL_TEXT, UNKNOWN_VARIABLE } from './mail-texts.ts';
import { EXPIRY_DAYS, quoteSectionWords } from '../terms.ts';
import { CAR_LIMIT, FEE_LIMIT } from '#domain/money.ts';

/** Vehicle categories of the Documento Unico (rules.md §16). */
const categoryWords = {
  M1: 'Autovetture (M1)',
  N1: 'Autocarri fino a 35 q (N1)',
  N2: 'Autocarri oltre 35 q (N2)',
  L: 'Moto (L)',
};
/** Amounts for a vehicle category that differ from the general ones; cents with VAT, fees without VAT (art. 15). */
const chargeFields = {
  category: { label: 'Categoria', kind: 'choice', words: categoryWords },
  roadCost: { label: 'Messa su strada', kind: 'money', max: FEE_LIMIT, nullable: true },
  tyreFee: { label: 'Contributo PFU', kind: 'money', max: FEE_LIMIT, nullable: true },
  fees: { label: 'Bolli, emolumenti e targhe', kind: 'money', max: FEE_LIMIT, nullable: true },
} as const satisfies Fields;

/** The highest own discount of a role on new or used cars of a brand, in percent of the list price. */
const capFields = {
  role: { label: 'Ruolo', kind: 'text', maxLength: 60, nullable: 'Tutti i ruoli' },
  makerId: { label: 'Marca', kind: 'lookup', nullable: 'Tutte le marche', shown: 'maker' },
  usage: { label: 'Auto', kind: 'choice', words: { new: 'Nuove', used: 'Usate' }, nullable: 'Tutte' },
  percent: {
    label: 'Massimo',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    invalid: 'Inserire uno sconto da 0 a 100 %',
  },
} as const satisfies Fields;
/** Default conditions under quotes of used cars, until the company writes its own. */
const usedConditions = [
  'Il preventivo vale fino alla data indicata, salvo venduto: l’auto non è riservata al cliente finché non c’è un contratto.',
  'Il prezzo comprende il passaggio di proprietà; l’IPT dipende dalla potenza dell’auto e dalla provincia del cliente. Imposte e diritti sono anticipati in nome e per conto del cliente (art. 15 DPR 633/72).',
  'Chilometri e dotazioni sono quelli rilevati alla data del preventivo.',
  'La valutazione dell’usato ritirato è confermata alla visione dell’auto; il residuo da estinguere resta a carico del cliente.',
].join('\n');
const cap = (role: string, percent: number) => ({ role, makerId: null, usage: null, percent });

/** Default conditions under wholesale offers, until the company writes its own. */
const b2bConditions = [
  'Offerta riservata a operatori professionali con partita IVA; le auto restano in vendita fino all’accettazione scritta.',
  'Auto viste e piaciute nello stato in cui si trovano, vendute senza la garanzia legale di conformità dei consumatori.',
  'Consegna a pagamento avvenuto; documenti e passaggio a cura di chi è indicato nell’offerta.',
].join('\n');
const mail = (label: string, text: string) =>
  ({
    label,
    kind: text.includes('\n') ? 'area' : 'text',
    maxLength: text.includes('\n') ? 4000 : 150,
    pattern: MAIL_TEXT,
    invalid: UNKNOWN_VARIABLE,
    default: text,
  }) as const satisfies Field;

/**
 * A company's settings for its quotes, each with its default. They are dated: an issued
 * quote keeps the values it was issued with.
 */
export const quoteSettingFields = {
  expiryDays: { label: 'Giorni di validità', kind: 'number', suffix: 'giorni', min: 1, max: 90, default: EXPIRY_DAYS },
  roadVat: {
    label: 'Messa su strada: importi',
    short: 'Importi',
    kind: 'choice',
    words: { included: 'IVA inclusa', excluded: 'Imponibile' },
    default: 'included',
  },
  roadRegistration: { label: 'Immatricolazione', kind: 'money', max: FEE_LIMIT },
  roadTransport: { label: 'Trasporto', kind: 'money', max: FEE_LIMIT },
  roadPreparation: { label: 'Preparazione', kind: 'money', max: FEE_LIMIT },
  agencyFee: {
    label: 'Pratica di passaggio (usato)',
    short: 'Pratica usato',
    kind: 'money',
    max: FEE_LIMIT,
    default: 109_80,
    help: 'IVA inclusa',
  },
  charges: {
    label: 'Importi per categoria',
    short: 'Importi',
    kind: 'rows',
    fields: chargeFields,
    most: 4,
  },
  caps: {
    label: 'Limiti di sconto',
    kind: 'rows',
    fields: capFields,
    most: 60,
    default: [cap('Venditore', 5), cap('Venditore usato / B2B', 5), cap('Responsabile vendite', 10)],
  },
  quotationRequired: {
    label: 'Quotazione dell’usato obbligatoria',
    short: 'Quotazione obbligatoria',
    kind: 'flag',
    help: 'La valutazione che la supera conta come sconto: senza quotazione il preventivo non si emette',
  },
  objectiveBonus: {
    label: 'Premio obiettivo per auto',
    kind: 'money',
    max: FEE_LIMIT,
    help: 'Senza IVA, entra nel margine II',
  },
  stockCost: {
    label: 'Costo di giacenza per auto',
    kind: 'money',
    max: FEE_LIMIT,
    help: 'Senza IVA, esce dal margine III',
  },
  deposit: { label: 'Anticipo proposto', kind: 'money', max: CAR_LIMIT },
  notes: { label: 'Note proposte', kind: 'area', maxLength: 1000 },
  sections: { label: 'Ordine delle sezioni', kind: 'order', words: quoteSectionWords },
  footer: { label: 'Condizioni in calce', kind: 'area', maxLength: 4000, help: 'Un paragrafo per riga' },
  usedFooter: {
    label: 'Condizioni in calce, usato',
    short: 'Condizioni usato',
    kind: 'area',
    maxLength: 4000,
    default: usedConditions,
    help: 'Un paragrafo per riga',
  },
  b2bFooter: {
    label: 'Condizioni in calce, B2B',
    short: 'Condizioni B2B',
    kind: 'area',
    maxLength: 4000,
    default: b2bConditions,
    help: 'Un paragrafo per riga',
  },
  offerSubject: mail('E-mail con il preventivo: oggetto', mailDefaults.offerSubject),
  offerText: mail('E-mail con il preventivo: testo', mailDefaults.offerText),
  reminderSubject: mail('E-mail prima della scadenza: oggetto', mailDefaults.reminderSubject),
  reminderText: mail('E-mail prima della scadenza: testo', mailDefaults.reminderText),
  receiptSubject: mail('E-mail dopo l’accettazione: oggetto', mailDefaults.receiptSubject),
  receiptText: mail('E-mail dopo l’accettazione: testo', mailDefaults.receiptText),
} as const satisfies Fields;
export type QuoteSettings = Values<typeof quoteSettingFields>;
export type DiscountCap = QuoteSettings['caps'][number];
