import { customerTypeWords } from '../customers/terms.ts';
import type { Fields } from '../record/fields.ts';
import { CAR_LIMIT } from '../money.ts';
import { estimateFields } from '../valuations/estimate-fields.ts';
import { iptExemptions } from './terms.ts';

/** What happens to a car that is taken in (specification §3). */
const usedWords = { barter: 'Permuta', scrapping: 'Rottamazione' } as const;

/** A car that is taken in: its valuation and the debt that its owner still has on it, in cents. */
export const tradeInFields = {
  type: { label: 'Tipo', kind: 'choice', words: usedWords },
  plate: { label: 'Targa', kind: 'text', maxLength: 12 },
  description: { label: 'Marca e modello', kind: 'text', maxLength: 120 },
  km: { label: 'Chilometri', kind: 'number', min: 0, max: 2_000_000, suffix: 'km', nullable: true },
  registeredOn: { label: 'Immatricolata il', kind: 'day', span: 'period', nullable: true },
  /** 0–6; decides the scrapping band of state aid. */
  euroClass: { label: 'Classe Euro', kind: 'number', min: 0, max: 6, nullable: true, head: false },
  valuation: { label: 'Valutazione', kind: 'money', max: CAR_LIMIT },
  residualDebt: { label: 'Residuo da estinguere', kind: 'money', max: CAR_LIMIT, head: false },
  /** First day of ownership by the customer or the household: state aid and makers require a number of months. */
  ownedSince: { label: 'Intestata dal', kind: 'day', span: 'period', nullable: true, head: false },
  /**
   * What the car is worth to the dealer; whatever the customer gets above it is a discount (caps.ts) and a cost
   * (margine III).
   */
  standInValue: { label: 'Quotazione', kind: 'money', max: CAR_LIMIT, nullable: true },
  /** The basis of the last estimate that the seller used; not printed. */
  estimate: { label: 'Stima', kind: 'group', nullable: true, fields: estimateFields, head: false },
} as const satisfies Fields;

/**
 * A discount that the seller gives: an amount in cents, negative to round the price up, or a percentage of the list
 * price.
 */
export const customDiscountFields = {
  label: { label: 'Descrizione', kind: 'text', maxLength: 80 },
  amount: { label: 'Importo', kind: 'money', max: CAR_LIMIT, min: -CAR_LIMIT, nullable: true },
  percent: {
    label: 'Percentuale',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    nullable: true,
    invalid: 'Inserire uno sconto da 0 a 100 %',
  },
} as const satisfies Fields;

/** Longest financing and longest policy, in months. */
const MONTHS = 120;

export const choiceFields = {
  planId: { label: 'Piano', kind: 'lookup', shown: 'plan' },
  /**
   * Cents that the financing pays to the dealer; null: whatever is left to pay, so that it follows the price (rules.md §9, 4).
   */
  amount: { label: 'Importo finanziato', kind: 'money', max: CAR_LIMIT, nullable: 'Segue il prezzo' },
  months: { label: 'Durata', kind: 'number', min: 1, max: MONTHS, suffix: 'mesi' },
  protection: { label: 'Con protezione del credito', kind: 'flag' },
  /** Yearly mileage, which decides the future value if the plan has a table of them. */
  kmPerYear: {
    label: 'Chilometri all’anno',
    kind: 'number',
    min: 1_000,
    max: 100_000,
    suffix: 'km',
    nullable: true,
    head: false,
  },
  /** Future value or last large instalment that the seller wants, in cents; null: the plan's own. */
  balloon: { label: 'Valore futuro o maxirata', kind: 'money', max: CAR_LIMIT, nullable: true },
} as const satisfies Fields;

/** A policy chosen for this car; the premium comes from the tariff on the sheet, which the snapshot keeps. */
export const insuranceFields = {
  tariffId: { label: 'Polizza', kind: 'lookup', shown: 'tariff' },
  months: { label: 'Durata', kind: 'number', min: 1, max: MONTHS, suffix: 'mesi' },
  /** Insured value in cents; null: the value of the car with its options. */
  insuredValue: { label: 'Valore assicurato', kind: 'money', max: CAR_LIMIT, nullable: true, head: false },
  /** Paid with the financing, if its amount follows the price; else with the balance. */
  inPlan: { label: 'Nel finanziamento', kind: 'flag' },
} as const satisfies Fields;

/** Everything that a seller decides in the builder: besides the sheet, the only input of the pricing engine. */
export const quoteFields = {
  versionId: { label: 'Versione', kind: 'lookup', head: false, section: 'version' },
  /** The car of the used stock; null: a new one. */
  stockId: { label: 'Auto usata', kind: 'lookup', nullable: true, head: false, section: 'services' },
  /** The car of the new stock; null: one that is ordered. */
  newCarId: { label: 'Auto in stock', kind: 'lookup', nullable: true, head: false, section: 'version' },
  /** Province of the buyer, on which IPT depends. */
  province: {
    label: 'Provincia',
    kind: 'text',
    maxLength: 2,
    pattern: /^[A-Z]{2}$/,
    invalid: 'Scegliere la provincia',
    section: 'version',
  },
  /** Chosen colour, interior, optionals and packs. */
  optionIds: {
    label: 'Colore, optional e pacchetti',
    kind: 'lookups',
    most: 100,
    shown: 'options',
    section: 'version',
  },
  accessoryIds: { label: 'Accessori', kind: 'lookups', most: 50, shown: 'accessories', section: 'version' },
  customer: {
    label: 'Cliente',
    kind: 'group',
    nullable: true,
    section: 'customer',
    fields: {
      id: { label: 'Cliente', kind: 'lookup', head: false },
      name: { label: 'Nome', kind: 'text', maxLength: 250 },
      type: { label: 'Tipo', kind: 'choice', words: customerTypeWords, head: false },
    },
  },
  /** The lead that it answers, which learns of it. */
  leadId: { label: 'Lead', kind: 'lookup', nullable: true, head: false, section: 'customer' },
  /** The visit from which it was begun, which learns who came. */
  visitId: { label: 'Visita', kind: 'lookup', nullable: true, head: false, section: 'customer' },
  /** Sale to a person with a disability at 4 % (L. 104/92). */
  reducedVat: { label: 'IVA al 4 % (L. 104/92)', kind: 'flag', section: 'customer' },
  iptExemption: { label: 'Esenzione IPT', kind: 'choice', words: iptExemptions, section: 'customer' },
  /** Sale of a margin-scheme car with VAT on the whole price, which the dealer may choose for each sale. */
  vatExposed: { label: 'Vendita con IVA esposta', kind: 'flag', section: 'customer' },
  tradeIns: {
    label: 'Usato',
    kind: 'rows',
    fields: tradeInFields,
    most: 3,
    invalid: 'Al massimo 3 usati',
    section: 'used',
  },
  /** When trade-ins are worth more than everything due, the difference is paid to the customer (rules.md §3, 1). */
  refund: { label: 'Rimborso al cliente', kind: 'flag', section: 'used' },
  /** Legal warranty of a used car agreed for 12 months instead of 24; only with consumers (rules.md §12, 3). */
  warrantyReduced: { label: 'Garanzia legale ridotta a 12 mesi', kind: 'flag', section: 'services' },
  serviceIds: { label: 'Servizi', kind: 'lookups', most: 30, shown: 'services', section: 'services' },
  makerServiceIds: {
    label: 'Servizi della Casa',
    kind: 'lookups',
    most: 30,
    shown: 'makerServices',
    section: 'makerServices',
  },
  incentiveIds: { label: 'Incentivi', kind: 'lookups', most: 20, shown: 'incentives', section: 'incentives' },
  customDiscounts: {
    label: 'Sconti del venditore',
    kind: 'rows',
    fields: customDiscountFields,
    most: 5,
    section: 'incentives',
  },
  /** The customer states no ISEE but declares an income within the first band. */
  lowIncome: { label: 'Fascia di reddito agevolata', kind: 'flag', section: 'incentives' },
  isee: { label: 'ISEE', kind: 'money', max: CAR_LIMIT, nullable: true, section: 'incentives' },
  /** Expected day of registration, for incentives that depend on it. */
  plateOn: { label: 'Immatricolazione prevista', kind: 'day', span: 'planned', nullable: true, section: 'incentives' },
  /** Number that the State's platform gives. */
  bookingNumber: { label: 'Numero di prenotazione', kind: 'text', maxLength: 40, section: 'incentives' },
  insurances: {
    label: 'Assicurazioni',
    kind: 'rows',
    fields: insuranceFields,
    most: 6,
    section: 'insurances',
  },
  /** Paid by the customer before the balance, in cents. */
  deposit: { label: 'Anticipo', kind: 'money', max: CAR_LIMIT, section: 'financial' },
  /** The chosen financing; which plans are possible is a rule. */
  financing: {
    label: 'Finanziamento',
    kind: 'group',
    nullable: true,
    fields: choiceFields,
    section: 'financial',
  },
  /** Other financings, shown beside the chosen one and printed after it. */
  alternatives: {
    label: 'Finanziamenti a confronto',
    kind: 'rows',
    fields: choiceFields,
    most: 2,
    section: 'financial',
  },
  notes: { label: 'Note', kind: 'area', maxLength: 4000, section: 'notes' },
} as const satisfies Fields;
