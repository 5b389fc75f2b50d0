import type { Fields } from '../record/fields.ts';
import { offeredFields } from '../record/offered.ts';
import { pricedFields as priced } from '../record/priced-fields.ts';
import { privileges as p } from '../privileges.ts';
import {
  covers,
  HEALTH_PERCENT,
  insuranceMonths,
  insuranceTypes,
  insuredUsages,
  PROVINCIAL_PERCENT,
  tariffModels,
  type Cover,
} from './terms.ts';
import { CAR_LIMIT, FEE_LIMIT } from '../money.ts';

const coefficient = {
  label: 'Coefficiente',
  kind: 'number',
  min: 0,
  max: 100,
  decimals: 3,
  default: 1,
  invalid: 'Inserire un coefficiente da 0 a 100',
} as const;
const paid = { kind: 'percent', min: 0, max: 100, decimals: 2, default: 0 } as const;
const paidSeenWith = [p.manageInsurances, p.seeMargin] as const;
const model = (...is: (keyof typeof tariffModels)[]) => ({ field: 'model', is });

/** A net premium in cents for cars up to a value (cents, included) and a duration in months. */
export const cellFields = {
  valueTo: { label: 'Valore fino a', kind: 'money', max: CAR_LIMIT, nullable: 'Senza limite' },
  months: { label: 'Mesi', kind: 'number', min: 1, max: 120, suffix: 'mesi', default: 12 },
  premium: { label: 'Premio netto', kind: 'money', max: FEE_LIMIT },
} as const satisfies Fields;

/**
 * Tax in percent of the net premium (rules.md §10); for RCA the provincial tax plus the contribution to the national
 * health service.
 */
export const coverTaxes: Record<Cover, number> = {
  liability: PROVINCIAL_PERCENT + HEALTH_PERCENT,
  theft_fire: 13.5,
  kasko: 13.5,
  collision: 13.5,
  glass: 13.5,
  natural: 13.5,
  unrest: 13.5,
  assistance: 10,
  legal: 12.5,
  injuries: 2.5,
  life: 0,
  disability: 2.5,
  job: 2.5,
};

/** A guarantee of a product with its tariff; amounts are net cents. Fields that its model does not use are ignored. */
export const coverFields = {
  cover: { label: 'Garanzia', kind: 'choice', words: covers },
  model: { label: 'Tariffa', kind: 'choice', words: tariffModels },
  premium: { label: 'Premio netto', kind: 'money', max: FEE_LIMIT, default: 0, when: model('fixed') },
  yearly: { label: 'Per ogni anno di durata', kind: 'flag', when: model('fixed') },
  /** Percent of the insured value for each year. */
  rate: {
    label: 'Tasso',
    kind: 'number',
    min: 0,
    max: 1000,
    decimals: 3,
    suffix: '‰',
    default: 0,
    invalid: 'Inserire un tasso da 0 a 1.000 per mille',
    when: model('rate'),
  },
  minimum: { label: 'Premio minimo netto', kind: 'money', max: FEE_LIMIT, default: 0, when: model('rate') },
  cells: {
    label: 'Tabella dei premi',
    kind: 'rows',
    fields: cellFields,
    most: 120,
    when: model('matrix'),
    help: 'Per ogni durata, dal valore più basso al più alto',
  },
  /** Percent of the financed capital for each month. */
  percentPerMonth: {
    label: 'Percentuale al mese',
    kind: 'percent',
    min: 0,
    max: 10,
    decimals: 4,
    default: 0,
    when: model('financed'),
  },
  taxPercent: {
    label: 'Imposta',
    kind: 'percent',
    min: 0,
    max: 50,
    decimals: 2,
    default: 13.5,
    invalid: 'Inserire una imposta da 0 a 50 %',
  },
  conditions: { label: 'Scoperto, franchigia, massimale', kind: 'text', maxLength: 160 },
} as const satisfies Fields;

/** Provinces with a coefficient of their own; a zone without provinces is for all others. */
export const zoneFields = {
  name: { label: 'Zona', kind: 'text', maxLength: 60, required: 'Inserire il nome della zona' },
  provinces: {
    label: 'Province',
    kind: 'text',
    maxLength: 400,
    pattern: /^([A-Z]{2}( [A-Z]{2})*)?$/,
    invalid: 'Sigle separate da spazi, per esempio MI MB',
    help: 'Vuoto: tutte le altre',
  },
  coefficient,
  /** Provincial tax on RCA; null: the common rate. */
  provincialTax: {
    label: 'Imposta provinciale RCA',
    kind: 'percent',
    min: 9,
    max: 16,
    decimals: 2,
    nullable: true,
    invalid: 'Da 9 a 16 %',
  },
} as const satisfies Fields;

/** Power of the car in kW, with its coefficient. */
export const powerFields = {
  kwTo: { label: 'Fino a', kind: 'number', min: 0, max: 2000, suffix: 'kW', nullable: 'Senza limite' },
  coefficient,
} as const satisfies Fields;

/** An insurance product of a company, with its tariff; amounts in cents. */
export const insuranceFields = {
  code: priced.code,
  name: {
    label: 'Prodotto',
    kind: 'text',
    required: 'Inserire il nome del prodotto',
    maxLength: 120,
    section: 'general',
  },
  insurer: { label: 'Compagnia', kind: 'text', required: 'Inserire la compagnia', maxLength: 120, section: 'general' },
  type: { label: 'Tipo', kind: 'choice', words: insuranceTypes, section: 'general' },
  usages: {
    label: 'Per auto',
    kind: 'many',
    words: insuredUsages,
    default: ['new', 'used'],
    section: 'general',
    required: 'Scegliere almeno un tipo di auto',
  },
  /** Durations of the policy; for credit protection the financing decides. */
  durations: { label: 'Durate', kind: 'many', words: insuranceMonths, default: ['12'], section: 'tariff' },
  covers: { label: 'Garanzie', kind: 'rows', fields: coverFields, most: 12, section: 'tariff' },
  zones: {
    label: 'Zone',
    kind: 'rows',
    fields: zoneFields,
    most: 30,
    section: 'tariff',
    help: 'Coefficiente delle tariffe a premio, a tasso e a tabella',
  },
  powers: { label: 'Potenza', kind: 'rows', fields: powerFields, most: 20, section: 'tariff' },
  minValue: { label: 'Valore assicurato da', kind: 'money', max: CAR_LIMIT, nullable: true, section: 'limits' },
  maxValue: { label: 'Valore assicurato fino a', kind: 'money', max: CAR_LIMIT, nullable: true, section: 'limits' },
  maxMonths: {
    label: 'Età massima dell’auto',
    kind: 'number',
    min: 0,
    max: 600,
    suffix: 'mesi',
    nullable: true,
    section: 'limits',
  },
  /** Percent of the net premium. */
  commissionPercent: { ...paid, label: 'Provvigione', seenWith: paidSeenWith, section: 'general' },
  rappelPercent: { ...paid, label: 'Rappel', seenWith: paidSeenWith, section: 'general' },
  defaultOn: {
    label: 'Proposta nei nuovi preventivi',
    short: 'Proposta',
    kind: 'flag',
    help: 'La spunta chi compra (art. 65 del Codice del consumo)',
    section: 'general',
  },
  ...offeredFields,
} as const satisfies Fields;
