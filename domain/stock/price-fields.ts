import type { Fields } from '../record/fields.ts';
import { b2bSeenWith } from './rights.ts';
import { CAR_LIMIT } from '../money.ts';

/** A price that is asked for a car, with VAT. */
export const askedPrice = { kind: 'money', max: CAR_LIMIT, nullable: 'Senza prezzo' } as const;

/** The prices below which a car is not sold, to traders and at all. */
export const leastPrices = {
  b2bPrice: { ...askedPrice, label: 'Prezzo B2B', seenWith: b2bSeenWith },
  minPrice: { ...askedPrice, label: 'Prezzo minimo', nullable: 'Nessuno' },
} as const satisfies Fields;

/** The VAT of what was paid. */
export const taxRate = {
  kind: 'percent',
  min: 0,
  max: 50,
  decimals: 2,
  among: [22, 0],
  invalid: 'Inserire una aliquota valida',
} as const;
