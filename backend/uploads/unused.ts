/** Uploads that no record holds: how many are allowed, who sees them, and how they are deleted. */
import type { Selectable } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { uploads as table } from '#domain/uploads/endpoints.ts';
import { KEPT_HOURS, MOST_UNUSED, type UploadPurpose } from '#domain/upload-purposes.ts';
import type { Uploads } from '../db/types.gen.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { deleteFiles } from '../lib/files/delete.ts';
import type { Ctx } from '../lib/work/context.ts';

type Table = typeof table;
const HOUR = 3_600_000;
const ago = ({ now }: Pick<Ctx, 'now'>, hours: number) => new Date(now.getTime() - hours * HOUR).toISOString();

/** Where the bytes of an upload are, or will be. */
export type Kept = Pick<Selectable<Uploads>, 'id' | 'fileKey' | 'smallKey'>;

/**
 * Unused uploads of the company that may be deleted, the oldest first. Uploads locked by a record that is about to hold
 * them, and uploads whose bytes are on their way to the store, are skipped.
 */
export const unused = (ctx: Ctx) =>
  ctx.db
    .selectFrom('uploads')
    .select(['id', 'fileKey', 'smallKey'])
    .where('companyId', '=', ctx.user.companyId)
    .where('heldAt', 'is', null)
    .where((eb) => eb.or([eb('readyAt', 'is not', null), eb('createdAt', '<', ago(ctx, 1))]))
    .orderBy((eb) => eb.fn.coalesce('releasedAt', 'createdAt'))
    .orderBy('id')
    .forUpdate()
    .skipLocked();

/** Deletes these rows; their bytes are deleted after the commit. */
export async function drop({ db, user, enqueue }: Ctx, rows: readonly Kept[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('uploads').where('companyId', '=', user.companyId).where('id', 'in', ids).execute();
  await enqueue(deleteFiles, {
    keys: rows.flatMap(({ fileKey, smallKey }) => [fileKey, ...(smallKey ? [smallKey] : [])]),
  });
}

/**
 * Makes room for one more upload: the oldest one of the caller that no record ever held is deleted when the caller has
 * too many; when the company has, the oldest of the person with most of them. So nobody's uploads are blocked by
 * others' or by old ones. What a record let go waits for its undo and then for the sweep: a colleague who clears records
 * must not cost the sender what an open form has just sent.
 */
export async function makeRoom(ctx: Ctx): Promise<void> {
  const counts = await ctx.db
    .selectFrom('uploads')
    .select((eb) => ['userId', eb.fn.countAll<string>().as('count')])
    .where('companyId', '=', ctx.user.companyId)
    .where('heldAt', 'is', null)
    .where('releasedAt', 'is', null)
    .groupBy('userId')
    .orderBy('count', 'desc')
    .execute();
  const mine = Number(counts.find(({ userId }) => userId === ctx.user.id)?.count ?? 0);
  const all = counts.reduce((sum, { count }) => sum + Number(count), 0);
  const leave = async (userId: number | null, most: number) =>
    drop(
      ctx,
      await unused(ctx)
        .where('userId', 'is not distinct from', userId)
        .where('releasedAt', 'is', null)
        .limit(most)
        .execute(),
    );
  if (mine >= MOST_UNUSED.person) await leave(ctx.user.id, mine - MOST_UNUSED.person + 1);
  else if (all >= MOST_UNUSED.company) await leave(counts[0]!.userId, 1);
}

/** Unused uploads that the sweep leaves for now, of one person or of all. */
const shown = (ctx: Ctx) =>
  ctx.db
    .selectFrom('uploads as u')
    .where('u.companyId', '=', ctx.user.companyId)
    .where('u.heldAt', 'is', null)
    .where('u.readyAt', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('u.releasedAt', 'u.createdAt'), '>', ago(ctx, KEPT_HOURS)));

export const own: VerbOf<Table, 'GET /uploads/unused'> = async (ctx) => {
  const rows = await shown(ctx)
    .select((eb) => [
      ...(['u.id', 'u.purpose', 'u.name', 'u.type', 'u.bytes'] as const),
      eb.fn.coalesce('u.releasedAt', 'u.createdAt').as('since'),
    ])
    .where('u.userId', '=', ctx.user.id)
    .orderBy('since', 'desc')
    .orderBy('u.id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, purpose: row.purpose as UploadPurpose }));
};

export const people: VerbOf<Table, 'GET /uploads/unused/people'> = async (ctx) => {
  const rows = await shown(ctx)
    .innerJoin('users as p', (join) => join.onRef('p.companyId', '=', 'u.companyId').onRef('p.id', '=', 'u.userId'))
    .select((eb) => [
      ...(['p.id', 'p.name'] as const),
      eb.fn.countAll<string>().as('count'),
      eb.fn.sum<string>('u.bytes').as('bytes'),
      eb.fn.min(eb.fn.coalesce('u.releasedAt', 'u.createdAt')).as('since'),
    ])
    .groupBy(['p.companyId', 'p.id', 'p.name'])
    .orderBy('bytes', 'desc')
    .orderBy('p.id')
    .execute();
  return rows.map(({ count, bytes, ...row }) => ({ ...row, count: Number(count), bytes: Number(bytes) }));
};

async function empty(ctx: Ctx, userId: number) {
  const rows = await unused(ctx).where('userId', '=', userId).execute();
  await drop(ctx, rows);
  ctx.audit({ action: 'empty', entity: 'upload', entityId: userId, after: { count: rows.length } });
  return { count: rows.length };
}

export const emptyOwn: VerbOf<Table, 'DELETE /uploads/unused'> = (ctx) => empty(ctx, ctx.user.id);

export const emptyOf: VerbOf<Table, 'DELETE /uploads/unused/people/:id'> = async (ctx, { params: { id } }) => {
  const person = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!person) throw new Failure('not_found');
  return empty(ctx, id);
};
