/** Who works before a lead has to be answered: by shifts, closed days and absences of calendars. */
import { sql } from 'kysely';
import type { Opening } from '#domain/companies/opening.ts';
import { dayInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';
import type { RuleFacts } from '#domain/leads/assignment.ts';
import { dueBy } from '#domain/leads/deadlines.ts';
import { both, presenceOf, workingMinutes } from '#domain/time.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readHours } from '../lib/people/places.ts';
import { readLeadSettings } from './in-force.ts';

interface Row {
  id: number;
  hours: Opening['hours'] | null;
  closures: Opening['closures'] | null;
  absences: { startsAt: string; endsAt: string }[];
}

/** Shifts and absences of these people until an instant. */
async function readPresences({ db, user, now }: Ctx, ids: readonly number[], until: Date): Promise<Row[]> {
  const { companyId } = user;
  const { rows } = await sql<Row>`select u.id, c.hours, c.closures, coalesce((select jsonb_agg(jsonb_build_object(
        'startsAt', e.starts_at, 'endsAt', e.ends_at)) from calendar_events e
      where e.company_id = ${companyId} and e.user_ids && array[u.id] and e.kind = 'absence' and e.ended_as is null
        and e.starts_at < ${until} and e.ends_at > ${now}), '[]') as absences
    from users u left join calendars c on c.company_id = ${companyId} and c.user_id = u.id and c.archived_at is null
    where u.company_id = ${companyId} and u.id = any(${ids}::bigint[])`.execute(db);
  return rows;
}

/** Who of these people works at some moment until the first deadline of a lead. */
export async function atWork(ctx: Ctx, lead: RuleFacts, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const open = await readHours(ctx, lead.locationId);
  const due = dueBy(open, { ...lead, state: 'to_handle' }, ctx.now, await readLeadSettings(ctx));
  const rows = await readPresences(ctx, ids, due);
  const works = ({ hours, closures, absences }: Row) => {
    const days = (closures ?? []).map(({ from, to }) => ({ from, to, fromTime: null, toTime: null }));
    const parts = absences.map(({ startsAt, endsAt }) => ({
      from: dayInRome(new Date(startsAt)),
      to: dayInRome(new Date(endsAt)),
      fromTime: time(startsAt),
      toTime: time(endsAt),
    }));
    const own = presenceOf({ shifts: hours ?? [], absences: [...days, ...parts] });
    return workingMinutes(both(own, open), ctx.now, due) > 0;
  };
  return new Set(rows.filter(works).map(({ id }) => id));
}
