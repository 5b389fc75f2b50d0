/** Folders: their tree, and how they are made and changed. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { MOST_FOLDERS, MOST_URGENT, QUOTA_BYTES } from '#domain/files/limits.ts';
import type { FolderInput, FolderRow } from '#domain/files/schema.ts';
import { pathOf, placeIssue, widerThan, within } from '#domain/files/tree.ts';
import { roleNames } from '#domain/role-names.ts';
import { stale } from '../lib/records/stale.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { wantedFiles } from './list.ts';
import { goneFolders, isManager, readFolders, sightOf, type StoredFolder } from './rights.ts';

type Table = typeof table;

/** Changes of the tree happen one after the other: two moves at once could put each folder into the other. */
export const lockTree = ({ db, user }: Ctx) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`files ${user.companyId}`}, 0))`.execute(db);

/** Bytes that files on their way have been promised. */
export async function promisedBytes({ db, user }: Ctx): Promise<number> {
  const { rows } = await sql<{ promised: string }>`select coalesce(sum(bytes), 0) as promised from file_arrivals
    where company_id = ${user.companyId} and made_id is null`.execute(db);
  return Number(rows[0]!.promised);
}

/** Bytes that all versions take, and that files on their way have been promised. */
export async function usedBytes(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ used: string }>`select coalesce(sum(bytes), 0) as used from file_versions
    where company_id = ${ctx.user.companyId}`.execute(ctx.db);
  return Number(rows[0]!.used) + (await promisedBytes(ctx));
}

/** Folders in the bin, without those that went along with the one around them; each with the files that come back with it. */
async function binnedFolders(ctx: Ctx) {
  const gone = await goneFolders(ctx);
  if (gone.length === 0) return [];
  const { rows } = await sql<{
    folderId: number;
    deletedAt: string | null;
    files: number;
  }>`select folder_id, deleted_at,
      count(*)::int as files from files where company_id = ${ctx.user.companyId} and folder_id = any(${gone.map(({ id }) => id)}::bigint[])
      and deleted_at is not null group by folder_id, deleted_at`.execute(ctx.db);
  const counts = Map.groupBy(rows, ({ deletedAt }) => deletedAt);
  return [...Map.groupBy(gone, ({ deletedAt }) => deletedAt)]
    .flatMap(([deletedAt, together]) => {
      const ids = new Set(together.map(({ id }) => id));
      const outer = together.filter(({ parentId }) => parentId === null || !ids.has(parentId));
      return outer.map(({ id, name }) => {
        const inner = within(together, id);
        const files = (counts.get(deletedAt) ?? []).filter(({ folderId }) => inner.has(folderId));
        return { id, name, files: files.reduce((sum, one) => sum + one.files, 0) };
      });
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, 'it') || a.id - b.id)
    .slice(0, MOST_FOLDERS);
}

export const readTree: VerbOf<Table, 'GET /files/folders'> = async (ctx) => {
  const sight = await sightOf(ctx);
  const { rows: counts } = await sql<{
    folderId: number;
    files: number;
  }>`select f.folder_id, count(*)::int as files from files f
    where f.company_id = ${ctx.user.companyId} and f.deleted_at is null and ${sight.files} group by f.folder_id`.execute(
    ctx.db,
  );
  const by = new Map(counts.map(({ folderId, files }) => [folderId, files]));
  const wanted = await wantedFiles(ctx, sight);
  const manages = isManager(ctx);
  const binned = manages
    ? await sql<{ count: number }>`select count(*)::int as count from files
        where company_id = ${ctx.user.companyId} and deleted_at is not null`.execute(ctx.db)
    : null;
  return {
    folders: sight.folders.map((folder) => ({ ...folder, files: by.get(folder.id) ?? 0 })),
    space: manages ? { used: await usedBytes(ctx), quota: QUOTA_BYTES } : null,
    toRead: wanted.length,
    late: wanted.filter(({ receiptBy }) => receiptBy! < ctx.today).length,
    mostUrgent: wanted.slice(0, MOST_URGENT).map(({ id, folderId, name, kind, number, receiptBy }) => ({
      id,
      folderId,
      name,
      kind,
      number,
      receiptBy: receiptBy!,
    })),
    binned: binned ? binned.rows[0]!.count : null,
    binnedFolders: manages ? await binnedFolders(ctx) : [],
  };
};

export const choices: VerbOf<Table, 'GET /files/choices'> = async ({ db, user }) => {
  const own = await db
    .selectFrom('roles')
    .select('name')
    .where('companyId', '=', user.companyId)
    .orderBy('name')
    .execute();
  const names = own.map(({ name }) => name);
  const presets = roleNames.filter((name) => !names.some((one) => one.toLowerCase() === name.toLowerCase()));
  const locations = await db
    .selectFrom('locations')
    .select(['id', 'name'])
    .where('companyId', '=', user.companyId)
    .where('archivedAt', 'is', null)
    .orderBy('name')
    .limit(500)
    .execute();
  return { roles: [...names, ...presets], locations };
};

/** Throws at the field where the folder cannot be as it is wanted. */
async function check(
  ctx: Ctx,
  folders: readonly StoredFolder[],
  id: number | null,
  wanted: FolderInput,
): Promise<void> {
  const { name, parentId, locationIds } = wanted;
  const fields: Record<string, string> = widerThan(pathOf(folders, parentId), wanted);
  const issue = placeIssue(folders, id, parentId);
  if (issue) fields.parentId = issue;
  const isTaken = folders.some(
    (other) => other.id !== id && other.parentId === parentId && other.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) fields.name = 'C’è già una cartella con questo nome';
  await checkPlaces(ctx, locationIds, fields);
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

/** Says at `locationIds` that one of them is no place of the company. */
export async function checkPlaces(
  { db, user }: Ctx,
  ids: readonly number[] | null,
  fields: Record<string, string>,
): Promise<void> {
  if (ids === null) return;
  const known = await db
    .selectFrom('locations')
    .select('id')
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();
  if (known.length < new Set(ids).size) fields.locationIds = 'Una di queste sedi non c’è più: scegliere di nuovo';
}

const factsOf = ({ name, parentId, roles, locationIds }: FolderInput) => ({ name, parentId, roles, locationIds });

async function answerOf(ctx: Ctx, id: number): Promise<FolderRow> {
  const { folders } = await sightOf(ctx);
  const found = folders.find((folder) => folder.id === id);
  if (!found) throw new Failure('not_found');
  const { rows } = await sql<{ files: number }>`select count(*)::int as files from files
    where company_id = ${ctx.user.companyId} and folder_id = ${id} and deleted_at is null`.execute(ctx.db);
  return { ...found, files: rows[0]!.files };
}

export const create: VerbOf<Table, 'POST /files/folders'> = async (ctx, { body }) => {
  await lockTree(ctx);
  const folders = await readFolders(ctx);
  if (folders.length >= MOST_FOLDERS) throw new Failure('conflict', `Al massimo ${MOST_FOLDERS} cartelle.`);
  await check(ctx, folders, null, body);
  const { id } = await ctx.db
    .insertInto('fileFolders')
    .values({ companyId: ctx.user.companyId, ...body, createdAt: ctx.now, updatedAt: ctx.now })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.audit({ action: 'create', entity: 'file_folder', entityId: id, after: factsOf(body) });
  return answerOf(ctx, id);
};

export const save: VerbOf<Table, 'PUT /files/folders/:id'> = async (ctx, { params: { id }, version, body }) => {
  await lockTree(ctx);
  const folders = await readFolders(ctx);
  const before = folders.find((folder) => folder.id === id);
  if (!before) throw new Failure('not_found');
  if (before.version !== version) throw await stale(ctx, 'file_folder', id, await answerOf(ctx, id));
  await check(ctx, folders, id, body);
  await ctx.db
    .updateTable('fileFolders')
    .set({ ...body, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  ctx.audit({ action: 'update', entity: 'file_folder', entityId: id, before: factsOf(before), after: factsOf(body) });
  return answerOf(ctx, id);
};
