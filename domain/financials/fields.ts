import type { Fields } from '../record/fields.ts';
import { offeredFields } from '../record/offered.ts';
import { pricedFields as priced } from '../record/priced-fields.ts';
import { privileges as p } from '../privileges.ts';
import { balloonBasisWords, planTypeWords, planUsages, taxModes } from './terms.ts';
import { CAR_LIMIT, FEE_LIMIT } from '../money.ts';

const months = { label: 'Mesi', kind: 'number', min: 2, max: 120, suffix: 'mesi', default: 36 } as const;
const tan = { label: 'TAN', kind: 'percent', min: 0, max: 30, decimals: 2, invalid: 'TAN da 0 a 30 %' } as const;
const withBalloon = { field: 'type', is: ['tcm', 'two_step_base', 'two_step_fixed'] } as const;
const balloon = { kind: 'percent', min: 0, max: 90, decimals: 2, invalid: 'Da 0 a 90 %', when: withBalloon } as const;
const inTwoSteps = { field: 'type', is: ['two_step_base', 'two_step_fixed'] } as const;

/** A duration of a plan with its TAN and, for balloon plans, the balloon in percent of the basis. */
export const termFields = {
  months,
  tan,
  balloonPercent: {
    label: 'Maxirata',
    kind: 'percent',
    min: 0,
    max: 90,
    decimals: 2,
    nullable: true,
    invalid: 'Da 0 a 90 %',
  },
} as const satisfies Fields;

/** Guaranteed future value for a duration and a yearly mileage, in percent of the basis. */
export const futureValueFields = {
  /** The basket of versions that the row is for; null: all versions that are in no other basket of the table. */
  basketId: { label: 'Paniere', kind: 'number', min: 1, suffix: 'paniere', nullable: 'Tutte le altre' },
  months,
  kmPerYear: {
    label: 'Km all’anno',
    kind: 'number',
    min: 1000,
    max: 100_000,
    suffix: 'km/anno',
    default: 15_000,
  },
  percent: { label: 'VFG', kind: 'percent', min: 0, max: 90, decimals: 2, invalid: 'Da 0 a 90 %' },
} as const satisfies Fields;

/** A financing plan of a company; amounts in cents. */
export const planFields = {
  code: priced.code,
  name: { label: 'Piano', kind: 'text', required: 'Inserire il nome del piano', maxLength: 120 },
  lender: { label: 'Finanziaria', kind: 'text', required: 'Inserire la finanziaria', maxLength: 120 },
  type: { label: 'Tipo', kind: 'choice', words: planTypeWords, default: 'loan' },
  usages: {
    label: 'Per',
    kind: 'many',
    words: planUsages,
    default: ['new', 'used'],
    required: 'Scegliere almeno un tipo di preventivo',
  },
  terms: { label: 'Durate', kind: 'rows', fields: termFields, most: 24 },
  balloonBasis: {
    label: 'Maxirata calcolata su',
    kind: 'choice',
    words: balloonBasisWords,
    nullable: true,
    when: withBalloon,
  },
  futureValues: {
    label: 'Valori futuri garantiti',
    short: 'Valori futuri',
    kind: 'rows',
    fields: futureValueFields,
    most: 240,
    help: 'Mesi per chilometri, in linea retta tra due percorrenze; vuoto, le maxirate delle durate',
  },
  futureTableIds: {
    label: 'Tabelle della Casa',
    kind: 'lookups',
    most: 24,
    shown: 'futureTables',
    when: withBalloon,
    help: 'Al posto di righe proprie: seguono da sole le nuove edizioni',
  },
  /** Euros, not cents, because prices per kilometre have fractions of a cent. */
  exceedKmPrice: {
    label: 'Chilometro in più',
    kind: 'number',
    min: 0,
    max: 5,
    decimals: 3,
    suffix: '€/km',
    nullable: true,
    when: { field: 'type', is: ['tcm'] },
  },
  secondMonths: {
    label: 'Secondo tempo: durata',
    short: 'Secondo tempo',
    kind: 'number',
    min: 1,
    max: 120,
    suffix: 'mesi',
    nullable: true,
    when: inTwoSteps,
  },
  secondTan: { ...tan, label: 'Secondo tempo: TAN', short: 'TAN secondo tempo', nullable: true, when: inTwoSteps },
  fee: { label: 'Istruttoria', kind: 'money', max: FEE_LIMIT, default: 0 },
  collectionFee: { label: 'Incasso rata', kind: 'money', max: FEE_LIMIT, default: 0 },
  yearlyFee: { label: 'Comunicazione annuale', kind: 'money', max: FEE_LIMIT, default: 0 },
  taxMode: { label: 'Imposta', kind: 'choice', words: taxModes, default: 'substitute' },
  /** Percent of the capital for each month; null: the plan does not offer it. */
  protectionPercent: {
    label: 'Protezione del credito al mese',
    short: 'CPI al mese',
    kind: 'percent',
    min: 0,
    max: 10,
    decimals: 4,
    nullable: 'Non prevista',
  },
  minAmount: { label: 'Importo minimo', kind: 'money', max: CAR_LIMIT, default: 0 },
  maxAmount: { label: 'Importo massimo', kind: 'money', max: CAR_LIMIT, default: 75_000_00 },
  /** Percent of the keys-in-hand price. */
  minDepositPercent: { label: 'Anticipo minimo', kind: 'percent', min: 0, max: 100, decimals: 2, default: 0 },
  maxDepositPercent: {
    label: 'Anticipo massimo',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    nullable: 'Nessun limite',
  },
  /** Percent of the basis: how far a seller may deviate from the plan's own balloon. */
  minBalloonPercent: { ...balloon, label: 'Maxirata minima', nullable: 'Nessun limite' },
  maxBalloonPercent: { ...balloon, label: 'Maxirata massima', nullable: 'Quella del piano' },
  /** Percent of the financed amount. */
  commissionPercent: {
    label: 'Provvigione',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    default: 0,
    seenWith: [p.manageFinancials, p.seeMargin],
  },
  ...offeredFields,
} as const satisfies Fields;
