/** The manufacturer sends, publishes and deletes files of the network. */
import { sql } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { fileKinds, kindOf } from '#domain/files/kinds.ts';
import type { NetworkFile, NetworkInput, networkFiles as table } from '#domain/files/network.ts';
import { deleteFiles } from '#backend/lib/files/delete.ts';
import { newKey } from '#backend/lib/files/unnamed.ts';
import { stale } from '#backend/lib/records/stale.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { MOST_VERSIONS } from '#domain/files/limits.ts';
import { manyVersions } from '../arrivals.ts';
import { type Fit, inspected } from '../inspected.ts';
import { textIn, wordsOf } from '../words.ts';
import { selectNetwork } from './list.ts';

type Table = typeof table;

/** A file of the network that is there whole; throws `not_found`. */
async function readOne(ctx: Ctx, id: number): Promise<NetworkFile> {
  const { rows } = await sql<NetworkFile>`${selectNetwork(ctx)} where n.id = ${id} and n.ready_at is not null`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** Throws where a file of this kind cannot be the next version. */
function checkNext({ name, kind, number }: NetworkFile, next: NetworkFile['kind']): void {
  const refuse = (message: string) => new Failure('invalid', undefined, { fields: { name: message } });
  if (kind !== next) throw refuse(`«${name}» è un file .${kind}: una sua versione nuova è dello stesso tipo`);
  if (number >= MOST_VERSIONS) throw refuse(manyVersions);
}

interface Arrived {
  /** The row that has named its bytes so far. */
  id: number;
  kind: NetworkFile['kind'];
  bytes: number;
  fit: Fit;
  words: string[];
  note: string;
}

/** Whom it is for reads the new version from now on; the one before stays for the manufacturer. */
async function becomeNext(ctx: Ctx, fileId: number, { id, kind, bytes, fit, words, note }: Arrived): Promise<void> {
  const current = await ctx.db
    .selectFrom('networkFiles')
    .select(['number', 'fileKey', 'previewKey', 'look', 'why', 'bytes', 'note'])
    .where('id', '=', fileId)
    .forUpdate()
    .executeTakeFirst();
  const before = await readOne(ctx, fileId);
  checkNext(before, kind);
  await ctx.db
    .insertInto('networkFileVersions')
    .values({ ...current!, at: before.at, fileId })
    .execute();
  const { fileKey, previewKey } = await ctx.db
    .deleteFrom('networkFiles')
    .where('id', '=', id)
    .returning(['fileKey', 'previewKey'])
    .executeTakeFirstOrThrow();
  await ctx.db
    .updateTable('networkFiles')
    .set({
      number: before.number + 1,
      version: before.version + 1,
      note,
      bytes,
      fileKey,
      previewKey,
      look: fit.look,
      why: fit.why,
      textWords: words,
      readyAt: ctx.now,
      updatedAt: ctx.now,
    })
    .where('id', '=', fileId)
    .execute();
  const after = { number: before.number + 1, note, bytes };
  ctx.audit({ action: 'version', entity: 'network_file', entityId: fileId, after });
}

export const send: VerbOf<Table, 'POST /network/files'> = async (
  { files, inside },
  { query: { name, folder, fileId, note }, body },
) => {
  const kind = kindOf(name)!;
  if (fileId !== undefined) await inside(async (ctx) => checkNext(await readOne(ctx, fileId), kind));
  const fit = await inspected(kind, body.path);
  const text = await textIn(kind, body.path);
  const fileKey = newKey(MANUFACTURER);
  const previewKey = fit.preview && `${fileKey}-p`;
  // The row comes before the bytes, so that the sweep finds what is left after any failure.
  const { id } = await inside(({ db, now }) =>
    db
      .insertInto('networkFiles')
      .values({ name, folder, kind, fileKey, previewKey, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  await files.put(fileKey, { path: body.path }, fileKinds[kind].type);
  if (fit.preview) await files.put(previewKey!, fit.preview, 'image/jpeg');
  return inside(async (ctx) => {
    const words = await wordsOf(ctx, text);
    if (fileId !== undefined) {
      await becomeNext(ctx, fileId, { id, kind, bytes: body.bytes, fit, words, note });
      return readOne(ctx, fileId);
    }
    await ctx.db
      .updateTable('networkFiles')
      .set({ bytes: body.bytes, look: fit.look, why: fit.why, textWords: words, readyAt: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit({ action: 'create', entity: 'network_file', entityId: id, after: { name, folder, bytes: body.bytes } });
    return readOne(ctx, id);
  });
};

/** Throws at the field where the file cannot be published so. */
async function check({ db }: Ctx, before: NetworkFile, { name, brandId, companyIds }: NetworkInput): Promise<void> {
  const fields: Record<string, string> = {};
  if (kindOf(name) !== before.kind) fields.name = `Il nome deve finire con .${before.kind}`;
  if (brandId !== null && !(await db.selectFrom('makers').select('id').where('id', '=', brandId).executeTakeFirst()))
    fields.brandId = 'Scegliere un marchio del catalogo';
  const { rows } = await sql<{
    id: number;
  }>`select c.company_id as id from companies c where c.company_id <> ${MANUFACTURER}
    and c.company_id = any(${companyIds ?? []}::int[])`.execute(db);
  if (rows.length < new Set(companyIds ?? []).size) fields.companyIds = 'Una di queste concessionarie non c’è più';
  if (Object.keys(fields).length > 0) throw new Failure('invalid', undefined, { fields });
}

const factsOf = ({ name, folder, brandId, companyIds, expiresOn }: NetworkInput) => ({
  name,
  folder,
  brandId,
  companyIds,
  expiresOn,
});

export const save: VerbOf<Table, 'PUT /network/files/:id'> = async ({ inside }, { params: { id }, version, body }) => {
  // What asks every company reads in a transaction of its own: a table that lies whole on every node is written apart.
  await inside(async (ctx) => check(ctx, await readOne(ctx, id), body));
  return inside(async (ctx) => {
    await sql`select from network_files where id = ${id} for update`.execute(ctx.db);
    const before = await readOne(ctx, id);
    if (before.version !== version) throw await stale(ctx, 'network_file', id, before);
    const { companyIds, ...columns } = body;
    await ctx.db
      .updateTable('networkFiles')
      .set({ ...columns, audience: companyIds, version: version + 1, updatedAt: ctx.now })
      .where('id', '=', id)
      .execute();
    ctx.audit({
      action: 'update',
      entity: 'network_file',
      entityId: id,
      before: factsOf(before),
      after: factsOf(body),
    });
    return readOne(ctx, id);
  });
};

/** Deletes files with all their versions, their bytes after the commit. */
async function drop({ db, enqueue }: Ctx, ids: readonly number[]): Promise<void> {
  // Whoever sends a version meanwhile finds no file: none of its bytes stays behind.
  await sql`select from network_files where id = any(${[...ids]}::bigint[]) for update`.execute(db);
  const earlier = await db
    .selectFrom('networkFileVersions')
    .select(['fileKey', 'previewKey'])
    .where('fileId', 'in', ids)
    .execute();
  const current = await db
    .deleteFrom('networkFiles')
    .where('id', 'in', ids)
    .returning(['fileKey', 'previewKey'])
    .execute();
  const rows = [...earlier, ...current];
  await enqueue(deleteFiles, {
    keys: rows.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]),
  });
}

export const remove: VerbOf<Table, 'DELETE /network/files/:id'> = async (ctx, { params: { id } }) => {
  const { name } = await readOne(ctx, id);
  await drop(ctx, [id]);
  ctx.audit({ action: 'delete', entity: 'network_file', entityId: id, before: { name } });
};

/** Deletes what never arrived whole, as when a process died between the bytes and their name. */
export async function sweepNetwork(ctx: Ctx): Promise<void> {
  if (ctx.user.companyId !== MANUFACTURER) return;
  const { rows } = await sql<{ id: number }>`select id from network_files
    where ready_at is null and created_at < ${new Date(ctx.now.getTime() - 86_400_000)} limit 500`.execute(ctx.db);
  if (rows.length > 0)
    await drop(
      ctx,
      rows.map(({ id }) => id),
    );
}
