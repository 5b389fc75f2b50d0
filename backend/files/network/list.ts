/** Files of the network as they are read: by dealers those that are for them, by the manufacturer all. */
import { sql, type SqlBool } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { fileKinds } from '#domain/files/kinds.ts';
import { QUOTA_BYTES } from '#domain/files/limits.ts';
import type { NetworkFile, networkFiles as table, NetworkVersion } from '#domain/files/network.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';
import { promisedBytes } from '../folders.ts';

type Table = typeof table;

const isPublisher = ({ user }: Pick<Ctx, 'user'>): boolean => user.companyId === MANUFACTURER;

const unexpired = ({ today }: Pick<Ctx, 'today'>) =>
  sql<SqlBool>`(n.expires_on is null or n.expires_on >= ${today}::date)`;

/** What the caller reads: the policy of the table lets in what is for their company; what has expired the manufacturer still sees. */
const readable = (ctx: Ctx) => (isPublisher(ctx) ? sql<SqlBool>`true` : unexpired(ctx));

/** Who else reads a file is the manufacturer's business. */
const selectNetwork = (
  ctx: Ctx,
) => sql<NetworkFile>`select n.id, n.version, n.name, n.folder, n.brand_id, m.name as brand, n.kind, n.bytes,
    n.look, n.why, n.number, n.note, n.expires_on::text, n.ready_at as at, ${isPublisher(ctx) ? sql`n.audience` : sql`null::int[]`} as company_ids
  from network_files n left join makers m on m.id = n.brand_id`;

/** A file of the network; throws `not_found`. */
export async function readOne(ctx: Ctx, id: number): Promise<NetworkFile> {
  const { rows } = await sql<NetworkFile>`${selectNetwork(ctx)} where n.id = ${id}`.execute(ctx.db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** Every word that was typed begins one of the name or of the text. */
const containing = (q: string) =>
  q
    .split(/[\s,;]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, 8)
    .map((word) => sql<SqlBool>`n.words @@ ('''' || coalesce(nullif(word_of(${word}), ''), '~') || ''':*')::tsquery`);

/** Bytes that all versions take, and that files on their way have been promised. */
export async function usedBytes(ctx: Ctx): Promise<number> {
  const { rows } = await sql<{ used: string }>`select (select coalesce(sum(bytes), 0) from network_files)
    + (select coalesce(sum(bytes), 0) from network_file_versions) as used`.execute(ctx.db);
  return Number(rows[0]!.used) + (await promisedBytes(ctx));
}

export const list: VerbOf<Table, 'GET /network/files'> = async (
  ctx,
  { query: { q, folder, brandId, companyId, limit, offset } },
) => {
  const seen = readable(ctx);
  const where = sql.join(
    [
      seen,
      ...(q ? containing(q) : []),
      ...(folder === undefined ? [] : [sql<SqlBool>`n.folder = ${folder}`]),
      ...(brandId === undefined ? [] : [sql<SqlBool>`n.brand_id = ${brandId}`]),
      ...(companyId === undefined || !isPublisher(ctx)
        ? []
        : [sql<SqlBool>`(n.audience is null or ${companyId} = any(n.audience))`, unexpired(ctx)]),
    ],
    sql` and `,
  );
  const { rows } = await sql<NetworkFile>`${selectNetwork(ctx)} where ${where} order by n.folder, n.name, n.id
    limit ${limit} offset ${offset}`.execute(ctx.db);
  const counted = await sql<{
    total: number;
  }>`select count(*)::int as total from network_files n where ${where}`.execute(ctx.db);
  const folders = await sql<{ name: string; files: number }>`select n.folder as name, count(*)::int as files
    from network_files n where ${seen} group by n.folder order by n.folder limit 500`.execute(ctx.db);
  const brands = await sql<{ id: number; name: string }>`select m.id, m.name from makers m
    ${isPublisher(ctx) ? sql`where m.published` : sql`where m.id in (select n.brand_id from network_files n where ${seen})`}
    order by m.name limit 500`.execute(ctx.db);
  return {
    rows,
    total: Math.min(counted.rows[0]!.total, 5001),
    folders: folders.rows,
    brands: brands.rows,
    space: isPublisher(ctx) ? { used: await usedBytes(ctx), quota: QUOTA_BYTES } : null,
  };
};

interface Kept {
  name: string;
  kind: NetworkFile['kind'];
  number: number;
  look: string;
  fileKey: string;
  previewKey: string | null;
}

/** The current version of a file that the caller reads, or for the manufacturer an earlier one; throws `not_found`. */
async function readKept(ctx: Ctx, id: number, number?: number): Promise<Kept> {
  const { rows } = await sql<Kept>`select n.name, n.kind, n.number, n.look, n.file_key, n.preview_key
    from network_files n where n.id = ${id} and ${readable(ctx)}`.execute(ctx.db);
  const [current] = rows;
  if (!current) throw new Failure('not_found');
  if (number === undefined || number === current.number) {
    if (!isPublisher(ctx)) await noteReading(ctx, id, current.number);
    return current;
  }
  // No other company reads their rows.
  const earlier = await ctx.db
    .selectFrom('networkFileVersions')
    .select(['number', 'fileKey', 'previewKey', 'look'])
    .where('fileId', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!earlier) throw new Failure('not_found');
  return { ...current, ...earlier };
}

/** Counts a person once for each version: the row that says who stays with their company. */
async function noteReading({ db, user, now }: Ctx, id: number, number: number): Promise<void> {
  const { rows } = await sql`insert into network_readings (company_id, file_id, user_id, number, at)
    values (${user.companyId}, ${id}, ${user.id}, ${number}, ${now}) on conflict do nothing returning file_id`.execute(
    db,
  );
  if (rows.length > 0)
    await sql`insert into network_reader_counts (company_id, file_id, number, readers) values (${user.companyId}, ${id}, ${number}, 1)
      on conflict (company_id, file_id, number) do update set readers = network_reader_counts.readers + 1`.execute(db);
}

export const content: VerbOf<Table, 'GET /network/files/:id/content'> = async (
  ctx,
  { params: { id }, query: { inline, number } },
) => {
  const { name, kind, look, fileKey } = await readKept(ctx, id, number);
  return { key: fileKey, type: fileKinds[kind].type, name, inline: inline === 'true' && look === 'pdf' };
};

export const preview: VerbOf<Table, 'GET /network/files/:id/preview'> = async (
  ctx,
  { params: { id }, query: { number } },
) => {
  // The list that a dealer opened before a new version came leads to that one.
  const { name, previewKey } = await readKept(ctx, id, isPublisher(ctx) ? number : undefined);
  if (previewKey === null) throw new Failure('not_found');
  return { key: previewKey, type: 'image/jpeg', name: name.replace(/\.\w+$/, '.jpg'), inline: true };
};

/** Over all companies: the scope of the manufacturer lets it read the counts, and nothing that names anybody. */
const COUNTS = sql`network_reader_counts k
    where k.company_id in (select c.company_id from companies c where c.company_id <> ${MANUFACTURER})`;

export const readers: VerbOf<Table, 'GET /network/files/readers'> = async ({ db }) => {
  const { rows } = await sql<{ id: number; readers: number }>`select r.file_id as id, r.readers
    from (select k.file_id, k.number, sum(k.readers)::int as readers from ${COUNTS} group by k.file_id, k.number) r
    join network_files n on n.id = r.file_id and n.number = r.number`.execute(db);
  return rows;
};

export const versions: VerbOf<Table, 'GET /network/files/:id/versions'> = async (ctx, { params: { id } }) => {
  await readKept(ctx, id);
  const { rows } = await sql<Omit<NetworkVersion, 'readers'>>`select number, bytes, note, at, look, why
      from network_file_versions where file_id = ${id}
    union all select number, bytes, note, ready_at, look, why from network_files where id = ${id}
    order by number desc`.execute(ctx.db);
  const counted = await sql<{ number: number; readers: number }>`select k.number, sum(k.readers)::int as readers
    from ${COUNTS} and k.file_id = ${id} group by k.number`.execute(ctx.db);
  const by = new Map(counted.rows.map(({ number, readers: n }) => [number, n]));
  return rows.map((row) => ({ ...row, readers: by.get(row.number) ?? 0 }));
};
