import { KEPT_DAYS } from '#domain/notices/limits.ts';
import { OPENINGS_DAYS } from '#domain/preferences/activity.ts';
import { forEachCompany } from '../people/companies.ts';
import type { Job } from './context.ts';

const DAY = 86_400_000;
const FORM_DAYS = 30;

/**
 * Deletes what is no longer needed: idempotency keys and counters of failed logins after a day, reset tokens a day
 * after they ended, sessions after 90 days, remembered browsers when they expire, notifications after `KEPT_DAYS`,
 * openings of records after `OPENINGS_DAYS`, forms of open pages `FORM_DAYS` after they were settled or, of a booking, after
 * the time that was chosen. Each company has its own transaction.
 */
export const housekeeping: Job<Record<string, never>> = {
  name: 'housekeeping',
  cron: '17 * * * *',
  run: async (call) => {
    const { briefly, now } = call;
    const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
    await forEachCompany(call, async ({ db, user: { companyId } }) => {
      await db
        .deleteFrom('idempotencyKeys')
        .where('companyId', '=', companyId)
        .where('createdAt', '<', ago(1))
        .execute();
      await db
        .deleteFrom('passwordResets')
        .where('companyId', '=', companyId)
        .where('expiresAt', '<', ago(1))
        .execute();
      await db.deleteFrom('sessions').where('companyId', '=', companyId).where('expiresAt', '<', ago(90)).execute();
      await db
        .deleteFrom('rememberedDevices')
        .where('companyId', '=', companyId)
        .where('expiresAt', '<', ago(0))
        .execute();
      await db
        .deleteFrom('notifications')
        .where('companyId', '=', companyId)
        .where('createdAt', '<', ago(KEPT_DAYS))
        .execute();
      await db
        .deleteFrom('recordOpenings')
        .where('companyId', '=', companyId)
        .where('at', '<', ago(OPENINGS_DAYS))
        .execute();
      await db
        .deleteFrom('pageForms')
        .where('companyId', '=', companyId)
        .where((eb) => eb.or([eb('settledAt', '<', ago(FORM_DAYS)), eb('startsAt', '<', ago(FORM_DAYS))]))
        .execute();
    });
    await briefly((db) => db.deleteFrom('loginThrottles').where('lastAt', '<', ago(1)).execute());
  },
};
