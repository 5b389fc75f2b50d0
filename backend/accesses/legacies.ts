import { sql, type SqlBool } from 'kysely';
import { accessMachine } from '#domain/accesses/rules.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Legacy } from '../lib/people/legacy.ts';

/** Visits in hand: a customer in the showroom goes to somebody. */
export const accessLegacies: readonly Legacy[] = [
  {
    kind: 'accesses',
    table: 'accesses',
    column: 'seller_id',
    entity: accessMachine.entity,
    fact: 'seller',
    words: ['visita aperta', 'visite aperte'],
    all: '{n} in tutto: le altre restano a suo nome',
    open: () => sql<SqlBool>`r.state = 'assigned'`,
    heirs: [p.createQuotes],
  },
];
