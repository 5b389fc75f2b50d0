/** Deadlines that pass: who has the lead is told once, later who manages leads; on any number of processes. */
import { sql } from 'kysely';
import { privileges as p } from '#domain/privileges.ts';
import { forEachCompany } from '../lib/people/companies.ts';
import type { Ctx, Job } from '../lib/work/context.ts';
import { leadHref } from '../lib/records/links.ts';
import { holdersOf, hourOf, notify } from '../lib/people/notify.ts';

/** Leads of a company that are told of in a minute: after an outage the longest due come first. */
const AT_ONCE = 200;

interface Late {
  id: number;
  number: string;
  name: string;
  vehicle: string;
  assigneeId: number | null;
}

/** Marks the leads whose deadline `column` is over as told, each once, and returns them. */
async function pass(ctx: Ctx, column: 'next_at' | 'escalate_at', told: 1 | 2): Promise<Late[]> {
  const { companyId } = ctx.user;
  const { rows } = await sql<Late>`update leads set told = ${told} where company_id = ${companyId} and id in (
      select id from leads where company_id = ${companyId} and state <> 'closed' and told = ${told - 1}
        and ${sql.ref(column)} <= ${ctx.now} order by ${sql.ref(column)}, id limit ${AT_ONCE} for update skip locked)
    returning id, number, name, vehicle, assignee_id`.execute(ctx.db);
  return rows;
}

/** One notification for each person, however many leads it is about; in a flood one in an hour. */
async function tell(ctx: Ctx, userId: number, late: readonly Late[], what: string, isFlood: boolean): Promise<void> {
  const [first] = late as [Late, ...Late[]];
  const one = late.length === 1;
  await notify(ctx, [userId], {
    kind: 'lead_late',
    title: one ? `${first.number}: ${what}` : `${late.length} lead: ${what}`,
    text: one
      ? [first.name, first.vehicle].filter(Boolean).join(' · ')
      : late
          .map(({ number }) => number)
          .slice(0, 5)
          .join(', '),
    href: one ? leadHref(first.id) : '/dealer/leads/list?late=true',
    ...(isFlood && { once: `${what} ${hourOf(ctx.now)}` }),
  });
}

/** Tells of the deadlines of a company that have passed. */
export async function tellLate(ctx: Ctx): Promise<void> {
  const due = await pass(ctx, 'next_at', 1);
  const isFlood = due.length === AT_ONCE;
  for (const [userId, theirs] of Map.groupBy(due, ({ assigneeId }) => assigneeId))
    if (userId !== null) await tell(ctx, userId, theirs, 'in ritardo', isFlood);
  const long = [...(await pass(ctx, 'escalate_at', 2)), ...due.filter(({ assigneeId }) => assigneeId === null)];
  if (long.length === 0) return;
  for (const userId of await holdersOf(ctx, p.manageAllLeads))
    await tell(ctx, userId, long, 'in ritardo da molto', long.length >= AT_ONCE);
}

export const lateLeads: Job<Record<string, never>> = {
  name: 'late-leads',
  cron: '* * * * *',
  run: (call) => forEachCompany(call, tellLate),
};
