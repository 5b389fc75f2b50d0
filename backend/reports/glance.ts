/** The figure of each report for its usual days, and of the last months: what the page of all reports shows. */
import { sql, type RawBuilder } from 'kysely';
import { addMonths } from '#domain/dates.ts';
import { endOfMonth } from '#domain/record/figures.ts';
import { keysOf } from '#domain/record/machine.ts';
import { columnsFor, type Report } from '#domain/reports/report.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { OWN } from '../db/tenant.ts';
import type { Reported } from '../lib/ports/reported.ts';
import type { Ctx } from '../lib/work/context.ts';
import { firstMonth, MONTHS, readMonths, sumAt } from './months.ts';
import { rowsOf, spanOf } from './read.ts';

interface Part {
  name: ReportName;
  month: string | null;
  count: number;
  sum: number;
  whole: number;
  watchedCount: number;
  watchedSum: number;
}

interface Glanced {
  names: readonly ReportName[];
  sources: Readonly<Record<ReportName, Reported>>;
  /** One place; absent: all. */
  locationId?: number | undefined;
}

/** The column that the report watches, where the caller sees it. */
const watchedOf = ({ user }: Pick<Ctx, 'user'>, report: Report): string | null =>
  report.watched !== undefined && columnsFor(report, user.privileges).includes(report.watched) ? report.watched : null;

/** The rows that it watches instead; no column is called so. */
const aloneOf = ({ watched, columns }: Report): string | null =>
  watched === undefined || watched in columns ? null : watched;

/** How many these are in its usual days, and their sum; what tells them is asked for of no others. */
async function alonePart(
  ctx: Ctx,
  of: Reported,
  { name, only, locationId }: { name: ReportName; only: string; locationId: number | undefined },
) {
  const { report } = of;
  const asked = { basis: keysOf(report.bases)[0]!, by: 'month', only, locationId };
  const rows = await rowsOf(ctx, of, asked, columnsFor(report, ctx.user.privileges));
  return sql`select ${name}::text, null::text, 0, 0::bigint, 0::bigint, count(*)::int, coalesce(sum(${sql.ref(`r.${report.main}`)}), 0)::bigint
    from (${rows}) r`;
}

const least = (one: string, other: string) => (one < other ? one : other);
const most = (one: string, other: string) => (one > other ? one : other);

/**
 * One statement for all of them, which reads the rows of each once: of its usual days, with those without a day, and of
 * the months that are not kept.
 */
export async function readGlances(ctx: Ctx, { names, sources, locationId }: Glanced) {
  const months = Array.from({ length: MONTHS }, (_, n) => addMonths(firstMonth(ctx.today), n));
  const kept = await readMonths(ctx);
  const keptOf = (name: string, month: string) => kept.find((one) => one.report === name && one.month === month);
  const last = endOfMonth(ctx.today);
  const parts: RawBuilder<unknown>[] = [];
  /** From which day on the rows of each are read. */
  const since = new Map<ReportName, string>();
  for (const name of names) {
    const of = sources[name];
    const { bases, main } = of.report;
    const { from, to } = spanOf(of.report, {}, ctx.today);
    const first = months.find((month) => !keptOf(name, month))!;
    const both = { from: least(from, first), to: most(to, last) };
    since.set(name, both.from);
    const watched = watchedOf(ctx, of.report);
    const seen = [...new Set([main, ...(watched === null ? [] : [watched])])];
    // Where an index has the few rows of its figure, no others are read.
    const column = of.among?.[main] && (watched === null || of.among[watched]) ? main : undefined;
    const asked = { basis: keysOf(bases)[0]!, by: 'month', locationId, column, ...both };
    const rows = await rowsOf(ctx, of, asked, seen);
    const usual = sql`(r.day between ${from}::date and ${to}::date or r.day is null)`;
    const value = sql.ref(`r.${main}`);
    const looked = watched === null ? sql`0` : sql.ref(`r.${watched}`);
    parts.push(sql`select ${name}::text as name, to_char(r.day, 'YYYY-MM') as month, count(*) filter (where ${usual} and ${value} <> 0)::int as count,
      coalesce(sum(${value}) filter (where ${usual}), 0)::bigint as sum, coalesce(sum(${value}), 0)::bigint as whole,
      count(*) filter (where ${usual} and ${looked} <> 0)::int as watched_count,
      coalesce(sum(${looked}) filter (where ${usual}), 0)::bigint as watched_sum
      from (${rows}) r group by month`);
    const only = aloneOf(of.report);
    if (only !== null) parts.push(await alonePart(ctx, of, { name, only, locationId }));
  }
  const { rows } =
    parts.length === 0 ? { rows: [] } : await sql<Part>`${sql.join(parts, sql` union all `)}`.execute(ctx.db);
  const { rows: sends } = await sql<{
    report: string;
    sent: number;
  }>`select r.report, count(*)::int as sent from automatic_reports r
    join schedules s on s.company_id = ${OWN} and s.id = r.schedule_id and s.paused_at is null
    where r.company_id = ${OWN} and r.archived_at is null group by r.report`.execute(ctx.db);
  return names.map((name) => {
    const own = rows.filter((row) => row.name === name);
    const total = (of: 'count' | 'sum' | 'watchedCount' | 'watchedSum') => own.reduce((all, row) => all + row[of], 0);
    const { report } = sources[name];
    const by = watchedOf(ctx, report) ?? aloneOf(report);
    return {
      name,
      ...spanOf(report, {}, ctx.today),
      count: total('count'),
      sum: total('sum'),
      watched: by === null ? null : { by, count: total('watchedCount'), sum: total('watchedSum') },
      months: months.map((month) => {
        // What was read now goes before what was kept at night.
        if (month < since.get(name)!) return sumAt(keptOf(name, month)!.sums, locationId);
        return own.find((row) => row.month === month.slice(0, 7))?.whole ?? 0;
      }),
      sent: sends.find(({ report }) => report === name)?.sent ?? 0,
    };
  });
}
