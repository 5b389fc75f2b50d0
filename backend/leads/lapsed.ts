/** Negotiations whose quotes have all expired go back to work (rules.md §21, L4). */
import { sql } from 'kysely';
import { leadMachine } from '#domain/leads/rules.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Schedule } from '../lib/work/schedules.ts';
import { fallBack, stillStands } from './learn.ts';
import { leadCourse } from './records.ts';

/** The most of a company in a morning; the others come on the next ones. */
const MOST = 200;

/**
 * Each lead goes back only once for its expired quotes: a negotiation that somebody resumed after their last day goes
 * on, and one that is put off waits for its day.
 */
export async function stepBackLapsed(ctx: Ctx): Promise<void> {
  const { db, user, today } = ctx;
  const { companyId } = user;
  const ofLead = sql`from quotes q where q.company_id = ${companyId} and q.lead_id = t.id`;
  const { rows } = await sql<{ id: number; number: string }>`select t.id, q.number
    from leads t cross join lateral (select q.number, q.expires_on ${ofLead}
      and not q.superseded and q.state = 'issued' and q.expires_on < ${today} order by q.expires_on desc, q.id desc limit 1) q
    where t.company_id = ${companyId} and t.state = 'negotiation' and (t.parked_until is null or t.parked_until <= ${today})
      and not exists (select ${ofLead} and ${stillStands('q', today)})
      and not exists (select from state_changes s where s.company_id = ${companyId} and s.entity = ${leadMachine.entity}
        and s.record_id = t.id and s.to_state = 'negotiation' and not s.undone and (s.at at time zone 'Europe/Rome')::date > q.expires_on)
    order by t.id limit ${MOST} for update of t skip locked`.execute(db);
  for (const { id, number } of rows)
    await fallBack(ctx, await leadCourse.find(ctx, id, { lock: true }), `Preventivo ${number} scaduto`);
}

export const lapsed: Schedule = { name: 'lead-lapsed-quotes', at: ['00:20'], run: stepBackLapsed };
