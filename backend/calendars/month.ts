/** A month as its screen shows it: of each day the first events and how many there are, however many it has. */
import { sql } from 'kysely';
import { MONTH_SHOWS, type calendars as table } from '#domain/calendars/endpoints.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { visible } from '../lib/records/scope.ts';
import { eventCourse } from './records.ts';
import type { Days } from '#domain/record/figures.ts';
import { checkDays, LONGEST_DAYS, readRows, shownTo } from './shown.ts';

interface Day {
  day: string;
  count: number;
  /** In the order of the day. */
  ids: number[];
}

/** The days of a range on which there is something; an event of several days is on each of them. */
async function readDays(
  ctx: Pick<Ctx, 'db' | 'user'>,
  { from, to, calendarIds }: Days & { calendarIds: readonly number[] },
): Promise<Day[]> {
  const shown = sql`(t.ended_as is null or (${visible(ctx, eventCourse.of)}))`;
  const rome = sql`at time zone 'Europe/Rome')::date`;
  const { rows } = await sql<Day>`
    with parts as (
      select t.id, t.starts_at, day from calendar_events t,
        generate_series(greatest(${from}::date, (t.starts_at ${rome})::timestamp,
          least(${to}::date, ((t.ends_at - interval '1 microsecond') ${rome})::timestamp, interval '1 day') day
      where t.company_id = ${ctx.user.companyId} and t.calendar_ids && ${calendarIds}::bigint[]
        and t.starts_at < ${instantInRome(addDays(to, 1), '00:00')} and t.starts_at > ${instantInRome(addDays(from, -LONGEST_DAYS), '00:00')}
        and t.ends_at > ${instantInRome(from, '00:00')} and ${shown}),
    ranked as (
      select id, day, row_number() over (partition by day order by starts_at, id) as place,
        (count(*) over (partition by day))::int as count from parts)
    select to_char(day, 'YYYY-MM-DD') as day, count, array_agg(id order by place) as ids from ranked where place <= ${MONTH_SHOWS}
    group by day, count order by day`.execute(ctx.db);
  return rows;
}

export const month: VerbOf<typeof table, 'GET /calendars/month'> = async (ctx, { query }) => {
  checkDays(query);
  const days = await readDays(ctx, query);
  const { companyId } = ctx.user;
  const ids = days.flatMap((one) => one.ids);
  const { rows } = await readRows(ctx, sql`t.company_id = ${companyId} and t.id = any(${ids}::bigint[])`);
  const events = new Map(rows.map((row) => [row.id, shownTo(ctx, row)]));
  return days.map(({ day, count, ids: of }) => ({ day, count, events: of.map((id) => events.get(id)!) }));
};
