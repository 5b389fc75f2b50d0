/** Deadlines of leads by the hours of their location. */
import { addDays, instantInRome } from '#domain/dates.ts';
import { dueBy, watchOf } from '#domain/leads/deadlines.ts';
import type { LeadType } from '#domain/leads/lead-types.ts';
import type { ActionType, LeadSource, LeadState } from '#domain/leads/terms.ts';
import { readHours } from '../lib/people/places.ts';
import type { Ctx } from '../lib/work/context.ts';
import { readLeadSettings } from './in-force.ts';

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

/** When a place closes on a day; where it is closed all day, in the evening. */
async function closingOf(ctx: Ctx, locationId: number | null, day: string): Promise<Date> {
  const closes = (await readHours(ctx, locationId))(day).at(-1)?.to ?? '18:00';
  return closes === '24:00' ? instantInRome(addDays(day, 1), '00:00') : instantInRome(day, closes);
}

/** By when something that is due today is done: until the place closes, and at once after that. */
export async function endOfToday(ctx: Ctx, { locationId }: Pick<Running, 'locationId'>): Promise<Date> {
  return new Date(Math.max(ctx.now.getTime(), (await closingOf(ctx, locationId, ctx.today)).getTime()));
}

/** The columns of a lead that is put off: it is not late before that day, nor on it until the place closes. */
export async function parkedColumns(ctx: Ctx, lead: Running, day: string, type: ActionType) {
  const at = await closingOf(ctx, lead.locationId, day);
  return { ...(await nextColumns(ctx, lead, { type, at }, instantInRome(day, '00:00'))), parkedUntil: day };
}

/** The columns of a closed lead. */
export const noNext = { nextType: null, nextAt: null, warnAt: null, escalateAt: null, parkedUntil: null };

type Due = Pick<Awaited<ReturnType<typeof nextColumns>>, 'nextAt' | 'warnAt' | 'escalateAt'>;

/**
 * The columns of an open lead whose person wrote again: it is due by then at the latest, on no other day, and nothing speaks
 * for closing it any more.
 */
export const asSoonAs = (
  { nextAt, state }: { nextAt: string | null; state: LeadState },
  { nextAt: by, warnAt, escalateAt }: Due,
) => ({
  unanswered: 0,
  parkedUntil: null,
  ...((nextAt === null || Date.parse(by) < Date.parse(nextAt)) && {
    nextType: state === 'to_handle' ? ('to_handle' as const) : ('follow_up' as const),
    nextAt: by,
    warnAt,
    escalateAt,
    told: 0,
  }),
});
