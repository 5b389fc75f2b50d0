/**
 * Lists of rows: a page with its count and the counts of its views, and the export. An area describes its list as data
 * (`Listed`) and binds its calls to these functions.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { isSeen, type Field } from '#domain/record/fields.ts';
import type { RowField } from '#domain/record/row.ts';
import { MANUFACTURER } from '#domain/endpoint.ts';
import { COUNT_LIMIT } from '#domain/record/list.ts';
import type { DB } from '#backend/db/types.gen.ts';
import type { FileAnswer, StreamAnswer } from '../work/bind.ts';
import type { Ctx, HeavyCtx } from '../work/context.ts';
import { asFile, contentsOf, mostRows, type Column } from '../files/export.ts';
import type { Spool } from '../files/spool.ts';
import { found, named, type Named } from './search.ts';

type Condition = RawBuilder<SqlBool>;
/** Fields as far as they say who may see them. */
type Seen = Readonly<Record<string, Field | RowField>>;

/** The query parameters of every list; areas add their filters. */
export interface Query {
  q?: string | undefined;
  sort?: string | undefined;
  dir?: 'asc' | 'desc' | undefined;
  /** Counts and adds up all rows, not only as many as a list counts. */
  countAll?: 'true' | undefined;
}

/** Which rows a list has, as far as they are counted. */
export interface Counting<Filters extends Query> {
  table: keyof DB & string;
  /** The alias of the table in the list's SQL; `r` if absent. */
  as?: string;
  /** Condition for the rows that the caller may see, apart where figures count others, too. */
  visible?: (ctx: Ctx) => Condition;
  /** Conditions for the rows that the filters ask for, and the caller may see; company and search are added. */
  where: (ctx: Ctx, query: Filters) => Condition[];
  /**
   * The manufacturer's rows are listed beside the company's own. The search reads this text of them, because their words
   * lie with their company.
   */
  shared?: { text: RawBuilder<string> };
}

export interface Listed<Row, Filters extends Query> extends Counting<Filters> {
  /** File name of exports, without extension. */
  file: string;
  /** `select … from <table> <as> …` without `where`. */
  select: RawBuilder<Row>;
  /** Fields of the rows: those that the caller may not see are left out of the answers and cannot be sorted by. */
  fields?: Seen;
  /** Sort keys of the call and their columns. */
  order: Readonly<Record<string, string>>;
  sort: { sort: string; dir: 'asc' | 'desc' };
  /** Converts the search text to the form in which words are stored. */
  searched?: (q: string) => string;
  /**
   * Sums that are returned with the count, apart for each state: what is won and what is lost never stand in one sum.
   * `read`: the columns that the sums need.
   */
  sums?: {
    state: (ctx: Ctx) => RawBuilder<string>;
    read: readonly string[];
    /** SQL over the columns in `read`, by the key of the field it sums. */
    of: Readonly<Record<string, RawBuilder<number | null>>>;
  };
}

interface Order {
  sort?: string | undefined;
  dir?: 'asc' | 'desc' | undefined;
}

/**
 * The `order by` of a list: the requested column if it is in `columns` (sort key → SQL column), else `fallback`. Ties
 * are sorted by id in the same direction, so pages never repeat or skip a row. Column names come from the code, never
 * from the caller.
 */
export function orderBy(
  columns: Readonly<Record<string, string>>,
  { sort, dir }: Order,
  fallback: { sort: string; dir: 'asc' | 'desc' },
  table: string,
) {
  const known = sort !== undefined && Object.hasOwn(columns, sort);
  const column = columns[known ? sort : fallback.sort]!;
  const way = sql.raw((known ? dir : undefined) ?? (known ? 'asc' : fallback.dir));
  return sql`order by ${sql.ref(column)} ${way}, ${sql.ref(`${table}.id`)} ${way}`;
}

/** A filter for one value; undefined means no filter. */
export const is = (column: string, value: string | number | boolean | undefined): Condition[] =>
  value === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} = ${value}`];
export const isFlag = (column: string, value: 'true' | 'false' | undefined): Condition[] =>
  is(column, value && value === 'true');
/** A filter for one record, where 0 asks for the rows that have none. */
export const isOrNone = (column: string, id: number | undefined): Condition[] =>
  id === 0 ? [sql<SqlBool>`${sql.ref(column)} is null`] : is(column, id);
/** A filter for a range of numbers or of a column's days, both ends included; an undefined end is open. */
export const between = <T extends number | string>(
  column: string,
  from: T | undefined,
  to: T | undefined,
): Condition[] => [
  ...(from === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${from}`]),
  ...(to === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} <= ${to}`]),
];

const columnOf = <F extends Query>({ as = 'r' }: Pick<Counting<F>, 'as'>, name: string) => sql.ref(`${as}.${name}`);

/** The rows of the caller's company, and shared ones, that the filters ask for, whoever may see them. */
export function asked<F extends Query>(ctx: Ctx, of: Counting<F>, query: F): Condition {
  const own = sql<SqlBool>`${columnOf(of, 'company_id')} = ${ctx.user.companyId}`;
  const company = of.shared ? sql<SqlBool>`(${own} or ${columnOf(of, 'company_id')} = ${MANUFACTURER})` : own;
  const parts = [company, ...of.where(ctx, query)];
  return sql<SqlBool>`(${sql.join(parts, sql` and `)})`;
}

const both = (one: Condition, other: Condition) => sql<SqlBool>`(${one} and ${other})`;

/** The same that the caller may see, without the search. */
export const filtered = <F extends Query>(ctx: Ctx, of: Counting<F>, query: F): Condition =>
  of.visible ? both(asked(ctx, of, query), of.visible(ctx)) : asked(ctx, of, query);

const idOf = <Row, F extends Query>({ as = 'r' }: Listed<Row, F>) => `${as}.id`;
const textOf = <Row, F extends Query>({ searched }: Listed<Row, F>, { q }: F) => q && (searched?.(q) ?? q);

/** What the search finds, and of a shared list what it finds in the manufacturer's rows. */
function orShared<Row, F extends Query>(ctx: Ctx, of: Listed<Row, F>, { q }: F, search: Condition): Condition {
  if (!q || !of.shared) return search;
  return sql<SqlBool>`(${search} or ${columnOf(of, 'company_id')} <> ${ctx.user.companyId}
    and strpos(lower(${of.shared.text}), lower(${q})) > 0)`;
}

/** The rows of the caller's company that the caller may see and the query asks for, search included. */
export async function condition<Row, F extends Query>(ctx: Ctx, of: Listed<Row, F>, query: F): Promise<Condition> {
  return both(
    filtered(ctx, of, query),
    orShared(ctx, of, query, await found(ctx, of.table, idOf(of), textOf(of, query))),
  );
}

const sees = (ctx: Pick<Ctx, 'user'>, field: Field | RowField | undefined) =>
  !field || isSeen(field, ctx.user.privileges);

/** Takes from rows the fields that the caller may not see, also in the records within them. */
export function hiding(ctx: Pick<Ctx, 'user'>, fields: Seen = {}): <Row extends object>(row: Row) => Row {
  const hidden = new Set<string>();
  const parts = new Map<string, (part: object) => object>();
  for (const [key, field] of Object.entries(fields)) {
    if (!sees(ctx, field))
      for (const each of [key, ...('shown' in field && field.shown ? [field.shown] : [])]) hidden.add(each);
    else if ('fields' in field) parts.set(key, hiding(ctx, field.fields));
  }
  const within = (key: string, held: unknown): unknown => {
    const part = parts.get(key);
    if (!part || !held) return held;
    return Array.isArray(held) ? held.map(part) : part(held);
  };
  if (hidden.size + parts.size === 0) return (row) => row;
  return <Row extends object>(row: Row) => {
    const kept: Record<string, unknown> = {};
    for (const [key, held] of Object.entries(row)) if (!hidden.has(key)) kept[key] = within(key, held);
    return kept as Row;
  };
}

/** The row without the fields that the caller may not see, also in the records within it. */
export const seen = <Row extends object>(ctx: Pick<Ctx, 'user'>, fields: Seen | undefined, row: Row): Row =>
  hiding(ctx, fields)(row);

/** The rows of a condition, in the order of the query. */
export async function readMany<Row, F extends Query>(
  ctx: Ctx,
  of: Listed<Row, F>,
  query: F,
  wanted: Condition,
  { limit, offset = 0 }: { limit: number; offset?: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`${ordered(ctx, of, query, wanted)} limit ${limit} offset ${offset}`.execute(ctx.db);
  return rows;
}

function ordered<Row, F extends Query>(ctx: Ctx, of: Listed<Row, F>, query: F, wanted: Condition): RawBuilder<Row> {
  const order = Object.fromEntries(Object.entries(of.order).filter(([key]) => sees(ctx, of.fields?.[key])));
  return sql<Row>`${of.select} where ${wanted} ${orderBy(order, query, of.sort, of.as ?? 'r')}`;
}

/** Rows that are read in one go; they take the process a few milliseconds. */
const BATCH = 200;

/** The rows of a query in batches, at most one more than an export may hold. */
export async function* inBatches<Row>(ctx: Ctx, query: RawBuilder<Row>, spool?: Spool) {
  const all = sql`${query} limit ${mostRows(spool) + 1}`;
  await sql`declare exported no scroll cursor for ${all}`.execute(ctx.db);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(BATCH)} from exported`.execute(ctx.db);
    yield rows;
    if (rows.length < BATCH) return;
  }
}

interface StateSums {
  state: string;
  count: number;
  [key: string]: unknown;
}
interface Page<Row> {
  rows: Row[];
  total: number;
  /** Sums of the list by state, without those that the caller may not see; null when there are more rows than are counted. */
  sums: StateSums[] | null;
  /** Counts of the requested views; null for a view that the list cannot read. */
  counts?: (number | null)[];
}

/**
 * The most records with a searched text that are read by id at first. When more contain it, the list as a rule holds
 * more of them than are counted.
 */
const NAMED = 2 * COUNT_LIMIT;
/** How many rows of the list are searched for a common text: for each wanted row, and in all. */
const LOOKED_AT = { most: 1000, each: 10 };

/**
 * Ids of rows of the list that contain a common text, the first ones in its order, if the page lies within them; else
 * null.
 */
async function firstWith<Row, F extends Query & { limit: number; offset: number }>(
  ctx: Ctx,
  of: Listed<Row, F>,
  query: F,
  { contains }: Named,
): Promise<number[] | null> {
  const end = query.offset + query.limit;
  if (end > LOOKED_AT.most) return null;
  const first = sql`${ordered(ctx, of, query, filtered(ctx, of, query))} limit ${Math.min(LOOKED_AT.most, LOOKED_AT.each * end)}`;
  const { rows } = await sql<{
    id: number;
  }>`select first.id from (${first}) first where ${contains('first.id')}`.execute(ctx.db);
  return rows.length < end ? null : rows.map(({ id }) => id);
}

/** The columns of the counted rows that their sums need. */
function summedOf<Row, F extends Query>(ctx: Ctx, of: Listed<Row, F>): RawBuilder<unknown> {
  if (!of.sums) return sql``;
  const { state, read } = of.sums;
  return sql.join([sql`${state(ctx)} as state`, ...read.map((name) => columnOf(of, name))]);
}

/** The sums of each state as JSON. */
function sumsOf<Row, F extends Query>({ sums }: Listed<Row, F>): RawBuilder<StateSums[] | null> {
  if (!sums) return sql`null`;
  const pairs = Object.entries(sums.of).map(([key, sum]) => sql`${sql.lit(key)}, ${sum}`);
  return sql`(select jsonb_agg(one) from (select jsonb_build_object(${sql.join([sql`'state', state, 'count', count(*)`, ...pairs])}) as one
    from counted group by state order by state) each)`;
}

/** A page of the filtered rows, their number, and the number of rows in each requested view. */
export async function list<
  Row extends { id: number },
  F extends Query & { limit: number; offset: number },
  V extends Query,
>(ctx: Ctx, of: Listed<Row, F & V>, query: F & V & { views?: (V | null)[] | undefined }): Promise<Page<Row>> {
  const records = await named(ctx, of.table, textOf(of, query), NAMED);
  const asked = filtered(ctx, of, query);
  const some = both(asked, orShared(ctx, of, query, records.among(idOf(of))));
  // A common text: the part of the records that is named may do; all of them are named only if it does not.
  const all = async () => (records.isPart ? condition(ctx, of, query) : some);
  let counted = await count<Row, F, V>(ctx, of, some, query);
  if (records.isPart && (query.countAll || counted.total <= COUNT_LIMIT))
    counted = await count<Row, F, V>(ctx, of, await all(), query);
  const first = records.isPart && !of.shared ? await firstWith(ctx, of, query, records) : null;
  const wanted = first ? both(asked, sql`${sql.ref(idOf(of))} = any(${first}::bigint[])`) : await all();
  const page = await readMany(ctx, of, query, wanted, query);
  return { rows: page.map(hiding(ctx, of.fields)), ...counted };
}

/** The number of rows, their sums by state, and the number of rows in each view. */
async function count<Row, F extends Query, V extends Query>(
  ctx: Ctx,
  of: Listed<Row, F & V>,
  wanted: Condition,
  { views, countAll }: Pick<Query, 'countAll'> & { views?: (V | null)[] | undefined },
): Promise<Omit<Page<Row>, 'rows'>> {
  const among = (rows: Condition, columns = sql``, most: number | null = COUNT_LIMIT + 1) =>
    sql`(select ${columns} from ${sql.table(of.table)} ${sql.table(of.as ?? 'r')} where ${rows} limit ${most}::int) counted`;
  const countOf = async (view: V | null) =>
    view ? sql`(select count(*) from ${among(await condition(ctx, of, view as F & V))})` : sql`null`;
  const counts = views && (await Promise.all(views.map(countOf)));
  const { rows } = await sql<{ total: number; sums: StateSums[] | null; counts: Page<Row>['counts'] | null }>`
    with counted as (select * from ${among(wanted, summedOf(ctx, of), countAll ? null : undefined)})
    select (select count(*) from counted) as total, ${sumsOf(of)} as sums,
      ${counts ? sql`array[${sql.join(counts)}]::int[]` : sql`null`} as counts`.execute(ctx.db);
  const { total, sums, counts: held } = rows[0]!;
  return {
    total,
    sums: total > COUNT_LIMIT && !countAll ? null : (sums ?? []).map(hiding(ctx, of.fields)),
    ...(held && { counts: held }),
  };
}

/** The filtered rows as a file; throws `TooManyRows`. */
export async function exportFile<Row, F extends Query & { format: 'csv' | 'xlsx' }>(
  ctx: HeavyCtx,
  of: Listed<Row, F>,
  query: F,
  columns: readonly Column<Row>[],
): Promise<FileAnswer | StreamAnswer> {
  const { spool } = ctx;
  const name = `${of.file}-${ctx.today}`;
  const contents = await ctx.inside(async (inner) => {
    const wanted = await condition(inner, of, query);
    const read = await contentsOf(columns, inBatches<Row>(inner, ordered(inner, of, query, wanted), spool), {
      name,
      spool,
    });
    inner.audit({ action: 'export', entity: of.table, after: { rows: read.rows, format: query.format } });
    return read;
  });
  return asFile(name, query.format, contents);
}
