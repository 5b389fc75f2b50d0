import { sql, type SqlBool } from 'kysely';
import { accessMachine } from '#domain/accesses/rules.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Legacy } from '../lib/people/legacy.ts';

const inHand = () => sql<SqlBool>`r.state = 'assigned'`;

/** Who booked and is expected by their own seller. */
const booked = () => sql<SqlBool>`r.state = 'external_booking'`;

/** Visits in hand, because a customer in the showroom goes to somebody, and those that are booked with their own seller. */
export const accessLegacies: readonly Legacy[] = [
  {
    kind: 'accesses',
    table: 'accesses',
    column: 'seller_id',
    entity: accessMachine.entity,
    fact: 'seller',
    words: ['visita aperta', 'visite aperte'],
    all: '{n} in tutto: le altre restano a suo nome',
    open: inHand,
    due: (_, { from }) => (from === null ? inHand() : null),
    heirs: [p.createQuotes],
  },
  {
    kind: 'bookings',
    table: 'accesses',
    column: 'own_seller_id',
    entity: accessMachine.entity,
    fact: 'seller',
    words: ['visita prenotata', 'visite prenotate'],
    open: booked,
    due: ({ now }, { from, until }) =>
      sql<SqlBool>`r.state = 'external_booking' and r.expected_at >= ${from ?? now} and r.expected_at < ${until}`,
    heirs: [p.createQuotes],
    // Without a seller of their own they go to whose turn it is.
    nobody: true,
  },
];
