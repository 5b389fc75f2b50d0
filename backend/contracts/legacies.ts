import { sql, type SqlBool } from 'kysely';
import { contractMachine } from '#domain/contracts/rules.ts';
import { sells } from '#domain/contracts/rights.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Legacy } from '../lib/people/legacy.ts';

/** Who gave contracts away stays known as a former seller of them. */
async function remember({ db, user }: Ctx, ids: readonly number[], from: number | null): Promise<void> {
  if (from === null) return;
  await sql`update contracts set former_sellers = array(select distinct unnest(former_sellers || ${from}::bigint))
    where company_id = ${user.companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
}

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
    async given(ctx, ids, sellerId, from) {
      await remember(ctx, ids, from);
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
    given: (ctx, ids, _to, from) => remember(ctx, ids, from),
  },
];
