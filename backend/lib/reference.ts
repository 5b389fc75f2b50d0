/**
 * What the lists of priced records do alike: list, export, create, change, archive, reprice, activity. An area describes its
 * records as data (`Reference`) and binds its calls to these functions; reading a CSV is import.ts.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { z } from 'zod';
import { Failure } from '#domain/errors.ts';
import { COUNT_LIMIT } from '#domain/list.ts';
import { MONEY_LIMIT, round } from '#domain/money.ts';
import type { DB } from '../db/types.gen.ts';
import type { FileAnswer } from './bind.ts';
import type { Ctx } from './context.ts';
import { EXPORT_LIMIT, exportRows, type Kind } from './export.ts';
import { matches, orderBy } from './list.ts';
import { timelineOf, write } from './timeline.ts';

/** A record as its `select` reads it. */
export interface Stored {
  id: number;
  version: number;
  code: string;
  price: number;
}

/** Tables of the shape that `Reference` says. */
type Table = {
  [T in keyof DB & string]: DB[T] extends { companyId: number; code: string; price: number; archivedAt: unknown }
    ? T
    : never;
}[keyof DB & string];

/** A field as sheets, imports, audit and activity know it. */
export interface Field<Row> {
  key: keyof Row & string;
  /** Head of its column. */
  header: string;
  kind: Exclude<Kind, 'instant'>;
  /** Word of each stored value. */
  words?: Readonly<Record<string, string>>;
  /** Not read from its own cell: the area's `finish` does it. */
  derived?: boolean;
}

/** Text of a cell by its header; absent columns and empty cells are ''. */
export type Cells = (header: string) => string;

interface Query {
  q?: string | undefined;
  sort?: string | undefined;
  dir?: 'asc' | 'desc' | undefined;
  archived?: 'true' | 'false' | undefined;
}

export interface Reference<Row extends Stored, Filters extends Query = Query> {
  /** Table with company_id, id, version, code (unique in a company), price, archived_at, search, created_at, updated_at. */
  table: Table;
  /** Its name in the audit. */
  entity: string;
  /** Its name in sentences, with the article: "l’accessorio". */
  noun: string;
  /** Name of exported files. */
  file: string;
  /** `select … from <table> r …` without `where`. */
  select: RawBuilder<unknown>;
  /** What the list may be ordered by: name of the call → column. */
  order: Readonly<Record<string, string>>;
  sort: { sort: string; dir: 'asc' | 'desc' };
  /** Conditions of the area's own filters. */
  where: (query: Filters) => RawBuilder<SqlBool>[];
  /** The search as its words stand in the table's `search`. */
  searched?: (q: string) => string;
  fields: readonly Field<Row>[];
  input: z.ZodType;
  /** What a new row of an import has where its cell is empty; a field that is not here must be given. */
  blank: Readonly<Record<string, unknown>>;
  /** Reads what takes more than one cell or a look at other tables; made once for a file. Throws with `refuse` of import.ts. */
  finish?: (ctx: Ctx) => Promise<(cells: Cells, old: Row | undefined) => object>;
  /** Throws at the field where the input does not fit other records. */
  check?: (ctx: Ctx, input: never) => Promise<void>;
}

const own = (ctx: Ctx) => sql<SqlBool>`r.company_id = ${ctx.user.companyId}`;

function condition<Row extends Stored, F extends Query>(
  ctx: Ctx,
  of: Reference<Row, F>,
  query: F,
): RawBuilder<SqlBool> {
  const archived = query.archived === 'true' ? sql<SqlBool>`is not null` : sql<SqlBool>`is null`;
  const search = matches('r.search', query.q && (of.searched?.(query.q) ?? query.q));
  const parts = [own(ctx), search, sql<SqlBool>`r.archived_at ${archived}`, ...of.where(query)];
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

async function readMany<Row extends Stored, F extends Query>(
  ctx: Ctx,
  of: Reference<Row, F>,
  query: F,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`${of.select} where ${condition(ctx, of, query)}
    ${orderBy(of.order, query, of.sort, 'r')} limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

/** These records of the caller's company, by id, locked until the transaction ends. */
export async function readByIds<Row extends Stored>(
  ctx: Ctx,
  of: Reference<Row, never>,
  ids: readonly number[],
): Promise<Row[]> {
  const { rows } = await sql<Row>`${of.select} where ${own(ctx)} and r.id = any(${ids}::bigint[])
    order by r.id for update of r`.execute(ctx.db);
  return rows;
}

/** One record of the caller's company; throws `not_found`. */
export async function readOne<Row extends Stored>(ctx: Ctx, of: Reference<Row, never>, id: number): Promise<Row> {
  const { rows } = await sql<Row>`${of.select} where ${own(ctx)} and r.id = ${id}`.execute(ctx.db);
  if (!rows[0]) throw new Failure('not_found');
  return rows[0];
}

/** A page of the filtered records and how many there are. */
export async function list<Row extends Stored, F extends Query & { limit: number; offset: number }>(
  ctx: Ctx,
  of: Reference<Row, F>,
  query: F,
): Promise<{ rows: Row[]; total: number }> {
  const count = await sql<{ total: number }>`select count(*) as total from (select from ${sql.table(of.table)} r
    where ${condition(ctx, of, query)} limit ${COUNT_LIMIT + 1}) counted`.execute(ctx.db);
  return { rows: await readMany(ctx, of, query, query), total: count.rows[0]!.total };
}

/** The filtered records as a file, which an import reads back; throws `invalid` when they are too many. */
export async function exportFile<Row extends Stored, F extends Query & { format: 'csv' | 'xlsx' }>(
  ctx: Ctx,
  of: Reference<Row, F>,
  query: F,
): Promise<FileAnswer> {
  const rows = await readMany(ctx, of, query, { limit: EXPORT_LIMIT + 1 });
  const columns = of.fields.map(({ key, header, kind, words }) => ({
    ...{ header, kind },
    value: (row: Row) => (words ? (words[String(row[key])] ?? null) : (row[key] as string | number | boolean | null)),
  }));
  await ctx.audit({ action: 'export', entity: of.table, after: { rows: rows.length, format: query.format } });
  return exportRows(`${of.file}-${ctx.today}`, query.format, columns, rows);
}

/** What the audit keeps of a record: the fields that have a name, and whether it is archived. */
export const factsOf = <Row extends Stored>(of: Reference<Row, never>, row: Row): Record<string, unknown> =>
  Object.fromEntries([...of.fields.map(({ key }) => key), 'archived'].map((key) => [key, row[key as keyof Row]]));

export async function create<Row extends Stored>(ctx: Ctx, of: Reference<Row, never>, body: object): Promise<Row> {
  await of.check?.(ctx, body as never);
  const { id } = await ctx.db
    .insertInto(of.table as 'accessories')
    .values({ companyId: ctx.user.companyId, ...body, createdAt: ctx.now, updatedAt: ctx.now } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const created = await readOne(ctx, of, id);
  await ctx.audit({ action: 'create', entity: of.entity, entityId: id, after: factsOf(of, created) });
  return created;
}

interface Saved {
  params: { id: number };
  version: number;
}

/** Writes columns where the version is still the one that the caller saw; throws `stale` with the record as it stands. */
async function save<Row extends Stored>(
  ctx: Ctx,
  of: Reference<Row, never>,
  { params, version }: Saved,
  columns: object,
  action: string,
): Promise<Row> {
  const before = await readOne(ctx, of, params.id);
  const { numUpdatedRows } = await ctx.db
    .updateTable(of.table as 'accessories')
    .set({ ...columns, version: version + 1, updatedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', params.id)
    .where('version', '=', version)
    .executeTakeFirst();
  const after = await readOne(ctx, of, params.id);
  if (numUpdatedRows === 0n) throw new Failure('stale', undefined, { current: after });
  const facts = { before: factsOf(of, before), after: factsOf(of, after) };
  await ctx.audit({ action, entity: of.entity, entityId: params.id, ...facts });
  return after;
}

export async function update<Row extends Stored>(
  ctx: Ctx,
  of: Reference<Row, never>,
  input: Saved & { body: object },
): Promise<Row> {
  await of.check?.(ctx, input.body as never);
  return save(ctx, of, input, input.body, 'update');
}

export const setArchived = <Row extends Stored>(
  ctx: Ctx,
  of: Reference<Row, never>,
  input: Saved & { body: { archived: boolean } },
): Promise<Row> =>
  save(
    ctx,
    of,
    input,
    { archivedAt: input.body.archived ? ctx.now : null },
    input.body.archived ? 'archive' : 'restore',
  );

/** Changes the price of the chosen records by a percentage, each rounded once to the cent; all or none. */
export async function reprice<Row extends Stored>(
  ctx: Ctx,
  of: Reference<Row, never>,
  { ids, percent }: { ids: number[]; percent: number },
) {
  const wanted = [...new Set(ids)];
  const found = await readByIds(ctx, of, wanted);
  if (found.length < wanted.length) throw new Failure('not_found');
  const priced = found
    .map((before) => ({ before, after: { ...before, price: round((before.price * (100 + percent)) / 100) } }))
    .filter(({ before, after }) => before.price !== after.price);
  if (priced.some(({ after }) => after.price > MONEY_LIMIT))
    throw new Failure('invalid', undefined, { fields: { percent: 'Importo troppo grande' } });
  await sql`update ${sql.table(of.table)} r set price = p.price, version = r.version + 1, updated_at = ${ctx.now}
    from unnest(${priced.map(({ after }) => after.id)}::bigint[], ${priced.map(({ after }) => after.price)}::bigint[]) as p (id, price)
    where ${own(ctx)} and r.id = p.id`.execute(ctx.db);
  await ctx.audit(
    ...priced.map(({ before, after }) => ({
      ...{ action: 'reprice', entity: of.entity, entityId: after.id },
      ...{ before: factsOf(of, before), after: factsOf(of, after) },
    })),
  );
  return { changed: priced.length };
}

/** Who did what to one record; throws `not_found`. */
export async function activity<Row extends Stored>(ctx: Ctx, of: Reference<Row, never>, id: number) {
  await readOne(ctx, of, id);
  const text = ({ kind, words }: Field<Row>) => (words ? (value: unknown) => words[String(value)] ?? '—' : write[kind]);
  return timelineOf(ctx, of.entity, [id], {
    actions: {
      create: `ha creato ${of.noun}`,
      update: `ha modificato ${of.noun}`,
      archive: `ha archiviato ${of.noun}`,
      restore: `ha ripristinato ${of.noun}`,
      import: `ha importato ${of.noun}`,
      reprice: 'ha aggiornato il prezzo',
    },
    fields: Object.fromEntries(of.fields.map((field) => [field.key, [field.header, text(field)]])),
  });
}
