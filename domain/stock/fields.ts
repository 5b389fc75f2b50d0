import { bodies } from '../catalog/bodies.ts';
import { fuels, gearboxes } from '../catalog/terms.ts';
import type { Fields } from '../record/fields.ts';
import { CAR_LIMIT, FEE_LIMIT } from '../money.ts';
import { placeFields } from './place-fields.ts';
import { askedPrice, leastPrices, taxRate } from './price-fields.ts';
import { costSeenWith, supplierSeenWith } from './rights.ts';
import { categories, costKinds, markets, papers, purchaseTypes, regimes, sellerKinds, warrantyKinds } from './terms.ts';

const count = { kind: 'number', min: 0, nullable: true } as const;
const expense = {
  kind: 'money',
  max: FEE_LIMIT,
  nullable: 'Come da tariffe',
  head: false,
  help: 'Vuoto: come da tariffe',
} as const;

/** A used car of the stock; amounts are cents with VAT, days are calendar days in Rome. */
export const usedCarFields = {
  code: { label: 'Codice', kind: 'text', maxLength: 30, help: 'Numero di stock; vuoto: il prossimo libero' },
  /** The code in the system that the car comes from. */
  externalCode: { label: 'Codice esterno', kind: 'text', maxLength: 40, help: 'Nel gestionale di provenienza' },
  plate: { label: 'Targa', kind: 'text', maxLength: 15 },
  vin: { label: 'Telaio', kind: 'text', maxLength: 17 },
  maker: { label: 'Marca', kind: 'text', maxLength: 40, required: 'Inserire la marca' },
  model: { label: 'Modello', kind: 'text', maxLength: 60, required: 'Inserire il modello' },
  versionName: { label: 'Versione', kind: 'text', maxLength: 100 },
  body: { label: 'Carrozzeria', kind: 'choice', words: bodies, default: 'hatchback' },
  fuel: { label: 'Alimentazione', kind: 'choice', words: fuels },
  gearbox: { label: 'Cambio', kind: 'choice', words: gearboxes, default: 'manual' },
  category: { label: 'Categoria', kind: 'choice', words: categories, default: 'M1', head: 'Categoria' },
  payload: {
    label: 'Portata',
    kind: 'number',
    min: 0,
    max: 12_000,
    suffix: 'kg',
    nullable: true,
    when: { field: 'category', is: ['N1', 'N2'] },
  },
  kw: { ...count, label: 'Potenza', min: 1, max: 1500, suffix: 'kW' },
  cc: { ...count, label: 'Cilindrata', max: 10_000, suffix: 'cc' },
  co2: { ...count, label: 'CO₂', max: 900, suffix: 'g/km' },
  euroClass: { label: 'Classe Euro', kind: 'text', maxLength: 12 },
  seats: { ...count, label: 'Posti', min: 1, max: 9 },
  doors: { ...count, label: 'Porte', min: 1, max: 6 },
  colour: { label: 'Colore', kind: 'text', maxLength: 40 },
  registeredOn: {
    label: 'Prima immatricolazione',
    short: 'Immatricolazione',
    kind: 'day',
    span: 'past',
    nullable: true,
  },
  km: { ...count, label: 'Chilometri', short: 'Km', max: 2_000_000, suffix: 'km' },
  owners: { ...count, label: 'Proprietari precedenti', short: 'Proprietari', max: 30 },
  inspectionUntil: { label: 'Revisione fino al', kind: 'day', span: 'period', nullable: true },
  ...placeFields,
  readyOn: { label: 'Pronta il', kind: 'day', span: 'planned', nullable: true, help: 'Fine del ripristino' },
  insuredUntil: {
    label: 'Assicurata fino al',
    kind: 'day',
    span: 'period',
    nullable: true,
    help: 'Per usarla come auto di servizio',
  },
  serviceEndKm: {
    ...count,
    label: 'Chilometri a fine servizio',
    max: 2_000_000,
    suffix: 'km',
    head: false,
  },
  purchaseType: { label: 'Tipo di acquisto', short: 'Acquisto', kind: 'choice', words: purchaseTypes },
  sellerKind: { label: 'Acquistata da', kind: 'choice', words: sellerKinds },
  sellerId: {
    label: 'Venditore tra i clienti',
    kind: 'lookup',
    nullable: true,
    head: false,
    seenWith: supplierSeenWith,
  },
  seller: { label: 'Venditore', kind: 'text', maxLength: 160, seenWith: supplierSeenWith },
  market: { label: 'Provenienza', kind: 'choice', words: markets, default: 'italy' },
  regime: { label: 'Regime IVA', short: 'Regime', kind: 'choice', words: regimes },
  purchasedOn: { label: 'Acquistata il', kind: 'day', span: 'recent', nullable: true },
  purchaseCost: {
    label: 'Costo di acquisto',
    kind: 'money',
    max: CAR_LIMIT,
    nullable: 'Non indicato',
    rate: 'purchaseTaxRate',
    seenWith: costSeenWith,
  },
  purchaseTaxRate: { ...taxRate, label: 'IVA sull’acquisto', default: 0, seenWith: costSeenWith },
  purchaseDocument: { label: 'Documento di acquisto', kind: 'text', maxLength: 60, seenWith: supplierSeenWith },
  expectedOn: { label: 'Arrivo previsto', kind: 'day', span: 'planned', nullable: true },
  acquiredOn: { label: 'In stock dal', kind: 'day', span: 'recent', nullable: true },
  consignor: { label: 'Proprietario (conto vendita)', kind: 'text', maxLength: 120, seenWith: supplierSeenWith },
  mandateUntil: { label: 'Mandato fino al', kind: 'day', span: 'period', nullable: true, seenWith: costSeenWith },
  consignmentFee: { label: 'Compenso', kind: 'money', max: FEE_LIMIT, nullable: true, seenWith: costSeenWith },
  retailPrice: { ...askedPrice, label: 'Prezzo al pubblico', short: 'Prezzo' },
  ...leastPrices,
  retailExpense: { ...expense, label: 'Passaggio di proprietà' },
  b2bExpense: { ...expense, label: 'Minivoltura' },
  exportExpense: { ...expense, label: 'Radiazione per esportazione' },
  warrantyKind: { label: 'Garanzia', kind: 'choice', words: warrantyKinds, nullable: 'Nessuna' },
  warrantyMonths: { ...count, label: 'Durata della garanzia', short: 'Mesi di garanzia', max: 120, suffix: 'mesi' },
  equipment: { label: 'Dotazioni', kind: 'area', maxLength: 4000, help: 'Una per riga' },
  papers: { label: 'Documenti presenti', short: 'Documenti', kind: 'many', words: papers },
  notes: { label: 'Note interne', short: 'Note', kind: 'area', maxLength: 2000 },
} as const satisfies Fields;

/** A line of a car's cost ledger: planned, spent, or both. */
export const costFields = {
  kind: { label: 'Voce', kind: 'choice', words: costKinds },
  note: { label: 'Descrizione', kind: 'text', maxLength: 120 },
  supplier: { label: 'Fornitore', kind: 'text', maxLength: 120 },
  document: { label: 'Documento', kind: 'text', maxLength: 60 },
  day: { label: 'Data', kind: 'day', span: 'planned', nullable: true },
  // Negative where money comes back: a supplier's credit note, a refund, an adjustment.
  expected: { label: 'Previsto', kind: 'money', max: CAR_LIMIT, min: -CAR_LIMIT, nullable: true, rate: 'taxRate' },
  amount: {
    label: 'Effettivo',
    kind: 'money',
    max: CAR_LIMIT,
    min: -CAR_LIMIT,
    nullable: 'Non ancora',
    rate: 'taxRate',
    help: 'Negativo per uno storno o un rimborso',
  },
  taxRate: { ...taxRate, label: 'IVA', default: 22, among: [22, 10, 4, 0] },
} as const satisfies Fields;
