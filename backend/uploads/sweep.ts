import { KEPT_HOURS } from '#domain/upload-purposes.ts';
import { forEachCompany } from '../lib/companies.ts';
import type { Job } from '../lib/context.ts';

/** Rows of a company that one run takes away; the next run takes more. */
const AT_ONCE = 500;

/** Deletes files from the store: one that is gone already is no error, so it may run twice. */
export const deleteFiles: Job<{ keys: string[] }> = {
  name: 'delete-files',
  run: async ({ files }, { keys }) => {
    for (const key of keys) await files.delete(key);
  },
};

/** Forgets the uploads that no record has held for `KEPT_HOURS`; their bytes go when the transaction has committed. */
export const sweep: Job<Record<string, never>> = {
  name: 'sweep-uploads',
  cron: '27 * * * *',
  run: (call) =>
    forEachCompany(call, async ({ db, user, now, enqueue }) => {
      const before = new Date(now.getTime() - KEPT_HOURS * 3_600_000).toISOString();
      // One that a record is about to hold is locked by it, and stays.
      const rows = await db
        .selectFrom('uploads')
        .select(['id', 'fileKey', 'smallKey'])
        .where('companyId', '=', user.companyId)
        .where('heldAt', 'is', null)
        .where((or) => or(or.fn.coalesce('releasedAt', 'createdAt'), '<', before))
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute();
      if (rows.length === 0) return;
      const ids = rows.map(({ id }) => id);
      await db.deleteFrom('uploads').where('companyId', '=', user.companyId).where('id', 'in', ids).execute();
      const keys = rows.flatMap(({ fileKey, smallKey }) => [fileKey, ...(smallKey ? [smallKey] : [])]);
      await enqueue(deleteFiles, { keys });
    }),
};
