import { MANUFACTURER } from '#domain/endpoint.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { Ctx, PublicCtx } from '../work/context.ts';

/** Runs `work` for every company of the installation, one after the other, each in a transaction of its own. */
export async function forEachCompany(
  { briefly, asCompany }: Pick<PublicCtx, 'briefly' | 'asCompany'>,
  work: (ctx: Ctx) => Promise<void>,
): Promise<void> {
  const companies = await briefly((db) =>
    withTenant(db, { companyId: MANUFACTURER, userId: null, scope: 'fms' }, (trx) =>
      trx.selectFrom('companies').select('companyId').execute(),
    ),
  );
  for (const { companyId } of companies) await asCompany(companyId, null, work);
}
