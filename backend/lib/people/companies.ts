import { MANUFACTURER } from '#domain/endpoint.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';

/**
 * Runs `work` for every company of the installation, one after the other, each in a transaction of its own. One that
 * fails stops none of the others; it throws at the end, so that the work is tried again.
 */
export async function forEachCompany(
  { briefly, asCompany }: Pick<PublicCtx, 'briefly' | 'asCompany'>,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const companies = await briefly((db) =>
    withTenant(db, { companyId: MANUFACTURER, userId: null, scope: 'fms' }, (trx) =>
      trx.selectFrom('companies').select('companyId').execute(),
    ),
  );
  const failures: unknown[] = [];
  for (const { companyId } of companies)
    await asCompany(companyId, null, work).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${companies.length} companies`);
}
