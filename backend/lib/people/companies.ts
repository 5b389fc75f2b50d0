import type { Transaction } from 'kysely';
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

/**
 * Runs `work` for every company of the installation, one after the other, each in a transaction of its own. One that
 * fails stops none of the others; it throws at the end, so that the work is tried again. What is owed to customers,
 * whatever becomes of their dealer, is done for suspended companies, too (`evenSuspended`).
 */
export async function forEachCompany(
  { briefly, asCompany }: Pick<PublicCtx, 'briefly' | 'asCompany'>,
  work: (ctx: Ctx) => Promise<void>,
  { evenSuspended = false } = {},
): Promise<void> {
  const companies = await briefly((db) =>
    withTenant(db, { companyId: MANUFACTURER, userId: null, scope: 'fms' }, (trx) =>
      trx
        .selectFrom('companies')
        .select('companyId')
        .$if(!evenSuspended, (query) => query.where('suspendedAt', 'is', null))
        .execute(),
    ),
  );
  const failures: unknown[] = [];
  for (const { companyId } of companies)
    await asCompany(companyId, null, work).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${companies.length} companies`);
}
