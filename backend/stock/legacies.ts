import { sql, type SqlBool } from 'kysely';
import { newCarMachine } from '#domain/stock/new/rules.ts';
import { reserveWith } from '#domain/stock/rights.ts';
import { usedCarMachine } from '#domain/stock/rules.ts';
import type { Legacy } from '../lib/people/legacy.ts';

/** Cars held by hand; one that is held for a quote goes with its quote. */
const held = {
  column: 'reserved_by',
  fact: 'reservedBy',
  open: ({ now }) => sql<SqlBool>`r.reserved_until > ${now} and r.reserved_quote is null`,
  heirs: reserveWith,
} satisfies Partial<Legacy>;

export const heldCars: readonly Legacy[] = [
  {
    ...held,
    kind: 'usedCars',
    table: 'used_cars',
    entity: usedCarMachine.entity,
    words: ['auto usata opzionata', 'auto usate opzionate'],
  },
  {
    ...held,
    kind: 'newCars',
    table: 'new_cars',
    entity: newCarMachine.entity,
    words: ['auto nuova opzionata', 'auto nuove opzionate'],
  },
];
