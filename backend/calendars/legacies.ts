import { sql, type SqlBool } from 'kysely';
import { eventRights } from '#domain/calendars/rights.ts';
import { eventMachine } from '#domain/calendars/rules.ts';
import { anyOf } from '#domain/record/rights.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { Legacy } from '../lib/people/legacy.ts';
import { calendarOf } from './calendars.ts';
import { soon } from './make.ts';

/**
 * The events move to the calendar of the person who takes over, even where something is there already: that person sees
 * what overlaps, and the customers are told, except of what is only proposed.
 */
async function given(ctx: Ctx, ids: readonly number[], to: number | null, from: number | null): Promise<void> {
  if (to === null || from === null) return;
  const { companyId } = ctx.user;
  const [own, former] = [await calendarOf(ctx, to), await calendarOf(ctx, from)];
  const all = sql`company_id = ${companyId} and`;
  // Where both took part, the booking of the former one is given up.
  await sql`delete from calendar_bookings b where b.company_id = ${companyId} and b.event_id = any(${ids}::bigint[]) and b.calendar_id = ${former}
    and exists (select from calendar_bookings o where o.company_id = ${companyId} and o.event_id = b.event_id and o.calendar_id = ${own})`.execute(
    ctx.db,
  );
  await sql`update calendar_bookings set calendar_id = ${own} where ${all} event_id = any(${ids}::bigint[]) and calendar_id = ${former}`.execute(
    ctx.db,
  );
  await sql`update calendar_events set calendar_ids = array(select distinct unnest(array_replace(calendar_ids, ${former}::bigint, ${own}::bigint)) order by 1),
      user_ids = array(select distinct unnest(user_ids) order by 1), tell_at = case when not proposed then ${soon(ctx)}::timestamptz end
    where ${all} id = any(${ids}::bigint[])`.execute(ctx.db);
}

const passed = {
  table: 'calendarEvents',
  column: 'userIds',
  isMany: true,
  entity: eventMachine.entity,
  fact: 'person',
  heirs: anyOf(eventRights.change),
  given,
} as const;

const toRebook = () => sql<SqlBool>`r.rebook = 'due'`;

/** Appointments to come, and missed ones: a customer is expected, or called, by somebody. */
export const eventLegacies: readonly Legacy[] = [
  {
    ...passed,
    kind: 'events',
    words: ['appuntamento da svolgere', 'appuntamenti da svolgere'],
    open: (ctx) =>
      sql<SqlBool>`r.state = 'not_started' and r.ended_as is null and r.ends_at > ${ctx.now} and not r.is_private and r.kind <> 'absence'`,
  },
  {
    ...passed,
    kind: 'missed',
    words: ['appuntamento mancato da riprendere', 'appuntamenti mancati da riprendere'],
    open: toRebook,
    due: (_, { from }) => (from === null ? toRebook() : null),
  },
];
