import { sql, type Transaction } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';

/** Why the manufacturer keeps the company of the transaction out; null: it does not. */
export async function suspensionOf(trx: Transaction<DB>, companyId: number): Promise<string | null> {
  const row = await trx
    .selectFrom('companies')
    .select('suspendedFor')
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  return row?.suspendedFor ?? null;
}

/** The companies of the network by name, whatever became of them; only the manufacturer's scope reads them. */
export async function readDealers(trx: Transaction<DB>): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`select c.company_id as id, c.name
    from companies c where c.company_id <> ${MANUFACTURER} order by c.name, c.company_id`.execute(trx);
  return rows;
}

const companiesOf = (briefly: PublicCtx['briefly'], evenSuspended: boolean) =>
  briefly((db) =>
    withTenant(db, { companyId: MANUFACTURER, userId: null, scope: 'fms' }, (trx) =>
      trx
        .selectFrom('companies')
        .select('companyId')
        .$if(!evenSuspended, (query) => query.where('suspendedAt', 'is', null))
        .execute(),
    ),
  );

/** Does `work` for one company after the other; throws at the end, naming those for which it failed. */
async function oneByOne(
  companies: readonly { companyId: number }[],
  work: (companyId: number) => Promise<void>,
): Promise<void> {
  const failures = new Map<number, unknown>();
  for (const { companyId } of companies)
    await work(companyId).catch((error: unknown) => failures.set(companyId, error));
  if (failures.size > 0)
    throw new AggregateError(
      failures.values(),
      `${failures.size} of ${companies.length} companies: ${[...failures.keys()].join(', ')}`,
    );
}

/**
 * Runs `work` for every company of the installation, one after the other, each in a transaction of its own. One that
 * fails stops none of the others; it throws at the end, so that the work is tried again. What is owed to customers,
 * whatever becomes of their dealer, is done for suspended companies, too (`evenSuspended`).
 */
export const forEachCompany = async (
  { briefly, asCompany }: Pick<PublicCtx, 'briefly' | 'asCompany'>,
  work: (ctx: Ctx) => Promise<void>,
  { evenSuspended = false } = {},
): Promise<void> =>
  oneByOne(await companiesOf(briefly, evenSuspended), (companyId) => asCompany(companyId, null, work));

/**
 * Runs `work` for every company, also suspended ones, in one transaction after the other for as long as it answers that
 * there may be more to do. One that fails stops none of the others, and what was done before stays; it throws at the end.
 */
export const drainEachCompany = async (
  { briefly, asCompany }: Pick<PublicCtx, 'briefly' | 'asCompany'>,
  work: (ctx: Ctx) => Promise<boolean>,
): Promise<void> =>
  oneByOne(await companiesOf(briefly, true), async (companyId) => {
    while (await asCompany(companyId, null, work));
  });
