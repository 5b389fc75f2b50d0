/** What is planned with the customer of a lead, as its messages say it. */
import { sql } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { dayOfWeek, time } from '#domain/italian.ts';
import type { PlannedVariable } from '#domain/leads/variables.ts';
import type { Ctx } from '../lib/work/context.ts';
import type { LeadRecord } from './records.ts';

interface Planned {
  at: string;
  place: string | null;
  people: string | null;
  car: string | null;
}

/** The next appointment of the lead that stands still. */
async function appointmentOf({ db, user, now }: Ctx, id: number): Promise<Planned | undefined> {
  const { companyId } = user;
  const { rows } = await sql<Planned>`select e.starts_at as at,
      (select concat_ws(', ', p.name, nullif(p.address, ''), nullif(p.city, '')) from locations p join calendars k
        on k.company_id = ${companyId} and k.location_id = p.id
        where p.company_id = ${companyId} and k.id = any(e.calendar_ids) order by k.id limit 1) as place,
      (select string_agg(u.name, ', ' order by u.id) from users u
        where u.company_id = ${companyId} and u.id = any(e.user_ids)) as people,
      (select string_agg(k.name, ', ' order by k.id) from calendars k
        where k.company_id = ${companyId} and k.id = any(e.calendar_ids) and k.kind = 'car') as car
    from calendar_events e where e.company_id = ${companyId} and e.lead_id = ${id} and e.ended_as is null
      and not e.is_private and e.starts_at > ${now} order by e.starts_at, e.id limit 1`.execute(db);
  return rows[0];
}

/**
 * The next appointment, or without one the next call; what lies behind is planned no more. Its day was chosen, or counted
 * in hours of opening: it is no Sunday by itself, as "tomorrow" may be.
 */
export async function plannedFor(ctx: Ctx, lead: LeadRecord): Promise<Record<PlannedVariable, string>> {
  const { nextAt, location, assignee, vehicle } = lead;
  const next = nextAt !== null && new Date(nextAt) > ctx.now ? nextAt : null;
  const planned = await appointmentOf(ctx, lead.id);
  const at = planned?.at ?? next;
  return {
    'Giorno previsto': at ? dayOfWeek(dayInRome(new Date(at))) : '',
    'Ora prevista': at ? time(at) : '',
    'Luogo previsto': planned?.place ?? location ?? '',
    'Persona prevista': planned?.people ?? assignee ?? '',
    'Auto prevista': planned?.car ?? vehicle,
  };
}
