import type { Fields, Values } from '../record/fields.ts';
import { valuationTableFields } from './valuation-fields.ts';
import { costFields, usedCarFields } from './fields.ts';
import { FEE_LIMIT } from '../money.ts';

const { kind, note, taxRate } = costFields;
const quota = { kind: 'number', min: 0, max: 100_000, default: 100 } as const;
const expense = { kind: 'money', max: FEE_LIMIT, nullable: 'Come da tariffe' } as const;

/** A cost expected for every used car, VAT included, as in the ledger. */
const preparationFields = {
  kind,
  note,
  amount: { label: 'Importo', kind: 'money', max: FEE_LIMIT, rate: 'taxRate' },
  taxRate,
} as const satisfies Fields;

/**
 * A company's settings for its used cars (rules.md §12), each with its default.
 * Costs, warranty and expenses are copied into each car that is entered and belong to the car from then on.
 */
export const usedSettingFields = {
  preparation: {
    label: 'Costi previsti per ogni auto inserita',
    short: 'Costi previsti',
    kind: 'rows',
    most: 12,
    fields: preparationFields,
  },
  warrantyKind: usedCarFields.warrantyKind,
  warrantyMonths: {
    ...usedCarFields.warrantyMonths,
    min: 12,
    help: 'Ai privati almeno 12 mesi, e solo se scritto nel contratto: altrimenti 24',
  },
  retailExpense: { ...expense, label: usedCarFields.retailExpense.label },
  b2bExpense: { ...expense, label: usedCarFields.b2bExpense.label },
  exportExpense: { ...expense, label: usedCarFields.exportExpense.label },
  minMargin: {
    label: 'Margine minimo',
    kind: 'money',
    max: FEE_LIMIT,
    nullable: 'Nessuno',
    help: 'Un’auto il cui margine atteso è più basso va tra quelle da guardare; senza un minimo, quelle in perdita',
  },
  targetMargin: {
    label: 'Utile voluto',
    kind: 'money',
    max: FEE_LIMIT,
    default: 1_500_00,
    help: 'Proposto quando si calcola quanto pagare un’auto al massimo',
  },
  warrantyCost: {
    label: 'Costo della garanzia per auto',
    short: 'Costo della garanzia',
    kind: 'money',
    max: FEE_LIMIT,
    help: 'Senza IVA, nello stesso calcolo',
  },
  sellingCost: {
    label: 'Spese di vendita per auto',
    short: 'Spese di vendita',
    kind: 'money',
    max: FEE_LIMIT,
    help: 'Senza IVA, nello stesso calcolo',
  },
  quotaInfocarPlates: { ...quota, label: 'Targhe Infocar al mese', short: 'Targhe Infocar' },
  quotaSimpleEvaluations: { ...quota, label: 'Valutazioni semplici al mese', short: 'Valutazioni semplici' },
  quotaEurotaxPlates: { ...quota, label: 'Targhe Eurotax al mese', short: 'Targhe Eurotax' },
  quotaIndicataGeneric: { ...quota, label: 'Richieste a Indicata al mese', short: 'Indicata' },
  quotaAdvancedEvaluations: { ...quota, label: 'Valutazioni avanzate al mese', short: 'Valutazioni avanzate' },
  overQuota: {
    label: 'Oltre la quota si continua a interrogare',
    short: 'Oltre la quota',
    kind: 'flag',
    help: 'Altrimenti al 100 % ci si ferma fino al mese dopo',
  },
  offerDays: {
    label: 'Offerta al cliente valida per',
    short: 'Validità dell’offerta',
    kind: 'number',
    min: 1,
    max: 90,
    suffix: 'giorni',
    default: 7,
  },
  answerMinutes: {
    label: 'Lo specialista risponde entro',
    short: 'Risposta dello specialista',
    kind: 'number',
    min: 5,
    max: 4800,
    suffix: 'minuti',
    default: 60,
    help: 'Minuti di apertura della sede',
  },
  rankKm: {
    label: 'Auto confrontabili: chilometri in più o in meno',
    short: 'Chilometri confrontabili',
    kind: 'number',
    min: 1000,
    max: 200_000,
    suffix: 'km',
    default: 20_000,
  },
  rankYears: {
    label: 'Auto confrontabili: anni in più o in meno',
    short: 'Anni confrontabili',
    kind: 'number',
    min: 0,
    max: 10,
    default: 1,
  },
  ...valuationTableFields,
} as const satisfies Fields;
export type UsedSettings = Values<typeof usedSettingFields>;
