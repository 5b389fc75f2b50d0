import { fuels } from '../catalog/terms.ts';
import type { Fields, Values } from '../record/fields.ts';
import { damageKinds } from './damages.ts';
import { CAR_LIMIT, FEE_LIMIT } from '../money.ts';

const yearly = { kind: 'number', min: 1_000, max: 100_000, suffix: 'km' } as const;

const fuelKmFields = {
  fuel: { label: 'Alimentazione', kind: 'choice', words: fuels },
  km: { ...yearly, label: 'Chilometri all’anno', default: 20_000 },
} as const satisfies Fields;

/** One price per kilometre for a whole band, so that a car never gains value by further kilometres. */
const kmRateFields = {
  from: { label: 'Quotazione da', kind: 'money', max: CAR_LIMIT },
  rate: { label: 'Al chilometro', kind: 'number', min: 0, max: 2, decimals: 3, suffix: '€/km', default: 0.03 },
} as const satisfies Fields;

const optionShareFields = {
  years: { label: 'Anni, fino a', kind: 'number', min: 1, max: 30, default: 1 },
  percent: { label: 'Valore residuo', kind: 'percent', min: 0, max: 100, decimals: 2 },
} as const satisfies Fields;

const damageCostFields = {
  kind: { label: 'Danno', kind: 'choice', words: damageKinds },
  amount: { label: 'Costo', kind: 'money', max: FEE_LIMIT },
} as const satisfies Fields;

/**
 * The tables by which a dealer values used cars (rules.md §12), set once for all cars. Only the price
 * per kilometre has a default, from the example of rules.md §12, 1; an empty table corrects nothing.
 */
export const valuationTableFields = {
  standardKm: {
    ...yearly,
    label: 'Chilometri medi all’anno',
    short: 'Chilometri medi',
    default: 15_000,
    help: 'Quelli per cui vale la quotazione: per ogni anno dalla prima immatricolazione',
  },
  fuelKm: {
    label: 'Chilometri medi di alcune alimentazioni',
    short: 'Chilometri per alimentazione',
    kind: 'rows',
    most: Object.keys(fuels).length,
    fields: fuelKmFields,
  },
  kmRates: {
    label: 'Chilometri in più o in meno, per fascia di quotazione',
    short: 'Euro al chilometro',
    kind: 'rows',
    most: 12,
    fields: kmRateFields,
    default: [{ from: 0, rate: 0.03 }],
  },
  mostKmShare: {
    label: 'Correzione per chilometri al massimo',
    short: 'Correzione massima',
    kind: 'percent',
    min: 0,
    max: 100,
    decimals: 2,
    default: 30,
    help: 'Della quotazione, in più o in meno',
  },
  optionShares: {
    label: 'Valore residuo degli optional, per età dell’auto',
    short: 'Valore degli optional',
    kind: 'rows',
    most: 12,
    fields: optionShareFields,
  },
  damageCosts: {
    label: 'Quanto toglie ogni danno',
    short: 'Danni',
    kind: 'rows',
    most: Object.keys(damageKinds).length,
    fields: damageCostFields,
  },
} as const satisfies Fields;
export type ValuationTables = Values<typeof valuationTableFields>;

/** The key of a row in each table: no two rows may have the same. */
const keys = { fuelKm: 'fuel', kmRates: 'from', optionShares: 'years', damageCosts: 'kind' } as const;

/** The first row that repeats another one: the path of its field and the reason in Italian; null if there is none. */
export function repeatedRow(tables: ValuationTables): { path: string; message: string } | null {
  for (const [table, key] of Object.entries(keys)) {
    const values = (tables[table as keyof typeof keys] as Record<string, unknown>[]).map((row) => row[key]);
    const at = values.findIndex((value, i) => values.indexOf(value) < i);
    if (at >= 0) return { path: `${table}.${at}.${key}`, message: 'C’è già una riga uguale' };
  }
  return null;
}
