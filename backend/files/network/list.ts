/** Files of the network as they are read: by dealers those that are for them, by the manufacturer all. */
import { sql, type SqlBool } from 'kysely';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { Failure } from '#domain/errors.ts';
import { fileKinds } from '#domain/files/kinds.ts';
import type { NetworkFile, networkFiles as table } from '#domain/files/network.ts';
import type { VerbOf } from '#backend/lib/work/bind.ts';
import type { Ctx } from '#backend/lib/work/context.ts';

type Table = typeof table;

export const isPublisher = ({ user }: Pick<Ctx, 'user'>): boolean => user.companyId === MANUFACTURER;

/** What the caller reads: the policy of the table lets in what is for their company; what has expired the manufacturer still sees. */
const readable = (ctx: Ctx) =>
  isPublisher(ctx)
    ? sql<SqlBool>`n.ready_at is not null`
    : sql<SqlBool>`(n.expires_on is null or n.expires_on >= ${ctx.today}::date)`;

/** Who else reads a file is the manufacturer's business. */
export const selectNetwork = (
  ctx: Ctx,
) => sql<NetworkFile>`select n.id, n.version, n.name, n.folder, n.brand_id, m.name as brand, n.kind, n.bytes,
    n.look, n.why, n.expires_on::text, n.ready_at as at, ${isPublisher(ctx) ? sql`n.audience` : sql`null::int[]`} as company_ids
  from network_files n left join makers m on m.id = n.brand_id`;

export const list: VerbOf<Table, 'GET /network/files'> = async (
  ctx,
  { query: { q, folder, brandId, limit, offset } },
) => {
  const seen = readable(ctx);
  const where = sql.join(
    [
      seen,
      ...(q ? [sql<SqlBool>`strpos(lower(n.name), lower(${q})) > 0`] : []),
      ...(folder === undefined ? [] : [sql<SqlBool>`n.folder = ${folder}`]),
      ...(brandId === undefined ? [] : [sql<SqlBool>`n.brand_id = ${brandId}`]),
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
  return { rows, total: Math.min(counted.rows[0]!.total, 5001), folders: folders.rows, brands: brands.rows };
};

/** The row of a file that the caller reads; throws `not_found`. */
async function readKept(ctx: Ctx, id: number) {
  const { rows } = await sql<
    Pick<NetworkFile, 'name' | 'kind' | 'look'> & { fileKey: string; previewKey: string | null }
  >`
    select n.name, n.kind, n.look, n.file_key, n.preview_key from network_files n where n.id = ${id} and ${readable(ctx)}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw new Failure('not_found');
  if (!isPublisher(ctx)) await noteReading(ctx, id);
  return rows[0];
}

/** Counts a person once for each file: the row that says who stays with their company. */
async function noteReading({ db, user, now }: Ctx, id: number): Promise<void> {
  const { rows } =
    await sql`insert into network_readings (company_id, file_id, user_id, at) values (${user.companyId}, ${id}, ${user.id}, ${now})
    on conflict do nothing returning file_id`.execute(db);
  if (rows.length > 0)
    await sql`insert into network_reader_counts (company_id, file_id, readers) values (${user.companyId}, ${id}, 1)
      on conflict (company_id, file_id) do update set readers = network_reader_counts.readers + 1`.execute(db);
}

export const content: VerbOf<Table, 'GET /network/files/:id/content'> = async (
  ctx,
  { params: { id }, query: { inline } },
) => {
  const { name, kind, look, fileKey } = await readKept(ctx, id);
  return { key: fileKey, type: fileKinds[kind].type, name, inline: inline === 'true' && look === 'pdf' };
};

export const preview: VerbOf<Table, 'GET /network/files/:id/preview'> = async (ctx, { params: { id } }) => {
  const { name, previewKey } = await readKept(ctx, id);
  if (previewKey === null) throw new Failure('not_found');
  return { key: previewKey, type: 'image/jpeg', name: name.replace(/\.\w+$/, '.jpg'), inline: true };
};

export const readers: VerbOf<Table, 'GET /network/files/readers'> = async ({ db }) => {
  // Over all companies: the scope of the manufacturer lets it read the counts, and nothing that names anybody.
  const { rows } = await sql<{ id: number; readers: number }>`select k.file_id as id, sum(k.readers)::int as readers
    from network_reader_counts k
    where k.company_id in (select c.company_id from companies c where c.company_id <> ${MANUFACTURER})
    group by k.file_id`.execute(db);
  return rows;
};
