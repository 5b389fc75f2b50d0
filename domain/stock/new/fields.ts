import type { Fields } from '#domain/record/fields.ts';
import { CAR_LIMIT, FEE_LIMIT } from '#domain/money.ts';
import { placeFields } from '../place-fields.ts';
import { askedPrice, leastPrices, taxRate } from '../price-fields.ts';
import { costSeenWith, supplierSeenWith } from '../rights.ts';
import { conversions, newPapers } from '../new-terms.ts';

const day = { kind: 'day', nullable: true } as const;

/** A new car of the stock; amounts are cents with VAT, days are calendar days in Rome. */
export const newCarFields = {
  code: { label: 'Codice', kind: 'text', maxLength: 30, help: 'Numero di stock; vuoto: il prossimo libero' },
  /** The code in the system that the car comes from. */
  externalCode: { label: 'Codice esterno', kind: 'text', maxLength: 40, help: 'Nel gestionale di provenienza' },
  orderNumber: { label: 'Numero d’ordine', short: 'Ordine', kind: 'text', maxLength: 30 },
  versionId: { label: 'Versione', kind: 'lookup', shown: 'versionName', required: 'Scegliere la versione' },
  optionIds: {
    label: 'Colore, optional e pacchetti',
    short: 'Optional',
    kind: 'lookups',
    most: 100,
    shown: 'options',
  },
  vin: { label: 'Telaio', kind: 'text', maxLength: 17 },
  plate: { label: 'Targa', kind: 'text', maxLength: 15 },
  registeredOn: { ...day, span: 'planned', label: 'Immatricolata il', short: 'Immatricolazione' },
  orderedOn: { ...day, span: 'recent', label: 'Ordinata il', short: 'Ordinata' },
  expectedOn: { ...day, span: 'planned', label: 'Arrivo previsto' },
  arrivedOn: { ...day, span: 'recent', label: 'In stock dal' },
  ...placeFields,
  purchaseCost: {
    label: 'Costo fattura',
    kind: 'money',
    max: CAR_LIMIT,
    nullable: 'Non indicato',
    rate: 'purchaseTaxRate',
    seenWith: costSeenWith,
  },
  purchaseTaxRate: { ...taxRate, label: 'IVA sulla fattura', default: 22, seenWith: costSeenWith },
  invoice: { label: 'Fattura della Casa', short: 'Fattura', kind: 'text', maxLength: 60, seenWith: supplierSeenWith },
  otherCosts: {
    label: 'Altre spese',
    kind: 'money',
    max: CAR_LIMIT,
    // Negative where the maker gives more back than they come to.
    min: -FEE_LIMIT,
    nullable: true,
    help: 'Trasporto e preparazione, IVA inclusa; negative per un rimborso',
    seenWith: costSeenWith,
  },
  price: { ...askedPrice, label: 'Prezzo proposto', short: 'Prezzo' },
  ...leastPrices,
  papers: { label: 'Documenti presenti', short: 'Documenti', kind: 'many', words: newPapers },
  notes: { label: 'Note interne', short: 'Note', kind: 'area', maxLength: 2000 },
} as const satisfies Fields;

/** The dealer's input when registering a car in its own name; `registration`: IPT and fees, without VAT, in cents. */
export const conversionFields = {
  kind: { label: 'Diventa', kind: 'choice', words: conversions, default: 'km0' },
  plate: { label: 'Targa', kind: 'text', maxLength: 15, required: 'Inserire la targa' },
  registeredOn: { label: 'Immatricolata il', kind: 'day', span: 'planned' },
  km: { label: 'Chilometri', kind: 'number', min: 0, max: 2_000_000, suffix: 'km' },
  registration: {
    label: 'Costo dell’immatricolazione',
    kind: 'money',
    max: FEE_LIMIT,
    help: 'IPT e pratiche, senza IVA',
  },
  price: { label: 'Prezzo al pubblico', kind: 'money', max: CAR_LIMIT, nullable: 'Senza prezzo' },
} as const satisfies Fields;
