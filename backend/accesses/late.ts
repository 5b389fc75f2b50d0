/**
 * Visits whose time is over: nobody has begun one, a booked customer has not come, the day ends. Several processes
 * may run it at once.
 */
import { sql } from 'kysely';
import { MISSED_MINUTES } from '#domain/accesses/rules.ts';
import { privileges as p } from '#domain/privileges.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { carry } from '../lib/records/move.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { tellLeadMissed, type Missed } from './acts.ts';
import { backColumns } from './moves.ts';
import { accessCourse } from './records.ts';

/**
 * The most visits of a company that return to the queue in a minute; after an outage those that wait longest come
 * first.
 */
const AT_ONCE = 100;

/** Visits that their sellers have not begun in time go back to the others. */
export async function passTimedOut(ctx: Ctx): Promise<void> {
  const { companyId } = ctx.user;
  const { rows } = await sql<{ id: number }>`select id from accesses
    where company_id = ${companyId} and state = 'assigned' and times_out_at <= ${ctx.now}
    order by times_out_at, id limit ${AT_ONCE} for update skip locked`.execute(ctx.db);
  for (const { id } of rows) {
    const record = await accessCourse.find(ctx, id, { lock: true });
    await carry(ctx, accessCourse, record, 'timeOut', { columns: backColumns(record) });
  }
}

/** Who booked and did not come is marked; the visit stays, because they may come late. */
export async function markMissed(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - MISSED_MINUTES * 60_000);
  const { rows } =
    await sql<Missed>`update accesses set missed_at = ${ctx.now}, version = version + 1, updated_at = ${ctx.now}
    where company_id = ${ctx.user.companyId} and id in (select id from accesses
      where company_id = ${ctx.user.companyId} and state = 'external_booking' and missed_at is null and expected_at <= ${since}
      order by expected_at, id limit ${AT_ONCE} for update skip locked) returning lead_id, event_id, expected_at`.execute(
      ctx.db,
    );
  for (const one of rows) await tellLeadMissed(ctx, one);
}

export const accessTimes: Job<Record<string, never>> = {
  name: 'access-times',
  cron: '* * * * *',
  run: (call) =>
    forEachCompany(call, async (ctx) => {
      await passTimedOut(ctx);
      await markMissed(ctx);
    }),
};

/** In the evening, reminds each seller of their open visits, and the reception of those that still wait. */
export const askOpen: Schedule = {
  name: 'open-accesses',
  at: ['19:15'],
  run: async (ctx) => {
    const { rows } = await sql<{
      sellerId: number | null;
      count: number;
    }>`select seller_id, count(*)::int as count from accesses
      where company_id = ${ctx.user.companyId} and state in ('waiting', 'assigned') and day <= ${ctx.today} group by seller_id`.execute(
      ctx.db,
    );
    for (const { sellerId, count } of rows)
      await notify(ctx, sellerId === null ? await holdersOf(ctx, p.manageAccesses) : [sellerId], {
        kind: 'access_open',
        title:
          count === 1
            ? 'Una visita è ancora aperta: com’è andata?'
            : `${count} visite sono ancora aperte: com’è andata?`,
        text: '',
        href: '/dealer/accesses/handling',
        once: `open-accesses ${ctx.today}`,
      });
  },
};
