/** Lost leads that somebody wanted to take up again on a day: that morning they are open (rules.md §21, L6). */
import { sql } from 'kysely';
import type { Ctx } from '../lib/work/context.ts';
import { leadHref } from '../lib/records/links.ts';
import { carry } from '../lib/records/move.ts';
import { notify } from '../lib/people/notify.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { assigneesOf, nextAssignee } from './assignees.ts';
import { parkedColumns } from './hours.ts';
import { isQuietLead } from './quiet.ts';
import { leadCourse } from './records.ts';

/** The most of a company in a morning; the others come on the next ones. */
const MOST = 200;

/** Lost leads whose day has come; of who wants no contact, or has asked again meanwhile, the day is only forgotten. */
async function dueOf({ db, user, today }: Ctx): Promise<{ id: number; isWanted: boolean }[]> {
  const { companyId } = user;
  const { rows } = await sql<{ id: number; isWanted: boolean }>`select t.id, not t.quiet and not ${isQuietLead}
      and not exists (select from leads l where l.company_id = ${companyId} and l.state <> 'closed' and l.merged_into is null
        and (l.id = t.id or l.phone in (t.phone, t.phone2) or l.phone2 in (t.phone, t.phone2)
          or l.email_key = t.email_key or l.customer_id = t.customer_id)) as is_wanted
    from leads t where t.company_id = ${companyId} and t.follow_up_on <= ${today}
    order by t.follow_up_on, t.id limit ${MOST} for update skip locked`.execute(db);
  return rows;
}

/** Opens them for who had them; where that colleague is gone, for whose turn it is. */
export async function takeUpAgain(ctx: Ctx): Promise<void> {
  const due = await dueOf(ctx);
  if (due.length === 0) return;
  const colleagues = new Set((await assigneesOf(ctx)).map(({ id }) => id));
  for (const { id, isWanted } of due) {
    const record = await leadCourse.find(ctx, id, { lock: true });
    if (!isWanted) {
      await leadCourse.write(ctx, record, { followUpOn: null });
      continue;
    }
    const isThere = record.assigneeId !== null && colleagues.has(record.assigneeId);
    const assigneeId = isThere ? record.assigneeId : await nextAssignee(ctx, record);
    const columns = {
      // Somebody has the whole of that day for it.
      ...(await parkedColumns(ctx, { ...record, state: 'in_progress' }, ctx.today, 'follow_up')),
      parkedUntil: null,
      followUpOn: null,
      outcome: null,
      closedOn: null,
      assigneeId,
    };
    await carry(ctx, leadCourse, record, 'recalled', { columns });
    await notify(ctx, assigneeId === null ? [] : [assigneeId], {
      kind: 'lead_assigned',
      title: `${record.number}: oggi va risentito`,
      text: [record.name, record.vehicle].filter(Boolean).join(' · '),
      href: leadHref(id),
    });
  }
}

export const followUps: Schedule = { name: 'lead-follow-ups', at: ['08:10'], run: takeUpAgain };
