/** Fields that every list of priced records has. */
import { DEFAULT_TAX_RATE, FEE_LIMIT } from '../money.ts';
import type { Fields } from './fields.ts';

export const pricedFields = {
  /** The code identifies a record in its company, and finds it in an import. */
  code: { label: 'Codice', kind: 'text', required: 'Inserire il codice', maxLength: 30 },
  price: { label: 'Prezzo', kind: 'money', max: FEE_LIMIT, rate: 'taxRate' },
  cost: { label: 'Costo', kind: 'money', max: FEE_LIMIT, help: 'Senza IVA', default: 0 },
  taxRate: {
    label: 'IVA',
    kind: 'percent',
    min: 0,
    max: 50,
    decimals: 2,
    default: DEFAULT_TAX_RATE,
    among: [22, 10, 5, 4, 0],
    invalid: 'Inserire una aliquota valida',
  },
  inStock: { label: 'Disponibile in magazzino', short: 'Disponibile', kind: 'flag' },
} as const satisfies Fields;
