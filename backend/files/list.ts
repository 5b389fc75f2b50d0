/** Lists of files, and the folders around them. */
import { sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { files as table } from '#domain/files/endpoints.ts';
import type { FileRow } from '#domain/files/schema.ts';
import { isSeer, pathOf } from '#domain/files/tree.ts';
import { list as readList, type Listed } from '../lib/records/list.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { countReceipts } from './asked.ts';
import { isManager, type Sight, sightOf } from './rights.ts';

type Table = typeof table;

/** A file as the database says it, before it is said what it asks of the caller. */
export interface StoredFile extends Omit<FileRow, 'reading' | 'receipts'> {
  makerId: number | null;
  receiptFrom: number;
  /** The version that the caller has read. */
  readNumber: number | null;
}

/** `select … from files f …` without `where`; who has written a version is named, also who left. */
export const selectFiles = ({
  user,
}: Pick<Ctx, 'user'>) => sql<StoredFile>`select f.id, f.version, f.folder_id, f.name, f.kind, f.number, f.bytes,
    f.made_at, coalesce(u.name, 'Sistema') as made_by, f.made_by as maker_id, f.look, f.why, f.roles, f.location_ids,
    f.expires_on::text, f.receipt_by::text, f.receipt_from, f.deleted_at, r.number as read_number
  from files f left join users u on u.company_id = f.company_id and u.id = f.made_by
  left join file_readings r on r.company_id = f.company_id and r.file_id = f.id and r.user_id = ${user.id}`;

/** A file that wants to be read by the caller: they are asked and have not read it since. */
const WANTED = sql<SqlBool>`(f.receipt_by is not null and f.deleted_at is null and coalesce(r.number, 0) < f.receipt_from)`;

type Query = z.output<Table['GET /files']['query']>;

/** Files of a sight, as a list. */
const listed = (ctx: Ctx, sight: Sight, wanted: readonly number[]): Listed<StoredFile, Query> => ({
  table: 'files',
  as: 'f',
  file: 'file',
  select: selectFiles(ctx),
  order: { name: 'f.name', madeAt: 'f.made_at', bytes: 'f.bytes', expiresOn: 'f.expires_on' },
  sort: { sort: 'name', dir: 'asc' },
  visible: () => sight.files,
  where: (_, { folderId, show }) => [
    show === 'bin' ? sql`f.deleted_at is not null` : sql`f.deleted_at is null`,
    ...(folderId === undefined ? [] : [sql<SqlBool>`f.folder_id = ${folderId}`]),
    ...(show === 'toRead' ? [sql<SqlBool>`f.id = any(${[...wanted]}::bigint[])`] : []),
  ],
});

/** The files that the caller is asked to read and has not, the most urgent first, by role and place: who manages files is asked like anybody else. */
export async function wantedFiles(ctx: Ctx, { person, folders }: Sight): Promise<StoredFile[]> {
  const { rows } = await sql<StoredFile>`${selectFiles(ctx)} where f.company_id = ${ctx.user.companyId} and ${WANTED}
    and (f.expires_on is null or f.expires_on >= ${ctx.today}::date) order by f.receipt_by, f.id limit 1000`.execute(
    ctx.db,
  );
  const asks = (file: StoredFile) => {
    const path = pathOf(folders, file.folderId);
    return path.length > 0 && file.makerId !== ctx.user.id && [...path, file].every((layer) => isSeer(layer, person));
  };
  return rows.filter(asks);
}

export const wantedOf = async (ctx: Ctx, sight: Sight): Promise<number[]> =>
  (await wantedFiles(ctx, sight)).map(({ id }) => id);

/** Rows as the caller may see them: how many have read a file sees who manages files. */
export async function rowsOf(ctx: Ctx, wanted: readonly number[], files: readonly StoredFile[]): Promise<FileRow[]> {
  const counts = isManager(ctx)
    ? await countReceipts(
        ctx,
        files.map((file) => ({ ...file, madeBy: file.makerId })),
      )
    : new Map<number, { done: number; asked: number }>();
  return files.map((file) => {
    const isDone = file.receiptBy !== null && (file.readNumber ?? 0) >= file.receiptFrom;
    const isWanted = wanted.includes(file.id);
    const state = isDone ? 'done' : !isWanted ? 'none' : file.receiptBy! < ctx.today ? 'late' : 'wanted';
    return { ...file, reading: state, receipts: counts.get(file.id) ?? null };
  });
}

export const list: VerbOf<Table, 'GET /files'> = async (ctx, { query }) => {
  const sight = await sightOf(ctx);
  const wanted = await wantedOf(ctx, sight);
  const { total, rows } = await readList<StoredFile, Query, Query>(ctx, listed(ctx, sight, wanted), query);
  return { total, rows: await rowsOf(ctx, wanted, rows) };
};
