/** What figures read of contracts: the rows of each sale, and what its cars say of it in the stock. */
import { sql } from 'kysely';
import { contractMachine } from '#domain/contracts/rules.ts';
import type { SaleLine } from '#domain/sale-lines.ts';
import type { Sources } from '../lib/ports/agreed.ts';
import { drainEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Effects, Job } from '../lib/work/context.ts';
import { noting } from './changes.ts';
import { followDues } from './dues.ts';

/** Puts these rows in place of those that the contract has. */
export async function writeLines(ctx: Ctx, contractId: number, lines: readonly SaleLine[]): Promise<void> {
  const { db, user } = ctx;
  const own = { companyId: user.companyId, contractId };
  await db
    .deleteFrom('contractLines')
    .where((eb) => eb.and(own))
    .execute();
  const rows = lines.map(({ campaign, ...line }) => ({
    ...own,
    ...line,
    campaignCompanyId: campaign?.companyId ?? null,
    campaignId: campaign?.id ?? null,
    campaign: campaign?.name ?? null,
  }));
  if (rows.length > 0) await db.insertInto('contractLines').values(rows).execute();
  await ctx.emit('contract.lines', { id: contractId });
}

/** Writes what the stock knows of a contract's cars, as its figures count it from now on; its dues say the same day. */
export async function followStock(ctx: Ctx, contractId: number): Promise<void> {
  await noting(ctx, [contractId], () => readStock(ctx, contractId));
  followDues(ctx, contractId);
  await ctx.emit('record.changed', { entity: contractMachine.entity, id: contractId });
}

/**
 * Writes what the stock knows of a contract's cars: the day on which a new one was registered, and the days that those
 * sold were in stock before. Called whenever its cars, their sale or their registration change.
 */
async function readStock({ db, user }: Ctx, contractId: number): Promise<void> {
  const { companyId } = user;
  const [soldOn, since] = [sql`coalesce(n.sold_on, u.sold_on)`, sql`coalesce(n.arrived_on, u.acquired_on)`];
  const { rows } = await sql<{ registeredOn: string | null; stockDays: number | null }>`
    select max(n.registered_on) as registered_on, (sum(${soldOn} - ${since}) filter (where ${soldOn} >= ${since}))::int as stock_days
    from contract_cars k left join new_cars n on n.company_id = ${companyId} and n.id = k.new_car_id
      left join used_cars u on u.company_id = ${companyId} and u.id = k.used_car_id
    where k.company_id = ${companyId} and k.contract_id = ${contractId}`.execute(db);
  await db
    .updateTable('contracts')
    .set(rows[0]!)
    .where('companyId', '=', companyId)
    .where('id', '=', contractId)
    .execute();
}

/** A contract that goes on says the day of its car's registration as the stock says it, whoever wrote it there. */
export const factEffects: Effects = {
  'cars.registered': async (ctx, { ids }) => {
    const { companyId } = ctx.user;
    const { rows } = await sql<{ id: number }>`select t.id from contract_cars k
      join new_cars n on n.company_id = ${companyId} and n.id = k.new_car_id
      join contracts t on t.company_id = ${companyId} and t.id = k.contract_id
      where k.company_id = ${companyId} and k.new_car_id = any(${[...ids]}::bigint[]) and t.canceled_at is null
        and t.registered_on is distinct from n.registered_on order by t.id`.execute(ctx.db);
    for (const { id } of rows) await followStock(ctx, id);
  },
};

/** Contracts that are filled in within one transaction. */
const BATCH = 50;

/** Fills in what contracts did not write when they were made; returns how many there were. */
async function fillSome(ctx: Ctx, { quote, offer }: Sources): Promise<number> {
  const { db, user, log } = ctx;
  const found = await db
    .selectFrom('contracts')
    .select(['id', 'kind', 'draft', 'snapshot'])
    .where('companyId', '=', user.companyId)
    .where('hasFacts', '=', false)
    .orderBy('id')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { id, kind, draft, snapshot } of found) {
    let told: { netRevenue: number | null; warrantyReduced: boolean } = { netRevenue: null, warrantyReduced: false };
    try {
      const { lines, netRevenue, warrantyReduced } = (kind === 'b2b' ? offer : quote).facts({ draft, snapshot });
      told = { netRevenue, warrantyReduced };
      await writeLines(ctx, id, lines);
    } catch (err) {
      if (err instanceof Error && 'severity' in err) throw err;
      log.error({ err, contract: id }, 'facts of a contract cannot be read');
    }
    const { rows } = await sql<{ pieces: number }>`select greatest(1, count(*))::int as pieces from contract_cars
      where company_id = ${user.companyId} and contract_id = ${id}`.execute(db);
    await db
      .updateTable('contracts')
      .set({ ...told, pieces: rows[0]!.pieces, hasFacts: true })
      .where('companyId', '=', user.companyId)
      .where('id', '=', id)
      .execute();
    await readStock(ctx, id);
  }
  return found.length;
}

/** Fills in the facts of contracts that were made before there were any, which SQL cannot read of their snapshots. */
export const pastFacts = (sources: Sources): Job<Record<string, never>> => ({
  name: 'contract-facts',
  cron: '*/5 * * * *',
  run: (call) => drainEachCompany(call, async (ctx) => (await fillSome(ctx, sources)) === BATCH),
});
