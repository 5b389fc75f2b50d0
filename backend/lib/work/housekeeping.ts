import { KEPT_DAYS } from '#domain/notices/limits.ts';
import { OPENINGS_DAYS } from '#domain/preferences/activity.ts';
import type { Ctx, Job } from './context.ts';
import { hourly } from '#domain/due-times.ts';
import { forgetRuns, type Schedule } from './schedules.ts';

const DAY = 86_400_000;
const FORM_DAYS = 30;

const before = ({ now }: Pick<Ctx, 'now'>, days: number) => new Date(now.getTime() - days * DAY).toISOString();

/**
 * Deletes what is no longer needed: idempotency keys after a day, reset tokens a day after they ended, sessions after 90
 * days, remembered browsers when they expire, notifications after `KEPT_DAYS`, openings of records after
 * `OPENINGS_DAYS`, forms of open pages `FORM_DAYS` after they were settled or, of a booking, after the time that was
 * chosen, and how repeated work went.
 */
export const housekeeping: Schedule = {
  name: 'housekeeping',
  at: hourly(0, 23, 17),
  run: async (ctx) => {
    const { db, user } = ctx;
    const { companyId } = user;
    const ago = (days: number) => before(ctx, days);
    await db.deleteFrom('idempotencyKeys').where('companyId', '=', companyId).where('createdAt', '<', ago(1)).execute();
    await db.deleteFrom('passwordResets').where('companyId', '=', companyId).where('expiresAt', '<', ago(1)).execute();
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
    await forgetRuns(ctx);
  },
};

/** Forgets failed logins a day after the last one: they belong to no company. */
export const forgetThrottles: Job<Record<string, never>> = {
  name: 'forget-throttles',
  cron: '19 * * * *',
  run: async (call) => {
    await call.briefly((db) => db.deleteFrom('loginThrottles').where('lastAt', '<', before(call, 1)).execute());
  },
};
