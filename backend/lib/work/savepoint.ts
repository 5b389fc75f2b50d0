import { sql } from 'kysely';
import type { AuditEvent } from '../records/audit.ts';
import type { Ctx } from './context.ts';

/**
 * Runs `work` in a savepoint of the caller's transaction: when it throws, its writes, its audit events and what it left
 * to be done at the end are undone, and the transaction goes on.
 */
export async function inSavepoint<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const events: AuditEvent[] = [];
  const after: (() => unknown)[] = [];
  const atEnd = new Map(ctx.atEnd);
  await sql`savepoint inner_work`.execute(ctx.db);
  try {
    const inner: Ctx = {
      ...ctx,
      atEnd,
      audit: (...more) => void events.push(...more),
      afterCommit: (then) => void after.push(then),
      emit: (event, payload, within = inner) => ctx.emit(event, payload, within),
    };
    const value = await work(inner);
    await sql`release savepoint inner_work`.execute(ctx.db);
    ctx.audit(...events);
    after.forEach(ctx.afterCommit);
    // Also without what was done within.
    ctx.atEnd.clear();
    for (const [key, last] of atEnd) ctx.atEnd.set(key, last);
    return value;
  } catch (error) {
    await sql`rollback to savepoint inner_work`.execute(ctx.db);
    throw error;
  }
}

/** Runs `work` in a savepoint and takes back whatever it wrote, also when it succeeds: only its answer is left. */
export async function inVain<T>({ db }: Pick<Ctx, 'db'>, work: () => Promise<T>): Promise<T> {
  await sql`savepoint in_vain`.execute(db);
  try {
    return await work();
  } finally {
    await sql`rollback to savepoint in_vain`.execute(db);
  }
}
