import { sql } from 'kysely';
import type { AuditEvent } from '../records/audit.ts';
import type { Ctx } from './context.ts';

/**
 * Runs `work` in a savepoint of the caller's transaction: when it throws, its writes and audit events are undone, and
 * the transaction goes on.
 */
export async function inSavepoint<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const events: AuditEvent[] = [];
  const after: (() => unknown)[] = [];
  await sql`savepoint inner_work`.execute(ctx.db);
  try {
    const value = await work({
      ...ctx,
      audit: (...more) => void events.push(...more),
      afterCommit: (then) => void after.push(then),
    });
    await sql`release savepoint inner_work`.execute(ctx.db);
    ctx.audit(...events);
    after.forEach(ctx.afterCommit);
    return value;
  } catch (error) {
    await sql`rollback to savepoint inner_work`.execute(ctx.db);
    throw error;
  }
}
