/** Many files and folders at once: moved, deleted, brought back. What cannot be is said of each; the others are done. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { MOST_DEPTH, MOST_FOLDERS } from '#domain/files/limits.ts';
import type { Outcome } from '#domain/files/schema.ts';
import { pathOf, placeIssue, within } from '#domain/files/tree.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { lockTree } from './folders.ts';
import { allFolders, goneFolders, readFolders, type StoredFolder } from './rights.ts';

type Table = typeof table;

const TAKEN = 'C’è già qualcosa con questo nome';
const GONE = 'La cartella non c’è più: sceglierne un’altra';
const NOWHERE = 'Scegliere una cartella: un file sta sempre in una';

interface Chosen {
  id: number;
  folderId: number;
  name: string;
  deletedAt: string | null;
}

/** The files of these ids, locked; throws `not_found` unless all are there. */
async function lockFiles({ db, user }: Ctx, ids: readonly number[], isBinned: boolean): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`select id, folder_id, name, deleted_at from files
    where company_id = ${user.companyId} and id = any(${[...ids]}::bigint[]) and (deleted_at is not null) = ${isBinned}
    order by id for update`.execute(db);
  if (rows.length < new Set(ids).size) throw new Failure('not_found');
  return rows;
}

/** Names in a folder, in small letters. */
async function namesIn({ db, user }: Ctx, folderIds: readonly number[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`select folder_id || ' ' || lower(name) as key from files
    where company_id = ${user.companyId} and folder_id = any(${[...folderIds]}::bigint[]) and deleted_at is null`.execute(
    db,
  );
  return new Set(rows.map(({ key }) => key));
}
const keyOf = (folderId: number, name: string) => `${folderId} ${name.toLowerCase()}`;

interface Refusals {
  outcome: Outcome;
  refuse(name: string, message: string): void;
  done(): void;
}
function noting(): Refusals {
  const outcome: Outcome = { done: 0, refused: [] };
  return {
    outcome,
    refuse: (name, message) => void outcome.refused.push({ name, message }),
    done: () => void (outcome.done += 1),
  };
}

const setFile = ({ db, user, now }: Ctx, id: number, columns: { folderId?: number; deletedAt?: Date | null }) =>
  db
    .updateTable('files')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updatedAt: now }))
    .where('companyId', '=', user.companyId)
    .where('id', '=', id)
    .execute();
const setFolders = (
  { db, user, now }: Ctx,
  ids: readonly number[],
  columns: { parentId?: number | null; deletedAt?: Date | null },
) =>
  db
    .updateTable('fileFolders')
    .set((eb) => ({ ...columns, version: eb('version', '+', 1), updatedAt: now }))
    .where('companyId', '=', user.companyId)
    .where('id', 'in', ids)
    .execute();

/** The folder into which is moved: throws at `to` when it is not there. */
function refuseGone(folders: readonly StoredFolder[], to: number | null): void {
  if (to !== null && !folders.some(({ id }) => id === to))
    throw new Failure('invalid', undefined, { fields: { to: GONE } });
}

export const move: VerbOf<Table, 'POST /files/moves'> = async (
  ctx,
  { body: { files: fileIds, folders: folderIds, to } },
) => {
  await lockTree(ctx);
  let folders = await readFolders(ctx);
  refuseGone(folders, to);
  const { outcome, refuse, done } = noting();
  const files = await lockFiles(ctx, fileIds, false);
  if (folderIds.some((id) => !folders.some((folder) => folder.id === id))) throw new Failure('not_found');
  if (to === null && files.length > 0) throw new Failure('invalid', undefined, { fields: { to: NOWHERE } });
  const taken = to === null ? new Set<string>() : await namesIn(ctx, [to]);
  for (const { id, folderId, name } of files) {
    if (folderId === to) continue;
    if (taken.has(keyOf(to!, name))) {
      refuse(name, TAKEN);
      continue;
    }
    taken.add(keyOf(to!, name));
    await setFile(ctx, id, { folderId: to! });
    ctx.audit({ action: 'move', entity: 'file', entityId: id, before: { folderId }, after: { folderId: to } });
    done();
  }
  for (const id of folderIds) {
    const { name, parentId } = folders.find((folder) => folder.id === id)!;
    if (parentId === to) continue;
    const isTaken = folders.some((one) => one.parentId === to && one.name.toLowerCase() === name.toLowerCase());
    const issue = placeIssue(folders, id, to) ?? (isTaken ? TAKEN : null);
    if (issue) {
      refuse(name, issue);
      continue;
    }
    await setFolders(ctx, [id], { parentId: to });
    folders = folders.map((one) => (one.id === id ? { ...one, parentId: to } : one));
    ctx.audit({ action: 'move', entity: 'file_folder', entityId: id, before: { parentId }, after: { parentId: to } });
    done();
  }
  return outcome;
};

export const bin: VerbOf<Table, 'POST /files/bin'> = async (ctx, { body: { files: fileIds, folders: folderIds } }) => {
  const { db, user, now } = ctx;
  await lockTree(ctx);
  const folders = await readFolders(ctx);
  if (folderIds.some((id) => !folders.some((folder) => folder.id === id))) throw new Failure('not_found');
  const { outcome, done } = noting();
  for (const { id } of await lockFiles(ctx, fileIds, false)) {
    await setFile(ctx, id, { deletedAt: now });
    ctx.audit({ action: 'delete', entity: 'file', entityId: id });
    done();
  }
  for (const id of folderIds) {
    const all = [...within(folders, id)];
    const { rows } = await sql<{
      id: number;
    }>`update files set deleted_at = ${now}, updated_at = ${now}, version = version + 1
      where company_id = ${user.companyId} and folder_id = any(${all}::bigint[]) and deleted_at is null returning id`.execute(
      db,
    );
    await setFolders(ctx, all, { deletedAt: now });
    ctx.audit({
      action: 'delete',
      entity: 'file_folder',
      entityId: id,
      after: { folders: all.length, files: rows.length },
    });
    done();
  }
  return outcome;
};

/** The folder and those around it come out of the bin, so that what stood in it stands where it was; `more` come after them. */
async function reviveFolders(ctx: Ctx, id: number, more = 0): Promise<boolean> {
  const all = await allFolders(ctx);
  const path = pathOf(all, id);
  const gone = path.filter(({ deletedAt }) => deletedAt !== null);
  const isTaken = gone.some((one) =>
    all.some(
      (other) =>
        other.deletedAt === null &&
        other.parentId === one.parentId &&
        other.name.toLowerCase() === one.name.toLowerCase(),
    ),
  );
  // What is around it may have been moved deeper meanwhile, and others made in its place.
  const living = all.filter(({ deletedAt }) => deletedAt === null).length;
  const isTooMuch = path.length > MOST_DEPTH || (gone.length > 0 && living + gone.length + more > MOST_FOLDERS);
  if (path.length === 0 || isTaken || isTooMuch) return false;
  if (gone.length > 0)
    await setFolders(
      ctx,
      gone.map((one) => one.id),
      { deletedAt: null },
    );
  return true;
}

/** A deleted folder comes back with the folders and files that were deleted together with it, as one change. */
async function restoreFolder(ctx: Ctx, id: number): Promise<boolean> {
  const { db, user, now } = ctx;
  const all = await allFolders(ctx);
  const { deletedAt } = all.find((folder) => folder.id === id)!;
  // It came back with one before it.
  if (deletedAt === null) return true;
  const inner = within(all, id);
  const together = all.filter((one) => inner.has(one.id) && one.deletedAt === deletedAt);
  const isTooDeep = together.some((one) => pathOf(all, one.id).length > MOST_DEPTH);
  if (isTooDeep || !(await reviveFolders(ctx, id, together.length - 1))) return false;
  const ids = together.map((one) => one.id);
  await setFolders(ctx, ids, { deletedAt: null });
  const { rows: files } = await sql<{
    id: number;
  }>`update files set deleted_at = null, updated_at = ${now}, version = version + 1
    where company_id = ${user.companyId} and folder_id = any(${ids}::bigint[]) and deleted_at = ${deletedAt} returning id`.execute(
    db,
  );
  const after = { folders: ids.length, files: files.length };
  ctx.audit({ action: 'restore', entity: 'file_folder', entityId: id, after });
  return true;
}

export const restore: VerbOf<Table, 'POST /files/restored'> = async (
  ctx,
  { body: { files: fileIds, folders: folderIds, to } },
) => {
  await lockTree(ctx);
  refuseGone(await readFolders(ctx), to);
  const { outcome, refuse, done } = noting();
  const binned = await goneFolders(ctx);
  if (folderIds.some((id) => !binned.some((folder) => folder.id === id))) throw new Failure('not_found');
  for (const id of folderIds)
    if (await restoreFolder(ctx, id)) done();
    else refuse(binned.find((folder) => folder.id === id)!.name, 'Non torna dov’era: ripristinare i suoi file altrove');
  const files = await lockFiles(ctx, fileIds, true);
  const taken = await namesIn(ctx, [...new Set(files.map(({ folderId }) => to ?? folderId))]);
  for (const { id, folderId, name } of files) {
    const into = to ?? folderId;
    if (to === null && !(await reviveFolders(ctx, folderId)))
      refuse(name, 'La sua cartella non torna dov’era: scegliere dove rimetterlo');
    else if (taken.has(keyOf(into, name))) refuse(name, TAKEN);
    else {
      taken.add(keyOf(into, name));
      await setFile(ctx, id, { folderId: into, deletedAt: null });
      ctx.audit({ action: 'restore', entity: 'file', entityId: id, after: { folderId: into } });
      done();
    }
  }
  return outcome;
};
