/** Bytes of files: a version, a picture's preview, many as a ZIP. Each is asked for by what the caller sees at that moment. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import { fileKinds } from '#domain/files/kinds.ts';
import { MOST_ZIPPED } from '#domain/files/limits.ts';
import { pathOf, within } from '#domain/files/tree.ts';
import { zipOf } from '../lib/files/zip.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { noteOpening } from './asked.ts';
import { readFile } from './one.ts';
import { sightOf } from './rights.ts';

type Table = typeof table;

/** A version of a file that the caller sees, the current one by default; throws `not_found`. */
async function readVersion(ctx: Ctx, id: number, number?: number) {
  const file = await readFile(ctx, id);
  const version = await ctx.db
    .selectFrom('fileVersions')
    .select(['number', 'fileKey', 'previewKey', 'look'])
    .where('companyId', '=', ctx.user.companyId)
    .where('fileId', '=', id)
    .where('number', '=', number ?? file.number)
    .executeTakeFirst();
  if (!version) throw new Failure('not_found');
  return { file, version };
}

export const content: VerbOf<Table, 'GET /files/:id/content'> = async (
  ctx,
  { params: { id }, query: { number, inline } },
) => {
  const { file, version } = await readVersion(ctx, id, number);
  if (file.receiptBy !== null && version.number === file.number) await noteOpening(ctx, id);
  // What may run something is never shown in a window of ours.
  const isShown = inline === 'true' && version.look === 'pdf';
  return { key: version.fileKey, type: fileKinds[file.kind].type, name: file.name, inline: isShown };
};

export const preview: VerbOf<Table, 'GET /files/:id/preview'> = async (ctx, { params: { id }, query: { number } }) => {
  const { file, version } = await readVersion(ctx, id, number);
  if (version.previewKey === null) throw new Failure('not_found');
  if (file.receiptBy !== null && version.number === file.number) await noteOpening(ctx, id);
  return { key: version.previewKey, type: 'image/jpeg', name: file.name.replace(/\.\w+$/, '.jpg'), inline: true };
};

interface Zipped {
  id: number;
  folderId: number;
  name: string;
  bytes: number;
  fileKey: string;
}

/** The files that are asked for, as far as the caller sees them and as they hold today. */
async function readZipped(ctx: Ctx, { folderId, ids }: { folderId?: number | undefined; ids?: number[] | undefined }) {
  const { folders, files } = await sightOf(ctx);
  if (folderId !== undefined && !folders.some(({ id }) => id === folderId)) throw new Failure('not_found');
  const inside = folderId === undefined ? folders.map(({ id }) => id) : [...within(folders, folderId)];
  // What has expired goes along only where it is asked for by name.
  const among = ids
    ? sql`f.id = any(${ids}::bigint[])`
    : sql`f.folder_id = any(${inside}::bigint[]) and (f.expires_on is null or f.expires_on >= ${ctx.today}::date)`;
  const { rows } = await sql<Zipped>`select f.id, f.folder_id, f.name, f.bytes, v.file_key from files f
    join file_versions v on v.company_id = f.company_id and v.file_id = f.id and v.number = f.number
    where f.company_id = ${ctx.user.companyId} and f.deleted_at is null and ${files} and ${among}
    order by f.name, f.id limit ${MOST_ZIPPED.files + 1}`.execute(ctx.db);
  if (ids && rows.length < new Set(ids).size) throw new Failure('not_found');
  return { folders, rows };
}

export const zip: VerbOf<Table, 'GET /files/zip'> = async (ctx, { query }) => {
  const { folders, rows } = await ctx.inside((inner) => readZipped(inner, query));
  const field = query.ids ? 'ids' : 'folderId';
  const refuse = (message: string) => new Failure('invalid', message, { fields: { [field]: message } });
  if (rows.length === 0) throw refuse('Non c’è nessun file da scaricare');
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0);
  if (rows.length > MOST_ZIPPED.files || bytes > MOST_ZIPPED.bytes)
    throw refuse(
      `Al massimo ${MOST_ZIPPED.files} file e ${MOST_ZIPPED.bytes / 1e6} MB per volta: scegliere una cartella più piccola`,
    );
  const path = query.folderId === undefined ? [] : pathOf(folders, query.folderId);
  const above = Math.max(0, path.length - 1);
  const entries = rows.map((row) => ({
    // Chosen files of one folder stand beside each other; a folder comes with what is in it.
    name: [
      ...pathOf(folders, row.folderId)
        .slice(query.ids ? -1 : above)
        .map(({ name }) => inPath(name)),
      row.name,
    ].join('/'),
    key: row.fileKey,
  }));
  return zipOf(ctx, `${inPath(path.at(-1)?.name ?? 'File')}.zip`, entries);
};

/** A folder's name as part of a path in a ZIP. */
const inPath = (name: string) => name.replace(/[/\\:*?"<>|]/g, '_').replace(/^\.+$/, '_');
