/** After a restored backup: who was erased since is erased again, by the tombstones in the file store. */
import { sql } from 'kysely';
import { forEachCompany } from '../lib/companies.ts';
import type { Ctx, Job, PublicCtx } from '../lib/context.ts';
import { eraseAgain } from './erase.ts';
import { undo } from './merge.ts';
import { born, readGraves, readTombstone, type Grave } from './tombstones.ts';

export interface Replayed {
  /** Tombstones in the store, and people whom the database had and who were erased again. */
  tombstones: number;
  again: number;
  /** Who could not be: all that is known of them. */
  failed: Grave[];
}

/** Of these people those whom the company's database has; what was done to them stands in `erased`. */
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

/** Who else does the same waits here, and finds it done. */
async function isDone({ db, user: { companyId } }: Ctx, { customerId }: Grave): Promise<boolean> {
  await sql`select c.id from customers c where c.company_id = ${companyId} and c.id = ${customerId} for update`.execute(
    db,
  );
  const { rows } = await sql`select e.id from erasures e
    where e.company_id = ${companyId} and e.customer_id = ${customerId}`.execute(db);
  return rows.length > 0;
}

/**
 * Undoes merges of one of them with somebody who was never erased: after the backup they were undone, or the other would have been erased, too. In
 * a transaction before the erasure, which then finds what the activity says of it.
 */
async function part(ctx: Ctx, grave: Grave, dead: ReadonlySet<number>): Promise<void> {
  const { companyId } = ctx.user;
  if (await isDone(ctx, grave)) return;
  for (;;) {
    // All that are one with this person, upwards and downwards; the last merge is undone first.
    const { rows } = await sql<{ id: number; keptId: number; goneId: number }>`with recursive same as (
        select c.id, c.merged_into from customers c where c.company_id = ${companyId} and c.id = ${grave.customerId}
        union select c.id, c.merged_into from same s join customers c on c.company_id = ${companyId}
          and (c.merged_into = s.id or s.merged_into = c.id))
      select m.id, m.kept_id, m.gone_id from same s
        join customer_merges m on m.company_id = ${companyId} and m.gone_id = s.id and m.kept_id = s.merged_into and m.undone_at is null
      where m.company_id = ${companyId} order by m.id desc`.execute(ctx.db);
    const across = rows.find(({ keptId, goneId }) => dead.has(keptId) !== dead.has(goneId));
    if (!across) return;
    // Who stayed then may have gone since: that is undone before.
    const order = [across];
    for (let on; (on = rows.find(({ goneId }) => goneId === order[0]!.keptId));) order.unshift(on);
    for (const { id } of order) await undo(ctx, id);
  }
}

/** Erases one of them again, with those that are one with it; says whether anything was left to do. */
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
 * Holds the database against the tombstones and erases again whom it brought back: each by itself, by the code that erased
 * them. Twice, by several at once and beside people at work it does the same as once. Throws `StoreError` where the store cannot be read.
 */
export async function replayErasures(call: PublicCtx): Promise<Replayed> {
  const graves = await readGraves(call);
  const found: Replayed = { tombstones: graves.length, again: 0, failed: [] };
  if (graves.length === 0) return found;
  const byCompany = Map.groupBy(graves, ({ companyId }) => companyId);
  const due: { grave: Grave; dead: Set<number> }[] = [];
  await forEachCompany(call, async (ctx) => {
    const known = byCompany.get(ctx.user.companyId);
    if (!known) return;
    const rows = await present(ctx, known);
    const dead = new Set(rows.map(({ customerId }) => customerId));
    due.push(...rows.filter(({ erased }) => !erased).map((grave) => ({ grave, dead })));
  });
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

/** A process that starts looks before it does anything else; at night all do, should a backup have been restored beside them. */
export const replayJob: Job<Record<string, never>> = {
  name: 'erasures-replay',
  cron: '23 3 * * *',
  atStart: true,
  run: async (call) => {
    const { failed } = await replayErasures(call);
    if (failed.length > 0) throw new Error(`${failed.length} erasures were not replayed`);
  },
};
