/** What each report came to in the months that are over: read each night, so that the page of all reports reads little more than today. */
import { sql } from 'kysely';
import { addDays, addMonths } from '#domain/dates.ts';
import { keysOf } from '#domain/record/machine.ts';
import type { ReportName } from '#domain/reports/reports.ts';
import { OWN } from '../db/tenant.ts';
import type { Reported } from '../lib/ports/reported.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { rowsOf } from './read.ts';

type Sources = Readonly<Record<ReportName, Reported>>;

/** Months that are drawn, the one that goes on included. */
export const MONTHS = 6;
/** After so many days a month that nobody has read again is read where it is shown. */
const KEPT_DAYS = 2;

/** The first day of the first month that is drawn. */
export const firstMonth = (today: string): string => addMonths(`${today.slice(0, 7)}-01`, 1 - MONTHS);

/** By the id of a place, `0` of none: cents, or a count. */
type Sums = Readonly<Record<string, number>>;
export interface KeptMonth {
  report: string;
  /** Its first day. */
  month: string;
  sums: Sums;
}

/** The sum of one place, of none (0), or of all. */
export const sumAt = (sums: Sums, locationId: number | undefined): number =>
  locationId === undefined ? Object.values(sums).reduce((all, one) => all + one, 0) : (sums[locationId] ?? 0);

/** The months that are kept, of those that are over: the one that goes on is none, whatever the clock has said before. */
export async function readMonths({ db, now, today }: Ctx): Promise<KeptMonth[]> {
  const since = new Date(now.getTime() - KEPT_DAYS * 86_400_000);
  const { rows } = await sql<KeptMonth>`select report, month, sums from report_months
    where company_id = ${OWN} and month >= ${firstMonth(today)} and month < ${`${today.slice(0, 7)}-01`} and read_at > ${since}`.execute(
    db,
  );
  return rows;
}

/** Reads the months of each report again, and keeps them in place of what was kept. */
async function keepMonths(ctx: Ctx, sources: Sources): Promise<void> {
  const { companyId } = ctx.user;
  const from = firstMonth(ctx.today);
  const to = addDays(`${ctx.today.slice(0, 7)}-01`, -1);
  for (const report of keysOf(sources)) {
    const of = sources[report];
    const { main, bases } = of.report;
    const read = await rowsOf(ctx, of, { basis: keysOf(bases)[0]!, by: 'month', from, to }, [main]);
    const { rows } = await sql<{ month: string; sums: Sums }>`
      select month, jsonb_object_agg(place, sum) as sums from (
        select date_trunc('month', r.day)::date as month, coalesce(r.place_id, 0) as place, coalesce(sum(${sql.ref(`r.${main}`)}), 0) as sum
        from (${read}) r where r.day is not null group by 1, 2) p
      group by month`.execute(ctx.db);
    const months = Array.from({ length: MONTHS - 1 }, (_, n) => addMonths(from, n));
    const sumsOf = (month: string) => JSON.stringify(rows.find((row) => row.month === month)?.sums ?? {});
    await ctx.db
      .insertInto('reportMonths')
      .values(months.map((month) => ({ companyId, report, month, sums: sumsOf(month), readAt: ctx.now })))
      .onConflict((on) =>
        on.columns(['companyId', 'report', 'month']).doUpdateSet((eb) => ({
          sums: eb.ref('excluded.sums'),
          readAt: eb.ref('excluded.readAt'),
        })),
      )
      .execute();
  }
  await ctx.db.deleteFrom('reportMonths').where('companyId', '=', companyId).where('month', '<', from).execute();
}

/** Reads them before anybody works. */
export const keeping = (sources: Sources): Schedule => ({
  name: 'report-months',
  at: ['04:40'],
  run: (ctx) => keepMonths(ctx, sources),
});
