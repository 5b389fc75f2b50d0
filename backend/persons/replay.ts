/**
 * After a backup is restored, erases again everybody who was erased since the backup, by the tombstones in the file
 * store.
 */
import { sql } from 'kysely';
import { forEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Job, PublicCtx } from '../lib/work/context.ts';
import { eraseAgain } from './erase.ts';
import { undo } from './merge.ts';
import { born, readGraves, readTombstone, type Grave } from './tombstones.ts';

export interface Replayed {
  /** Number of tombstones in the store, and of people who were in the database and were erased again. */
  tombstones: number;
  again: number;
  /** People who could not be erased. */
  failed: Grave[];
}

/** Those of these people who are in the company's database; `erased` says whether their data are erased already. */
async function present({ db, user }: Ctx, graves: readonly Grave[]): Promise<(Grave & { erased: boolean })[]> {
  const { companyId } = user;
  const [ids, births] = [graves.map(({ customerId }) => customerId), graves.map((grave) => grave.born)];
  const { rows } = await sql<{ customerId: number; born: number; erased: boolean }>`select c.id as customer_id, g.born,
      exists (select from erasures e where e.company_id = ${companyId} and e.customer_id = c.id) as erased
    from unnest(${ids}::bigint[], ${births}::bigint[]) g (id, born)
      join customers c on c.company_id = ${companyId} and c.id = g.id and ${born} = g.born
    where c.company_id = ${companyId} order by c.id`.execute(db);
  return rows.map((row) => ({ companyId, ...row }));
}

/**
 * Whether the person is erased already. It locks the row, so that of several processes the second waits and finds the
 * work done.
 */
async function isDone({ db, user: { companyId } }: Ctx, { customerId }: Grave): Promise<boolean> {
  await sql`select c.id from customers c where c.company_id = ${companyId} and c.id = ${customerId} for update`.execute(
    db,
  );
  const { rows } = await sql`select e.id from erasures e
    where e.company_id = ${companyId} and e.customer_id = ${customerId}`.execute(db);
  return rows.length > 0;
}

/**
 * Undoes merges of an erased person with one who was never erased: they were undone after the backup, or the other
 * would be erased, too. It runs in a transaction before the erasure, which then finds what the activity says about
 * them.
 */
async function part(ctx: Ctx, grave: Grave, dead: ReadonlySet<number>): Promise<void> {
  const { companyId } = ctx.user;
  if (await isDone(ctx, grave)) return;
  for (;;) {
    // All customers merged with this person in either direction; the last merge is undone first.
    const { rows } = await sql<{ id: number; keptId: number; goneId: number }>`with recursive same as (
        select c.id, c.merged_into from customers c where c.company_id = ${companyId} and c.id = ${grave.customerId}
        union select c.id, c.merged_into from same s join customers c on c.company_id = ${companyId}
          and (c.merged_into = s.id or s.merged_into = c.id))
      select m.id, m.kept_id, m.gone_id from same s
        join customer_merges m on m.company_id = ${companyId} and m.gone_id = s.id and m.kept_id = s.merged_into and m.undone_at is null
      where m.company_id = ${companyId} order by m.id desc`.execute(ctx.db);
    const across = rows.find(({ keptId, goneId }) => dead.has(keptId) !== dead.has(goneId));
    if (!across) return;
    // The remaining customer may itself have been merged since: that merge is undone first.
    const order = [across];
    for (let on; (on = rows.find(({ goneId }) => goneId === order[0]!.keptId));) order.unshift(on);
    for (const { id } of order) await undo(ctx, id);
  }
}

/** Erases one person again, with the customers merged into it; returns whether there was anything to do. */
async function lay(ctx: Ctx, grave: Grave, reason: string, at: string): Promise<boolean> {
  const { companyId } = ctx.user;
  if (await isDone(ctx, grave)) return false;
  const { rows } = await sql<{ id: number }>`with recursive up as (
      select c.id, c.merged_into from customers c where c.company_id = ${companyId} and c.id = ${grave.customerId}
      union select c.id, c.merged_into from up u join customers c on c.company_id = ${companyId} and c.id = u.merged_into)
    select up.id from up where up.merged_into is null`.execute(ctx.db);
  await eraseAgain(ctx, rows[0]!.id, reason, at);
  return true;
}

/**
 * Compares the database with the tombstones and erases again whoever came back, one by one, by the normal erasure.
 * Running it twice, in several processes at once or while people work has the same result. Throws `StoreError` when the
 * store cannot be read.
 */
export async function replayErasures(call: PublicCtx): Promise<Replayed> {
  const graves = await readGraves(call);
  const found: Replayed = { tombstones: graves.length, again: 0, failed: [] };
  if (graves.length === 0) return found;
  const byCompany = Map.groupBy(graves, ({ companyId }) => companyId);
  const due: { grave: Grave; dead: Set<number> }[] = [];
  await forEachCompany(
    call,
    async (ctx) => {
      const known = byCompany.get(ctx.user.companyId);
      if (!known) return;
      const rows = await present(ctx, known);
      const dead = new Set(rows.map(({ customerId }) => customerId));
      due.push(...rows.filter(({ erased }) => !erased).map((grave) => ({ grave, dead })));
    },
    { evenSuspended: true },
  );
  for (const { grave, dead } of due)
    try {
      const { reason, erasedAt: at } = await readTombstone(call, grave);
      const inside = <T>(work: (ctx: Ctx) => Promise<T>) => call.asCompany(grave.companyId, null, work);
      await inside((ctx) => part(ctx, grave, dead));
      if (await inside((ctx) => lay(ctx, grave, reason, at))) found.again += 1;
    } catch (err) {
      call.log.error({ err, ...grave }, 'erasure not replayed');
      found.failed.push(grave);
    }
  if (due.length > 0) call.log.warn({ again: found.again, failed: found.failed.length }, 'erasures replayed');
  return found;
}

/**
 * A process runs it before anything else when it starts; it also runs each night, in case a backup was restored while
 * processes run.
 */
export const replayJob: Job<Record<string, never>> = {
  name: 'erasures-replay',
  cron: '23 3 * * *',
  atStart: true,
  run: async (call) => {
    const { failed } = await replayErasures(call);
    if (failed.length > 0) throw new Error(`${failed.length} erasures were not replayed`);
  },
};
