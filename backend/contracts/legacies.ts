import { sql, type SqlBool } from 'kysely';
import { contractMachine } from '#domain/contracts/rules.ts';
import { sells } from '#domain/contracts/rights.ts';
import type { Legacy } from '../lib/people/legacy.ts';

/** Contracts that are neither closed nor cancelled; signatures that are out follow, as they are asked for by their seller. */
const open = {
  table: 'contracts',
  entity: contractMachine.entity,
  open: () => sql<SqlBool>`r.canceled_at is null and r.state <> 'completed'`,
  heirs: [...sells.own, ...sells.all],
} satisfies Partial<Legacy>;

/** Open contracts of a seller, and those in which they are the second one. */
export const contractLegacies: readonly Legacy[] = [
  {
    ...open,
    kind: 'contracts',
    column: 'seller_id',
    fact: 'seller',
    words: ['contratto aperto', 'contratti aperti'],
    async given(ctx, ids, sellerId) {
      if (sellerId === null) return;
      await ctx.emit('contracts.handed', { contracts: ids.map((contractId) => ({ contractId, sellerId })) });
    },
    all: '{n} in tutto: gli altri restano a suo nome',
  },
  {
    ...open,
    kind: 'partnerContracts',
    column: 'partner_id',
    fact: 'partner',
    words: ['contratto da secondo venditore', 'contratti da secondo venditore'],
    nobody: true,
  },
];
