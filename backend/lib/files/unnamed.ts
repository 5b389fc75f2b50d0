/**
 * Files between the store and the row that names them, where a process may die. Their keys are written down before they
 * are stored, and struck out by the transaction that names them; what still stands there a day later is deleted.
 */
import { randomBytes } from 'node:crypto';
import type { Ctx } from '../work/context.ts';
import type { Schedule } from '../work/schedules.ts';
import { deleteFiles } from './delete.ts';

/** Hours within which a stored file is named. */
const MOST_HOURS = 24;
/** The most files of a company that one run deletes; the next one goes on. */
const AT_ONCE = 500;

/** A new key for a file of a company; nobody guesses it. */
export const newKey = (companyId: number): string => `${companyId}/${randomBytes(16).toString('hex')}`;

/** Writes down the keys of files that no row names yet, or none names any more. */
export async function writeDown({ db, user, now }: Ctx, keys: readonly string[]): Promise<void> {
  const rows = keys.map((fileKey) => ({ companyId: user.companyId, fileKey, createdAt: now }));
  if (rows.length === 0) return;
  await db
    .insertInto('unnamedFiles')
    .values(rows)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Deletes files whose rows go: after the commit, or where the process dies before it has, a day later. */
export async function letGo(ctx: Ctx, keys: readonly string[]): Promise<void> {
  await writeDown(ctx, keys);
  for (const key of keys) ctx.afterCommit(() => ctx.files.delete(key));
}

/** A new key that is written down, for a file that is stored next and named by a row after that. */
export async function newUnnamed(ctx: Ctx): Promise<string> {
  const key = newKey(ctx.user.companyId);
  await writeDown(ctx, [key]);
  return key;
}

/** Strikes out keys in the transaction whose rows name them; throws where that comes too late, because the files are gone. */
export async function nameFiles({ db, user }: Ctx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const { numDeletedRows } = await db
    .deleteFrom('unnamedFiles')
    .where('companyId', '=', user.companyId)
    .where('fileKey', 'in', keys)
    .executeTakeFirst();
  if (Number(numDeletedRows) < keys.length) throw new Error(`Not written down, or deleted: ${keys.join(', ')}`);
}

/** Deletes the files that nobody has named in time. */
export const sweepUnnamed: Schedule = {
  name: 'sweep-unnamed',
  at: ['04:10'],
  run: async ({ db, user, now, enqueue }) => {
    const before = new Date(now.getTime() - MOST_HOURS * 3_600_000).toISOString();
    const rows = await db
      .selectFrom('unnamedFiles')
      .select('fileKey')
      .where('companyId', '=', user.companyId)
      .where('createdAt', '<', before)
      .limit(AT_ONCE)
      .forUpdate()
      .execute();
    const keys = rows.map(({ fileKey }) => fileKey);
    if (keys.length === 0) return;
    await db.deleteFrom('unnamedFiles').where('companyId', '=', user.companyId).where('fileKey', 'in', keys).execute();
    await enqueue(deleteFiles, { keys });
  },
};
