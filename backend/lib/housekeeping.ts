import { withTenant } from '../db/tenant.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import type { JobTools } from './jobs.ts';

const DAY = 86_400_000;

/**
 * Deletes what has served: idempotency keys after a day, reset tokens a day after they ended, sessions after 90 days, counters of
 * failed logins after a day. Company by company, each in its own transaction.
 */
export async function cleanUp({ db, now }: JobTools): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const companies = await withTenant(db, { companyId: MANUFACTURER, userId: null, scope: 'fms' }, (trx) =>
    trx.selectFrom('companies').select('companyId').execute(),
  );
  for (const { companyId } of companies)
    await withTenant(db, { companyId, userId: null }, async (trx) => {
      await trx
        .deleteFrom('idempotencyKeys')
        .where('companyId', '=', companyId)
        .where('createdAt', '<', ago(1))
        .execute();
      await trx
        .deleteFrom('passwordResets')
        .where('companyId', '=', companyId)
        .where('expiresAt', '<', ago(1))
        .execute();
      await trx.deleteFrom('sessions').where('companyId', '=', companyId).where('expiresAt', '<', ago(90)).execute();
    });
  await db.deleteFrom('loginThrottles').where('lastAt', '<', ago(1)).execute();
}
