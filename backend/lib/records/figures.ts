/**
 * The runner of figures: counts, sums and groups what a list's own filters select, so that a figure, the rows behind it
 * and its sheet never differ. An area describes a figure as data (`figure`) and names it in its value.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { listFilters, spanFault, type Counted, type Days, type Within } from '#domain/record/figures.ts';
import { Failure } from '#domain/errors.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Rights } from '#domain/record/rights.ts';
import type { FileAnswer, StreamAnswer } from '../work/bind.ts';
import { holds, type Ctx, type HeavyCtx } from '../work/context.ts';
import { asFile, contentsOf, type Column } from '../files/export.ts';
import { asked, inBatches, type Counting, type Query } from './list.ts';
import { visible, type Owned } from './scope.ts';

/** SQL over the list's table. */
type Sql = RawBuilder<unknown>;

/** What a row of a figure shows: no customer, because it is for people who may see the figure and not its records. */
interface RowOf {
  number: Sql;
  car: Sql;
  /** Cents; null: the records have none. */
  amount: Sql;
  /** What the address of the record needs beside its id, as JSON; absent: nothing. */
  located?: Sql;
}

/** Whose rows a figure counts of a list, and what it adds up. */
interface Described<F extends Query, M extends string, B extends string, D extends string> {
  counted: Counted & { measures: Readonly<Record<M, unknown>>; bases: Readonly<Record<B, unknown>> };
  of: Counting<F>;
  /** Whose the records are. */
  owned: Owned;
  /** The day in Rome by which each basis counts. */
  days: Readonly<Record<B, Sql>>;
  place?: Sql;
  person?: Sql;
  /** What else the rows are told apart by. */
  others?: Readonly<Record<D, Dimension>>;
  /** An aggregate for each measure; one of values that may be unknown is null when none is known, never 0. */
  measures: Readonly<Record<M, Sql>>;
}

/** What the rows of a figure show, and where its records stand; only figures that open their own rows have them. */
export interface Rows {
  row: RowOf;
  href: (row: { id: number; located: never }) => string;
  /** The table of what changed in months that are over, its column of the record, and who sees margins; absent: nothing is kept. */
  changes?: { table: string; record: string; marginSeenWith: readonly number[] };
}

/** By what rows are told apart; `shown`: an aggregate, where several spellings are one group. */
type Dimension = Sql | { by: Sql; shown: Sql };

/** A figure of a list with these filters. */
export interface Figure<F extends Query = Query> {
  counted: Counted;
  table: string;
  as: string;
  owned: Owned;
  days: Readonly<Record<string, Sql>>;
  place: Sql;
  person: Sql;
  others: Readonly<Record<string, Dimension>>;
  measures: Readonly<Record<string, Sql>>;
  /** Condition: the rows of the company that the list's filters ask for, whoever may see them. */
  asked(ctx: Ctx, filters: F): RawBuilder<SqlBool>;
}
/** A figure that opens its own rows. */
export type Drilled = Figure & Rows;

/** Describes a figure over a list. */
export function figure<F extends Query, M extends string, B extends string, D extends string, X extends Partial<Rows>>({
  of,
  place = sql`null::bigint`,
  person = sql`null::bigint`,
  others = {} as Readonly<Record<D, Dimension>>,
  ...described
}: Described<F, M, B, D> & X) {
  return {
    ...described,
    table: of.table,
    as: of.as ?? 'r',
    place,
    person,
    others,
    asked: (ctx: Ctx, filters: F) => asked(ctx, of, filters),
  };
}

/** The measures of a figure that the caller may see. */
const measuresFor = (ctx: Pick<Ctx, 'user'>, { counted }: Pick<Figure, 'counted'>): string[] =>
  keysOf(counted.measures).filter((key) => {
    const { seenWith } = counted.measures[key]!;
    return !seenWith || holds(ctx, ...seenWith);
  });

/** Whose rows count for the caller: everybody's, the own, or those of a queue. */
export type Seen = Pick<Rights, 'see' | 'queues'>;

/** The rows of a figure that the caller may count, by the rights of what asks. */
export const counts = (ctx: Ctx, { owned }: Pick<Figure, 'owned'>, rights: Seen) =>
  visible(ctx, { ...owned, machine: { rights: { ...rights, change: rights.see } } });

type Sums = Record<string, number | null>;
/** A group, with what each part adds up to in it. */
export interface Group<R extends string> {
  place?: number | null;
  person?: number | null;
  day?: string;
  month?: string;
  sums: Record<R, Sums>;
  /** By the other dimensions of the figure. */
  [dimension: string]: unknown;
}

/** What is counted apart in one reading: the rows of some days, those that filters of the list ask for, or both. */
export interface Part<F> extends Partial<Days> {
  filters?: F;
}

export interface FigureQuery<F extends Query, R extends string> {
  /** By which days; absent where no days are asked for. */
  basis?: string;
  /** One reading counts them all. */
  parts: Readonly<Record<R, Part<F>>>;
  /** Filters of the list that all parts share. */
  filters?: F;
  /** Condition that all parts fulfil although the list has no filter for it: rows that an index has. */
  among?: RawBuilder<SqlBool>;
  by?: readonly string[];
  /** What is added up; absent: all that the caller may see. */
  measures?: readonly string[];
  rights: Seen;
}

/** A part for each of these filters, of the same days if any. */
export const partsOf = <K extends string, F extends object>(filters: Readonly<Record<K, F>>, days?: Days) =>
  Object.fromEntries(keysOf(filters).map((name) => [name, { ...days, filters: filters[name] }])) as Record<K, Part<F>>;

/** The first and the last day of all parts; null where one of them asks for none. */
function hullOf(parts: readonly Partial<Days>[]): Days | null {
  const days = parts.flatMap(({ from, to }) => (from !== undefined && to !== undefined ? [{ from, to }] : []));
  if (days.length < parts.length) return null;
  return {
    from: days.map(({ from }) => from).toSorted()[0]!,
    to: days
      .map(({ to }) => to)
      .toSorted()
      .at(-1)!,
  };
}

/** The columns by which rows are told apart, with what they are grouped by. */
const groupsOf = (
  { place, person, others }: Pick<Figure, 'place' | 'person' | 'others'>,
  day: Sql,
  by: readonly string[],
) =>
  by.map((name, n) => {
    const named: Readonly<Record<string, Dimension>> = {
      place,
      person,
      day,
      month: sql`to_char(${day}, 'YYYY-MM')`,
      ...others,
    };
    const dimension = named[name]!;
    // A column is grouped by its number: its parameters stand in the statement once.
    const { by: key, shown } = 'by' in dimension ? dimension : { by: sql.lit(n + 1), shown: dimension };
    return { key, column: sql`${shown} as ${sql.ref(name)}` };
  });

/**
 * Which of the common rows a part counts, after an aggregate; nothing: all of them. Its filters are asked with its days: one
 * may ask what held on the day by which a row counts.
 */
function ofPart<F extends Query>(ctx: Ctx, figure: Figure<F>, basis: string | undefined, part: Part<F>): Sql {
  const { filters, ...days } = part;
  if (filters) {
    const asked = { ...listFilters(figure.counted, { basis, ...days }), ...filters } as F;
    return sql` filter (where ${figure.asked(ctx, asked)})`;
  }
  const { from, to } = days;
  return from === undefined
    ? sql``
    : sql` filter (where ${figure.days[basis!]!} between ${from}::date and ${to}::date)`;
}

/** Counts and sums of a figure, by groups in their order; without `by` one group, also when nothing is counted. */
export async function readFigure<F extends Query, R extends string>(
  ctx: Ctx,
  figure: Figure<F>,
  { basis, parts, filters, among, by = [], measures: wanted, rights }: FigureQuery<NoInfer<F>, R>,
): Promise<Group<R>[]> {
  const day = basis === undefined ? sql`null::date` : figure.days[basis]!;
  const measures = measuresFor(ctx, figure).filter((key) => wanted?.includes(key) ?? true);
  const each = Object.values<Part<F>>(parts);
  // A part that is alone selects its rows itself; of several each takes its own from those that all may have.
  const alone = each.length === 1 ? each[0]!.filters : undefined;
  const common = { ...listFilters(figure.counted, { basis, ...hullOf(each) }), ...filters, ...alone } as F;
  const sums = keysOf(parts).map((name) => {
    const own = each.length === 1 ? sql`` : ofPart(ctx, figure, basis, parts[name]);
    const pairs = measures.map((key) => sql`${sql.lit(key)}, ${figure.measures[key]!}${own}`);
    return sql`${sql.lit(name)}, jsonb_build_object(${sql.join(pairs)})`;
  });
  const groups = groupsOf(figure, day, by);
  const columns = [...groups.map(({ column }) => column), sql`jsonb_build_object(${sql.join(sums)}) as sums`];
  const conditions = [counts(ctx, figure, rights), figure.asked(ctx, common), ...(among ? [among] : [])];
  // In one order on every server: who ranks groups by a number keeps it where two have the same.
  const grouped =
    groups.length === 0
      ? sql``
      : sql`group by ${sql.join(groups.map(({ key }) => key))} order by ${sql.join(groups.map((_, n) => sql.lit(n + 1)))}`;
  const { rows } = await sql<Group<R>>`select ${sql.join(columns)}
    from ${sql.table(figure.table)} ${sql.table(figure.as)}
    where ${sql.join(conditions, sql` and `)} ${grouped}`.execute(ctx.db);
  return rows;
}

/** How many rows each part has; asked like `readFigure`, with which it shares its rules. */
export async function countParts<F extends Query, R extends string>(
  ctx: Ctx,
  figure: Figure<F>,
  asked: Omit<FigureQuery<NoInfer<F>, R>, 'by' | 'measures'>,
): Promise<Record<R, number>> {
  const [all] = await readFigure(ctx, figure, { ...asked, measures: ['count'] });
  return Object.fromEntries(keysOf(asked.parts).map((name) => [name, all!.sums[name].count!])) as Record<R, number>;
}

/** The verb that counts the rows of several views of a figure's list, each by a reading of its own, which an index answers. */
export const viewCounts =
  <F extends Query>(figure: Figure<F>, rights: Seen) =>
  async (ctx: Ctx, { query: { views } }: { query: { views: readonly (NoInfer<F> | null)[] } }) => {
    const counts: (number | null)[] = [];
    for (const filters of views)
      counts.push(filters && (await countParts(ctx, figure, { parts: { all: { filters } }, rights })).all);
    return counts;
  };

/** A row behind a number; `href` only where the caller may open the record. */
export interface FigureRow {
  id: number;
  number: string | null;
  car: string | null;
  person: string | null;
  place: string | null;
  day: string;
  amount: number | null;
  href: string | null;
}

interface Drill extends Within {
  rights: Seen;
}

type Stored = FigureRow & { isOpen: boolean; located: never };

/** The rows of a number, the latest first, before their limit. */
function rowsOf(ctx: Ctx, figure: Drilled, { rights, ...within }: Drill): RawBuilder<Stored> {
  const { companyId } = ctx.user;
  const { row, days, person, place, as, table } = figure;
  return sql`select ${sql.ref(`${as}.id`)}, ${row.number} as number, ${row.car} as car, ${row.amount} as amount,
      to_char(${days[within.basis]!}, 'YYYY-MM-DD') as day, (${visible(ctx, figure.owned)}) as is_open,
      ${row.located ?? sql`null::jsonb`} as located,
      (select u.name from users u where u.company_id = ${companyId} and u.id = ${person}) as person,
      (select l.name from locations l where l.company_id = ${companyId} and l.id = ${place}) as place
    from ${sql.table(table)} ${sql.table(as)} where ${counts(ctx, figure, rights)} and ${figure.asked(ctx, listFilters(figure.counted, within))}
    order by ${days[within.basis]!} desc, ${sql.ref(`${as}.id`)} desc`;
}

const rowFor =
  ({ href }: Rows) =>
  ({ isOpen, located, ...row }: Stored): FigureRow => ({
    ...row,
    href: isOpen ? href({ id: row.id, located }) : null,
  });

/** Throws `invalid` at the field when days are in the wrong order or too many. */
export function checkSpan(days: Days, most?: number): void {
  const fields = spanFault(days, most);
  if (fields) throw new Failure('invalid', undefined, { fields });
}

/** The same, and where the basis is none of the figure. */
function checkDrill({ counted }: Pick<Figure, 'counted'>, { basis, ...days }: Within): void {
  if (!Object.hasOwn(counted.bases, basis))
    throw new Failure('invalid', undefined, { fields: { basis: 'Scegliere una data' } });
  checkSpan(days);
}

/** A page of the rows behind a number, with what all of them add up to: as many as the number says, however many. */
export async function drill(
  ctx: Ctx,
  figure: Drilled,
  { limit, offset, ...of }: Drill & { limit: number; offset: number },
): Promise<{ rows: FigureRow[]; sums: Sums }> {
  checkDrill(figure, of);
  const { rights, ...within } = of;
  const filters = listFilters(figure.counted, within);
  const [all] = await readFigure(ctx, figure, { rights, parts: { all: { filters } } });
  const { rows } = await sql<Stored>`${rowsOf(ctx, figure, of)}
    limit ${limit} offset ${offset}`.execute(ctx.db);
  return { rows: rows.map(rowFor(figure)), sums: all!.sums.all };
}

const columns: Column<FigureRow>[] = [
  { header: 'Giorno', kind: 'day', value: (row) => row.day },
  { header: 'Numero', kind: 'text', value: (row) => row.number },
  { header: 'Auto', kind: 'text', value: (row) => row.car },
  { header: 'Persona', kind: 'text', value: (row) => row.person },
  { header: 'Sede', kind: 'text', value: (row) => row.place },
  { header: 'Importo', kind: 'money', value: (row) => row.amount },
];

/** The rows behind a number as a file; throws `TooManyRows`. */
export async function drillFile(
  ctx: HeavyCtx,
  figure: Drilled,
  { format, ...of }: Drill & { format: 'csv' | 'xlsx' },
): Promise<FileAnswer | StreamAnswer> {
  checkDrill(figure, of);
  const { spool } = ctx;
  const name = `${figure.counted.label.toLowerCase()}-${of.from}-${of.to}`;
  const contents = await ctx.inside(async (inner) => {
    const read = await contentsOf(columns, inBatches<FigureRow>(inner, rowsOf(inner, figure, of), spool), {
      name,
      spool,
    });
    inner.audit({ action: 'export', entity: figure.table, after: { rows: read.rows, format } });
    return read;
  });
  return asFile(name, format, contents);
}
