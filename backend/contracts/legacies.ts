import { sql, type SqlBool } from 'kysely';
import { contractFields } from '#domain/contracts/fields.ts';
import { contractMachine } from '#domain/contracts/rules.ts';
import { sells } from '#domain/contracts/rights.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Legacy } from '../lib/people/legacy.ts';
import { noteSince } from './changes.ts';
import { raised } from './versions.ts';

/** Who gave contracts away stays known as a former seller of them. */
async function remember({ db, user }: Ctx, ids: readonly number[], from: number | null): Promise<void> {
  if (from === null) return;
  await sql`update contracts set former_sellers = array(select distinct unnest(former_sellers || ${from}::bigint))
    where company_id = ${user.companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
}

/** A page that was open before does not write the former second seller back. */
async function raiseGeneral({ db, user: { companyId } }: Ctx, ids: readonly number[]): Promise<void> {
  const { rows } = await sql<{ id: number; versions: Record<string, number> }>`select id, versions from contracts
    where company_id = ${companyId} and id = any(${[...ids]}::bigint[])`.execute(db);
  for (const row of rows)
    await sql`update contracts set versions = ${raised(row, [contractFields.partnerId.section])}
      where company_id = ${companyId} and id = ${row.id}`.execute(db);
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
      if (from !== null) await noteSince(ctx, ids, { sellerId: from });
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
    async given(ctx, ids, _to, from) {
      await remember(ctx, ids, from);
      await raiseGeneral(ctx, ids);
    },
  },
];
