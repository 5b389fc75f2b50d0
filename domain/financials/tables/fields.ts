import type { Fields, Values } from '#domain/record/fields.ts';
import { futureValueFields } from '../fields.ts';
import { balloonBasisWords } from '../terms.ts';
import { audiences } from './terms.ts';

/** One guaranteed value: a duration, a yearly mileage, and percent of the table's basis. */
export const cellFields = {
  months: futureValueFields.months,
  kmPerYear: futureValueFields.kmPerYear,
  percent: { label: 'VFG', kind: 'percent', min: 1, max: 90, decimals: 2, invalid: 'Da 1 a 90 %' },
} as const satisfies Fields;
export type Cell = Values<typeof cellFields>;

/** A table of future values as the manufacturer writes it. */
export const futureTableFields = {
  name: { label: 'Nome', kind: 'text', required: 'Inserire il nome della tabella', maxLength: 80 },
  lender: { label: 'Finanziaria', kind: 'text', required: 'Inserire la finanziaria', maxLength: 120 },
  basis: { label: 'Base', kind: 'choice', words: balloonBasisWords },
  basketId: { label: 'Paniere', kind: 'lookup', nullable: 'Tutte le altre versioni', shown: 'basket' },
  validFrom: { label: 'In vigore dal', kind: 'day', span: 'period', required: 'Inserire il primo giorno' },
  validTo: { label: 'fino al', short: 'In vigore fino al', kind: 'day', span: 'period', nullable: 'Senza fine' },
  betweenMonths: {
    label: 'Vale anche tra due durate, in linea retta',
    short: 'Tra due durate',
    kind: 'flag',
    help: 'Senza, solo le durate scritte',
  },
  audience: { label: 'Per', kind: 'choice', words: audiences },
  companyIds: {
    label: 'Concessionarie',
    kind: 'lookups',
    most: 500,
    head: false,
    when: { field: 'audience', is: ['named'] },
  },
  cells: { label: 'Valori', kind: 'rows', fields: cellFields, most: 400 },
} as const satisfies Fields;
export type FutureTableValues = Values<typeof futureTableFields>;
