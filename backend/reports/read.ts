/** The runner of reports: sums by group, the rows behind a sum, and both for sheets and prints. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { addDays, isDay } from '#domain/dates.ts';
import { day, month } from '#domain/italian.ts';
import { byNumbers } from '#domain/order.ts';
import { endOfMonth, type Days } from '#domain/record/figures.ts';
import type { ReportAnswer, ReportQuery } from '#domain/reports/endpoints.ts';
import { daysOf, UNDATED } from '#domain/reports/periods.ts';
import { columnsFor, isAdded, type Report } from '#domain/reports/report.ts';
import type { Grouping, Reported } from '../lib/ports/reported.ts';
import { checkSpan } from '../lib/records/figures.ts';
import { contractHref } from '../lib/records/links.ts';
import { visible } from '../lib/records/scope.ts';
import type { Ctx } from '../lib/work/context.ts';
import { OWN } from '../db/tenant.ts';

type Sql = RawBuilder<unknown>;

/** The key of rows that belong to no group. */
const NONE = '-';

function askedSpan(
  { period }: Pick<Report, 'period'>,
  asked: Pick<ReportQuery, 'period' | 'from' | 'to'>,
  today: string,
): Days {
  const { from, to } = asked;
  if (asked.period !== undefined || (from === undefined && to === undefined))
    return daysOf(asked.period ?? period, today);
  if (from === undefined || to === undefined)
    throw new Failure('invalid', undefined, { fields: { [from === undefined ? 'from' : 'to']: 'Inserire il giorno' } });
  checkSpan({ from, to });
  return { from, to };
}

/**
 * The days that are asked for, of some reports the whole months around them; throws `invalid` at the field. A period wins
 * over typed days.
 */
export function spanOf(
  report: Pick<Report, 'period' | 'wholeMonths'>,
  asked: Pick<ReportQuery, 'period' | 'from' | 'to'>,
  today: string,
): Days {
  const span = askedSpan(report, asked, today);
  return report.wholeMonths ? { from: `${span.from.slice(0, 7)}-01`, to: endOfMonth(span.to) } : span;
}

/** The columns that the caller sees; throws `invalid` for rows of one that they do not. */
function seenBy(ctx: Pick<Ctx, 'user'>, { report }: Reported, { column }: ReportQuery): string[] {
  const seen = columnsFor(report, ctx.user.privileges);
  if (column !== undefined && !seen.includes(column))
    throw new Failure('invalid', undefined, { fields: { column: 'Questa colonna non c’è' } });
  return seen;
}

/** The columns of a report that are added up, among those that are seen. */
export const addedOf = ({ columns }: Report, seen: readonly string[]): string[] =>
  seen.filter((key) => isAdded(columns[key]!));

const groupingOf = (groups: Reported['groups'], by: string) => (groups as Readonly<Record<string, Grouping>>)[by]!;

/** By what rows are told apart, as SQL: days and months are those by which the report counts. */
function keyOf({ report, groups }: Reported, by: string, on: Sql): Sql {
  const { isTime } = report.groups[by]!;
  if (isTime === 'day') return sql`${on}::text`;
  if (isTime === 'week') return sql`date_trunc('week', ${on})::date::text`;
  if (isTime === 'month') return sql`to_char(${on}, 'YYYY-MM')`;
  return sql`${groupingOf(groups, by).by}::text`;
}

/** The key of rows of this day, also of those that belong to no group or have no day. */
function groupKey(of: Reported, { basis, by }: Pick<ReportQuery, 'basis' | 'by'>, on: Sql): Sql {
  const key = sql`coalesce(${keyOf(of, by, on)}, ${NONE})`;
  return of.undated?.[basis] ? sql`case when ${on} is null then ${UNDATED} else ${key} end` : key;
}

/** The days of a group of times, by its key; null: no key of one. */
function daysOfGroup({ isTime }: Report['groups'][string], key: string): Days | null {
  if (isTime === 'month' && isDay(`${key}-01`)) return { from: `${key}-01`, to: endOfMonth(`${key}-01`) };
  if (!isDay(key) || isTime === undefined) return null;
  return { from: key, to: isTime === 'week' ? addDays(key, 6) : key };
}

/** The same report, whose statements share what none of them knows: it is read with the first. */
export function readOnce(of: Reported): Reported {
  let read: Promise<Sql> | undefined;
  return { ...of, ...(of.beside && { beside: (ctx) => (read ??= of.beside!(ctx)) }) };
}

/** Every row of some days, with the columns that the caller sees and no other; `few`: only rows that one of these may not be zero of. */
export async function rowsOf(
  ctx: Ctx,
  of: Reported,
  { basis, by, ...asked }: ReportQuery,
  seen: readonly string[],
  few: readonly string[] = [],
): Promise<Sql> {
  const on = of.days[basis]!;
  const { from, to } = spanOf(of.report, asked, ctx.today);
  const { locationId, open, column, only } = asked;
  const undated = of.undated?.[basis];
  // Of one month of years only its days are read.
  const group = open === undefined ? null : daysOfGroup(of.report.groups[by]!, open);
  const dated = group
    ? sql`${on} between greatest(${from}::date, ${group.from}::date) and least(${to}::date, ${group.to}::date)`
    : sql`${on} between ${from}::date and ${to}::date`;
  const beside = (await of.beside?.(ctx)) ?? sql``;
  const among = [only, column].flatMap((key) => (key === undefined ? [] : (of.among?.[key] ?? [])));
  const some = [...new Set(few.map((key) => of.among![key]!))];
  const inner = [
    of.isOwn ?? sql`t.company_id = ${OWN}`,
    of.where,
    ...among,
    ...(some.length > 0 ? [sql`(${sql.join(some, sql` or `)})`] : []),
    undated ? sql`(${dated} or (${on} is null and ${undated}))` : dated,
    ...(locationId === undefined
      ? []
      : [locationId === 0 ? sql`${of.place} is null` : sql`${of.place} = ${locationId}`]),
  ];
  const outer: RawBuilder<SqlBool>[] = [
    ...(open === undefined ? [] : [sql<SqlBool>`r.group_key = ${open}`]),
    ...(column === undefined ? [] : [sql<SqlBool>`${sql.ref(`r.${column}`)} <> 0`]),
    ...(only === undefined ? [] : [of.only[only]!]),
  ];
  return sql`select r.* from (select t.id as contract_id, t.number, ${on} as day, ${of.id} as row_id,
      ${groupKey(of, { basis, by }, on)} as group_key, t.customer_id, ${of.place} as place_id, (${visible(ctx, of.owned)}) as is_open,
      ${sql.join(seen.map((key) => sql`${(of.columns as Readonly<Record<string, Sql>>)[key]!} as ${sql.ref(key)}`))}
    from ${of.from(ctx.today, beside, basis)} where ${sql.join(inner, sql` and `)}) r
    ${outer.length > 0 ? sql`where ${sql.join(outer, sql` and `)}` : sql``}`;
}

export interface Sums {
  count: number;
  sums: Record<string, number>;
}
export interface ReportGroupRead extends Sums {
  key: string;
  label: string;
}

const sumsOf = (added: readonly string[]): Sql =>
  added.length === 0
    ? sql`'{}'::jsonb`
    : sql`jsonb_build_object(${sql.join(added.map((key) => sql`${sql.lit(key)}, coalesce(sum(${sql.ref(`r.${key}`)}), 0)`))})`;

/** Rows added up by their groups. There are few days in many rows: these are added up by the day, before groups of times are named. */
function summed(of: Reported, asked: ReportQuery, rows: Sql, added: readonly string[]): Sql {
  const { isTime } = of.report.groups[asked.by]!;
  if (isTime)
    return sql`select ${groupKey(of, asked, sql`r.day`)} as key, sum(r.row_count)::int as count, ${sumsOf(added)} as sums, null::text as said
      from (select r.day, count(*) as row_count${sql.join(
        added.map((key) => sql`, sum(${sql.ref(`r.${key}`)}) as ${sql.ref(key)}`),
        sql``,
      )} from (${rows}) r group by r.day) r group by key`;
  const { column } = groupingOf(of.groups, asked.by);
  return sql`select r.group_key as key, count(*)::int as count, ${sumsOf(added)} as sums,
      ${column ? sql`max(${sql.ref(`r.${column}`)})` : sql`null::text`} as said
    from (${rows}) r group by r.group_key`;
}

/** From so many columns on that few rows have, these are read by an index of their own: one pass over all rows adds up the others. */
const WORTH = 4;

/** The groups of what is asked for with their sums, by one statement, so that all of them say the same moment. */
async function groupsOf(ctx: Ctx, of: Reported, asked: ReportQuery, seen: readonly string[]): Promise<Sql> {
  const added = addedOf(of.report, seen);
  const rare = added.filter((key) => of.among?.[key]);
  const few = rare.length < WORTH || (asked.only !== undefined && of.among?.[asked.only]) ? [] : rare;
  const others = added.filter((key) => !few.includes(key));
  const many = summed(of, asked, await rowsOf(ctx, of, asked, seen), others);
  if (few.length === 0) return many;
  const rows = await rowsOf(ctx, of, asked, seen, few);
  const none = JSON.stringify(Object.fromEntries(few.map((key) => [key, 0])));
  return sql`select m.key, m.count, m.sums || coalesce(f.sums, ${none}::jsonb) as sums, m.said
    from (${many}) m left join (${summed(of, asked, rows, few)}) f on f.key = m.key`;
}

/** What all of them come to. */
export function totalOf(groups: readonly Sums[], added: readonly string[]): Sums {
  const sum = (of: (group: Sums) => number) => groups.reduce((total, group) => total + of(group), 0);
  return {
    count: sum(({ count }) => count),
    sums: Object.fromEntries(added.map((key) => [key, sum(({ sums }) => sums[key]!)])),
  };
}

function labelOf(report: Report, { basis, by }: ReportQuery, key: string, name: string | null): string {
  const { isTime, words, none = '—' } = report.groups[by]!;
  if (key === UNDATED) return report.undated?.[basis] ?? none;
  if (key === NONE) return none;
  if (isTime === 'day') return day(key);
  if (isTime === 'week') return `dal ${day(key)}`;
  if (isTime === 'month') return `${month(key)} ${key.slice(0, 4)}`;
  return words?.[key] ?? name ?? none;
}

/**
 * The groups of a report in their order: times as they come, those with words as these are listed, others by name, and
 * what belongs to none at the end.
 */
export async function readGroups(ctx: Ctx, of: Reported, asked: ReportQuery): Promise<ReportGroupRead[]> {
  const { report } = of;
  const { open: _, column: __, ...all } = asked;
  const seen = seenBy(ctx, of, asked);
  const { isTime, words } = report.groups[asked.by]!;
  const name = isTime ? undefined : groupingOf(of.groups, asked.by).name;
  const { rows } = await sql<Sums & { key: string; name: string | null }>`
    select g.*, ${name ? name(sql`nullif(nullif(g.key, ${NONE}), ${UNDATED})`) : sql`g.said`} as name
    from (${await groupsOf(ctx, of, all, seen)}) g`.execute(ctx.db);
  const groups = rows.map(({ key, name: named, count, sums }) => ({
    key,
    label: labelOf(report, asked, key, named),
    count,
    sums,
  }));
  const last = (key: string) => Number(key === NONE) + 2 * Number(key === UNDATED);
  const places = new Map(Object.keys(words ?? {}).map((key, place) => [key, place]));
  const place = (key: string) => places.get(key) ?? places.size;
  return groups.toSorted(
    (a, b) =>
      last(a.key) - last(b.key) ||
      place(a.key) - place(b.key) ||
      (isTime ? a.key.localeCompare(b.key) : byNumbers(a.label, b.label)) ||
      a.key.localeCompare(b.key),
  );
}

export interface ReportRow {
  groupKey: string;
  number: string | null;
  customer: string | null;
  customerId: number | null;
  /** Null: the row is of no contract. */
  contractId: number | null;
  isOpen: boolean;
  /** By the columns of the report. */
  [column: string]: string | number | boolean | null;
}

/** The rows of a report, group after group in this order, before a limit. */
export async function orderedRows(ctx: Ctx, of: Reported, asked: ReportQuery, groups: readonly { key: string }[]) {
  const seen = seenBy(ctx, of, asked);
  const keys = groups.map(({ key }) => key);
  const rows = await rowsOf(ctx, of, asked, seen);
  return sql<ReportRow>`select r.*, case when r.is_open then (select c.name from customers c
      where c.company_id = ${OWN} and c.id = r.customer_id) end as customer
    from (${rows}) r
    left join unnest(${keys}::text[]) with ordinality o (key, place) on o.key = r.group_key
    order by o.place, r.day, r.contract_id, r.row_id`;
}

type Cells = Record<string, string | number | null>;

/** A row as it is answered: only what the caller sees of it. */
const shownRow =
  (seen: readonly string[]) =>
  ({ groupKey, number, customer, contractId, isOpen, ...row }: ReportRow): ReportAnswer['rows'][number] => ({
    key: groupKey,
    number,
    customer,
    href: isOpen && contractId !== null ? contractHref(contractId) : null,
    cells: Object.fromEntries(seen.map((key) => [key, row[key] ?? null])) as Cells,
  });

/** What the rows come to that are asked for. */
async function addUp(ctx: Ctx, of: Reported, asked: ReportQuery, seen: readonly string[]): Promise<Sums> {
  const { rows } = await sql<Sums>`select count(*)::int as count, ${sumsOf(addedOf(of.report, seen))} as sums
    from (${await rowsOf(ctx, of, asked, seen)}) r`.execute(ctx.db);
  return rows[0]!;
}

/** How many rows each band has; null: there are none, or the caller does not see them. */
async function countBands(ctx: Ctx, of: Reported, asked: ReportQuery, seen: readonly string[]) {
  const { bands } = of.report;
  if (!bands || asked.column !== undefined || !seen.includes(bands.whole)) return null;
  const { open: _, ...all } = asked;
  const counted = [bands.whole, ...bands.of].map(
    (key) => sql`${sql.lit(key)}, count(*) filter (where ${sql.ref(`r.${key}`)} <> 0)`,
  );
  const { rows } = await sql<{
    counts: Record<string, number>;
  }>`select jsonb_build_object(${sql.join(counted)}) as counts
    from (${await rowsOf(ctx, of, { ...all, column: bands.whole }, seen)}) r`.execute(ctx.db);
  return rows[0]!.counts;
}

/** The most groups of an answer; the total counts all, and a sheet has them. */
const MOST_GROUPS = 500;

/** A report with its groups, and the rows behind one sum where they are asked for. */
export async function readReport(
  ctx: Ctx,
  report: Reported,
  {
    limit,
    offset,
    listed,
    ...asked
  }: ReportQuery & { limit: number; offset: number; listed?: 'true' | 'few' | undefined },
): Promise<ReportAnswer> {
  const of = readOnce(report);
  const seen = seenBy(ctx, of, asked);
  const added = addedOf(of.report, seen);
  const groups = await readGroups(ctx, of, asked);
  const total = totalOf(groups, added);
  const answer = {
    ...spanOf(of.report, asked, ctx.today),
    at: ctx.now.toISOString(),
    columns: seen,
    groups: groups.slice(0, MOST_GROUPS),
    more: Math.max(0, groups.length - MOST_GROUPS),
    total,
    bands: await countBands(ctx, of, asked, seen),
  };
  const isPart = asked.open !== undefined || asked.column !== undefined;
  const isAsked = isPart || listed === 'true' || (listed === 'few' && total.count <= limit);
  if (!isAsked) return { ...answer, rows: [], found: null };
  const found = isPart ? await addUp(ctx, of, asked, seen) : total;
  const ordered = await orderedRows(ctx, of, asked, groups);
  const { rows } = await sql<ReportRow>`${ordered} limit ${limit} offset ${offset}`.execute(ctx.db); // prettier-ignore
  return { ...answer, rows: rows.map(shownRow(seen)), found };
}
