import { sql, type SqlBool } from 'kysely';
import { assignable } from '#domain/leads/rights.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Legacy } from '../lib/people/legacy.ts';

/** Open leads; nobody's wait for who manages leads. */
export const leadLegacies: readonly Legacy[] = [
  {
    kind: 'leads',
    table: 'leads',
    column: 'assignee_id',
    entity: leadMachine.entity,
    fact: 'assignee',
    words: ['lead aperto', 'lead aperti'],
    all: '{n} in tutto: gli altri restano a suo nome',
    open: () => sql<SqlBool>`r.state <> 'closed'`,
    due: (_, { from, until }) =>
      sql<SqlBool>`r.state <> 'closed' and r.next_at < ${until} and (${from}::timestamptz is null or r.next_at >= ${from})`,
    heirs: assignable,
    nobody: true,
  },
];
