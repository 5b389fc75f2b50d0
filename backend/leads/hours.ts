/** Deadlines of leads by the hours of their location. */
import type { Opening } from '#domain/companies/opening.ts';
import { addDays, instantInRome } from '#domain/dates.ts';
import { dueBy, hoursOf, watchOf } from '#domain/leads/deadlines.ts';
import type { LeadType } from '#domain/leads/lead-types.ts';
import type { ActionType, LeadSource, LeadState } from '#domain/leads/terms.ts';
import type { Calendar } from '#domain/time.ts';
import type { Ctx } from '../lib/context.ts';
import { readLeadSettings } from './in-force.ts';

/** The working time of a location. */
export async function readHours({ db, user }: Ctx, locationId: number | null): Promise<Calendar> {
  if (locationId === null) return hoursOf(null);
  const row = await db
    .selectFrom('locations')
    .select(['hours', 'closures', 'openOnHolidays', 'patron'])
    .where('companyId', '=', user.companyId)
    .where('id', '=', locationId)
    .executeTakeFirst();
  return hoursOf((row as Opening | undefined) ?? null);
}

interface Running {
  state: Exclude<LeadState, 'closed'>;
  source: LeadSource;
  type: LeadType;
  locationId: number | null;
}

interface Next {
  type: ActionType;
  /** The instant for which somebody planned it; null: the deadline of its state counts. */
  at: Date | null;
}

/** The columns of what comes next on an open lead, counted from now. */
export async function nextColumns(ctx: Ctx, lead: Running, { type, at }: Next, from: Date = ctx.now) {
  const calendar = await readHours(ctx, lead.locationId);
  const pace = await readLeadSettings(ctx);
  const due = at ?? dueBy(calendar, lead, from, pace);
  const { warnAt, escalateAt } = watchOf(calendar, from, due, pace);
  return {
    nextType: type,
    nextAt: due.toISOString(),
    warnAt: warnAt.toISOString(),
    escalateAt: escalateAt.toISOString(),
    told: 0,
  };
}

/** The columns of a lead that is put off: it is not late before that day, nor on it until the place closes. */
export async function parkedColumns(ctx: Ctx, lead: Running, day: string, type: ActionType) {
  const closes = (await readHours(ctx, lead.locationId))(day).at(-1)?.to ?? '18:00';
  const at = closes === '24:00' ? instantInRome(addDays(day, 1), '00:00') : instantInRome(day, closes);
  return { ...(await nextColumns(ctx, lead, { type, at }, instantInRome(day, '00:00'))), parkedUntil: day };
}

/** The columns of a closed lead. */
export const noNext = { nextType: null, nextAt: null, warnAt: null, escalateAt: null, parkedUntil: null };
