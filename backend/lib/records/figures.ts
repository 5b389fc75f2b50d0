/**
 * The runner of figures: counts, sums and groups what a list's own filters select, so that a figure, the rows behind it
 * and its sheet never differ. An area describes a figure as data (`figure`) and names it in its value.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { listFilters, spanFault, type Counted, type Days, type Within } from '#domain/record/figures.ts';
import { Failure } from '#domain/errors.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { Rights } from '#domain/record/rights.ts';
import type { FileAnswer } from '../work/bind.ts';
import { holds, type Ctx, type HeavyCtx } from '../work/context.ts';
import { asFile, contentsOf, type Column } from '../files/export.ts';
import { asked, inBatches, type Listed, type Query } from './list.ts';
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

interface Described<Row, F extends Query, M extends string, B extends string> {
  counted: Counted & { measures: Readonly<Record<M, unknown>>; bases: Readonly<Record<B, unknown>> };
  of: Listed<Row, F>;
  /** Whose the records are. */
  owned: Owned;
  /** The day in Rome by which each basis counts. */
  days: Readonly<Record<B, Sql>>;
  place: Sql;
  person: Sql;
  /** An aggregate for each measure; one of values that may be unknown is null when none is known, never 0. */
  measures: Readonly<Record<M, Sql>>;
  row: RowOf;
  /** Where a record stands. */
  href: (row: { id: number; located: never }) => string;
}

/** A figure of any list. */
export type Figure = Omit<Described<unknown, Query, string, string>, 'of' | 'counted'> & {
  counted: Counted;
  table: string;
  as: string;
  /** Condition: the rows of the company that a number counts. */
  within: (ctx: Ctx, within: Within) => RawBuilder<SqlBool>;
};

/** Describes a figure over a list. */
export function figure<Row, F extends Query, M extends string, B extends string>({
  of,
  ...described
}: Described<Row, F, M, B>): Figure {
  const { counted } = described;
  return {
    ...described,
    table: of.table,
    as: of.as ?? 'r',
    // The keys of the filters are the list's own, as `counted` names them; a test reads each figure by its list.
    within: (ctx, within) => asked(ctx, of, listFilters(counted, within) as unknown as F),
  };
}

/** The measures of a figure that the caller may see. */
const measuresFor = (ctx: Pick<Ctx, 'user'>, { counted }: Figure): string[] =>
  keysOf(counted.measures).filter((key) => {
    const { seenWith } = counted.measures[key]!;
    return !seenWith || holds(ctx, ...seenWith);
  });

/** Whose rows count for the caller: everybody's, the own, or those of a queue. */
export type Seen = Pick<Rights, 'see' | 'queues'>;

/** The rows of a figure that the caller may count, by the rights of what asks. */
const counts = (ctx: Ctx, { owned }: Figure, rights: Seen) =>
  visible(ctx, { ...owned, machine: { rights: { ...rights, change: rights.see } } });

type Dimension = 'place' | 'person' | 'day';
type Sums = Record<string, number | null>;
/** A group, with what each range of days adds up to in it. */
export interface Group<R extends string> {
  place?: number | null;
  person?: number | null;
  day?: string;
  sums: Record<R, Sums>;
}

export interface Asked<R extends string> {
  basis: string;
  /** One reading counts them all: from the first day of any to the last. */
  ranges: Readonly<Record<R, Days>>;
  by?: readonly Dimension[];
  /** What is added up; absent: all that the caller may see. */
  measures?: readonly string[];
  locationId?: number | undefined;
  personId?: number | undefined;
  rights: Seen;
}

/** Counts and sums of a figure, by groups; without `by` one group, also when nothing is counted. */
export async function readFigure<R extends string>(
  ctx: Ctx,
  figure: Figure,
  { basis, ranges, by = [], measures: wanted, locationId, personId, rights }: Asked<R>,
): Promise<Group<R>[]> {
  const names = keysOf(ranges);
  const ends = Object.values<Days>(ranges);
  const from = ends.map((one) => one.from).toSorted()[0]!;
  const to = ends
    .map((one) => one.to)
    .toSorted()
    .at(-1)!;
  const day = figure.days[basis]!;
  const dimensions = { place: figure.place, person: figure.person, day };
  const seen = measuresFor(ctx, figure);
  const measures = wanted ? seen.filter((key) => wanted.includes(key)) : seen;
  const sums = names.map((name) => {
    const { from: since, to: until } = ranges[name];
    const own = names.length === 1 ? sql`` : sql` filter (where ${day} between ${since}::date and ${until}::date)`;
    const pairs = measures.map((key) => sql`${sql.lit(key)}, ${figure.measures[key]!}${own}`);
    return sql`${sql.lit(name)}, jsonb_build_object(${sql.join(pairs)})`;
  });
  const keys = by.map((name) => sql`${dimensions[name]} as ${sql.ref(name)}`);
  const grouped = by.length === 0 ? sql`` : sql`group by ${sql.join(by.map((_, n) => sql.lit(n + 1)))}`;
  const { rows } = await sql<Group<R>>`select ${sql.join([...keys, sql`jsonb_build_object(${sql.join(sums)}) as sums`])}
    from ${sql.table(figure.table)} ${sql.table(figure.as)}
    where ${counts(ctx, figure, rights)} and ${figure.within(ctx, { basis, from, to, locationId, personId })} ${grouped}`.execute(
    ctx.db,
  );
  return rows;
}

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
function rowsOf(ctx: Ctx, figure: Figure, { rights, ...within }: Drill): RawBuilder<Stored> {
  const { companyId } = ctx.user;
  const { row, days, person, place, as, table } = figure;
  return sql`select ${sql.ref(`${as}.id`)}, ${row.number} as number, ${row.car} as car, ${row.amount} as amount,
      to_char(${days[within.basis]!}, 'YYYY-MM-DD') as day, (${visible(ctx, figure.owned)}) as is_open,
      ${row.located ?? sql`null::jsonb`} as located,
      (select u.name from users u where u.company_id = ${companyId} and u.id = ${person}) as person,
      (select l.name from locations l where l.company_id = ${companyId} and l.id = ${place}) as place
    from ${sql.table(table)} ${sql.table(as)} where ${counts(ctx, figure, rights)} and ${figure.within(ctx, within)}
    order by ${days[within.basis]!} desc, ${sql.ref(`${as}.id`)} desc`;
}

const rowFor =
  ({ href }: Figure) =>
  ({ isOpen, located, ...row }: Stored): FigureRow => ({
    ...row,
    href: isOpen ? href({ id: row.id, located }) : null,
  });

/** Throws `invalid` at the field when the days or the basis cannot be read. */
function checkDrill({ counted }: Figure, { basis, ...days }: Within): void {
  const fields = Object.hasOwn(counted.bases, basis) ? spanFault(days) : { basis: 'Scegliere una data' };
  if (fields) throw new Failure('invalid', undefined, { fields });
}

/** A page of the rows behind a number, with what all of them add up to: as many as the number says, however many. */
export async function drill(
  ctx: Ctx,
  figure: Figure,
  { limit, offset, ...of }: Drill & { limit: number; offset: number },
): Promise<{ rows: FigureRow[]; sums: Sums }> {
  checkDrill(figure, of);
  const { rights, basis, locationId, personId, ...days } = of;
  const [all] = await readFigure(ctx, figure, { rights, basis, locationId, personId, ranges: { all: days } });
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

/** The rows behind a number as a file; throws `invalid` when there are too many. */
export async function drillFile(
  ctx: HeavyCtx,
  figure: Figure,
  { format, ...of }: Drill & { format: 'csv' | 'xlsx' },
): Promise<FileAnswer> {
  checkDrill(figure, of);
  const contents = await ctx.inside(async (inner) => {
    const read = await contentsOf(columns, inBatches<FigureRow>(inner, rowsOf(inner, figure, of)));
    inner.audit({ action: 'export', entity: figure.table, after: { rows: read.rows, format } });
    return read;
  });
  return asFile(`${figure.counted.label.toLowerCase()}-${of.from}-${of.to}`, format, contents);
}
