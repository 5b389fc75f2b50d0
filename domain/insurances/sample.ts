import type { Fields } from '../record/fields.ts';
import type { Risk } from './premium.ts';
import { insuranceMonths, insuredUsages } from './terms.ts';
import { CAR_LIMIT } from '../money.ts';

const months = Object.keys(insuranceMonths).map(Number);

/** The sample car with which a tariff is tried while it is edited. */
export const sampleFields = {
  value: { label: 'Valore assicurato', kind: 'money', max: CAR_LIMIT },
  financed: { label: 'Capitale finanziato', kind: 'money', max: CAR_LIMIT },
  province: { label: 'Provincia', kind: 'text', maxLength: 2 },
  months: { label: 'Durata', kind: 'number', among: months, suffix: 'mesi' },
  kw: { label: 'Potenza', kind: 'number', min: 0, max: 2000, suffix: 'kW' },
  age: { label: 'Età dell’auto', kind: 'number', min: 0, max: 600, suffix: 'mesi' },
  usage: { label: 'Auto', kind: 'choice', words: insuredUsages },
} as const satisfies Fields;

/** The car in the worked examples of rules.md §10. */
export const sampleRisk: Risk & { province: string; kw: number } = {
  usage: 'new',
  value: 24_900_00,
  province: 'MI',
  months: 12,
  kw: 85,
  age: 0,
  financed: 20_000_00,
};
