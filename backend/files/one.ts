/** One file with its versions. */
import { sql } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { files as table } from '#domain/files/endpoints.ts';
import type { FileDetail } from '#domain/files/schema.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { rowsOf, selectFiles, type StoredFile, wantedOf } from './list.ts';
import { sightOf } from './rights.ts';

type Table = typeof table;

/** A file that the caller sees; throws `not_found`. */
export async function readFile(ctx: Ctx, id: number): Promise<StoredFile> {
  const { files } = await sightOf(ctx);
  const { rows } =
    await sql<StoredFile>`${selectFiles(ctx)} where f.company_id = ${ctx.user.companyId} and f.id = ${id} and ${files}`.execute(
      ctx.db,
    );
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** The same as calls answer it. */
export async function fileOf(ctx: Ctx, id: number): Promise<FileDetail> {
  const stored = await readFile(ctx, id);
  const [row] = await rowsOf(ctx, await wantedOf(ctx, await sightOf(ctx)), [stored]);
  const { rows: versions } = await sql<FileDetail['versions'][number]>`select v.number, v.bytes, v.note,
      coalesce(u.name, 'Sistema') as by, v.at, v.look, v.why
    from file_versions v left join users u on u.company_id = v.company_id and u.id = v.user_id
    where v.company_id = ${ctx.user.companyId} and v.file_id = ${id} order by v.number desc`.execute(ctx.db);
  return { ...row!, versions };
}

export const read: VerbOf<Table, 'GET /files/:id'> = (ctx, { params: { id } }) => fileOf(ctx, id);
