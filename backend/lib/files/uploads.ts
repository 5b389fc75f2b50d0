/** Uploaded files that records hold: areas hold and release them by id, within their own transaction. */
import { Failure } from '#domain/errors.ts';
import type { UploadPurpose, UploadSize } from '#domain/upload-purposes.ts';
import { cleanName } from '#domain/uploads/name.ts';
import type { Upload } from '#domain/uploads/schema.ts';
import type { StoredAnswer } from '../work/bind.ts';
import type { Ctx } from '../work/context.ts';

const columns = ['id', 'name', 'type', 'bytes', 'width', 'height'] as const;

/**
 * Makes a record hold these uploads, so they are kept; a released upload can be held again within `KEPT_HOURS`. The
 * caller takes what they sent, what they let go themselves, and `known`: what the record itself names still. So nobody
 * reads a colleague's file by putting its number into a record of their own. Throws `invalid` at `field` when one does
 * not exist, is incomplete, was sent by somebody else or for another purpose, or is held by another record.
 */
export async function hold(
  ctx: Ctx,
  ids: readonly number[],
  purpose: UploadPurpose,
  field: string,
  { known = [] }: { known?: readonly number[] } = {},
): Promise<Upload[]> {
  if (ids.length === 0) return [];
  const rows = await ctx.db
    .updateTable('uploads')
    .set({ heldAt: ctx.now, releasedAt: null, releasedBy: null })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', ids)
    .where('purpose', '=', purpose)
    .where('readyAt', 'is not', null)
    .where('heldAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('userId', '=', ctx.user.id),
        eb('releasedBy', '=', ctx.user.id),
        ...(known.length > 0 ? [eb('id', 'in', known)] : []),
      ]),
    )
    .returning(columns)
    .execute();
  if (rows.length < new Set(ids).size)
    throw new Failure('invalid', undefined, { fields: { [field]: 'Il file non c’è più: caricarlo di nuovo' } });
  return ids.map((id) => rows.find((row) => row.id === id)!);
}

/** Says whether the manufacturer may open these uploads in a door, through the record that holds them. */
export async function showNetwork({ db, user }: Ctx, ids: readonly number[], forNetwork: boolean): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('uploads')
    .set({ forNetwork })
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
}

/** The record no longer holds them: they are deleted after `KEPT_HOURS` and can be held again until then. */
export async function release({ db, user, now }: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('uploads')
    .set({ heldAt: null, releasedAt: now, releasedBy: user.id || null })
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
}

/** Deletes uploads for good: their bytes are removed after the commit, or by the sweep if that fails. */
export async function forget(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await ctx.db
    .updateTable('uploads')
    .set({ heldAt: null, releasedAt: new Date(0), releasedBy: null, name: 'file' })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', 'in', ids)
    .returning(['fileKey', 'smallKey'])
    .execute();
  const keys = rows.flatMap(({ fileKey, smallKey }) => [fileKey, ...(smallKey ? [smallKey] : [])]);
  for (const key of keys) ctx.afterCommit(() => ctx.files.delete(key));
}

interface Kept {
  name: string;
  type: string;
  fileKey: string;
  smallKey: string | null;
}

/** The bytes of an upload, in one of its sizes. */
export function answerUpload({ name, type, fileKey, smallKey }: Kept, size: UploadSize): StoredAnswer {
  if (size === 'large' || smallKey === null) return { key: fileKey, type, name, inline: true };
  return { key: smallKey, type: SMALL_TYPE, name: name.replace(/\.\w+$/, '.webp'), inline: true };
}

/** The name, for people, of a paper that is kept as PDF or picture. */
export const keptName = (called: string, type: string): string =>
  `${cleanName(called.replace(/[/\\]/g, '-'))}.${type === 'application/pdf' ? 'pdf' : 'jpg'}`;

/** Small pictures are shown by browsers only; large ones also go to portals and on paper. */
export const LARGE_TYPE = 'image/jpeg';
export const SMALL_TYPE = 'image/webp';

/** The stored upload; throws `not_found`. */
export async function readUpload({ db, user }: Ctx, id: number) {
  const row = await db
    .selectFrom('uploads')
    .select([...columns, 'purpose', 'fileKey', 'smallKey', 'userId', 'heldAt', 'releasedAt'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .where('readyAt', 'is not', null)
    .executeTakeFirst();
  if (!row) throw new Failure('not_found');
  return { ...row, purpose: row.purpose as UploadPurpose };
}
