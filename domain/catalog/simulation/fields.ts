import { customerTypeWords } from '#domain/customers/terms.ts';
import { CAR_LIMIT } from '#domain/money.ts';
import type { Fields } from '#domain/record/fields.ts';

/** A configuration on which lists are tried: a car, who buys it and where, and how the rest is paid. */
export const sampleFields = {
  name: { label: 'Nome', kind: 'text', maxLength: 80, required: 'Inserire il nome' },
  versionId: { label: 'Versione', kind: 'lookup', required: 'Scegliere la versione' },
  optionIds: { label: 'Colore, optional e pacchetti', kind: 'lookups', most: 100 },
  customer: { label: 'Cliente', kind: 'choice', words: customerTypeWords },
  province: {
    label: 'Provincia',
    kind: 'text',
    maxLength: 2,
    pattern: /^[A-Z]{2}$/,
    invalid: 'Scegliere la provincia',
  },
  deposit: { label: 'Anticipo', kind: 'money', max: CAR_LIMIT },
  months: { label: 'Rate', kind: 'number', min: 6, max: 120, suffix: 'mesi', nullable: 'Senza finanziamento' },
  tan: { label: 'TAN', kind: 'percent', min: 0, max: 30, decimals: 2 },
} as const satisfies Fields;
