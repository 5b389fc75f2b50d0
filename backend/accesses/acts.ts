import type { Ctx } from '../lib/work/context.ts';
import { take } from '../lib/records/move.ts';
import { accessCourse } from './records.ts';

/** A visit to which somebody did not come. */
export interface Missed {
  leadId: number | null;
  /** Of an appointment that is missed itself. */
  eventId: number | null;
  expectedAt: string | null;
}

/** The lead of a booked visit learns that nobody came; that of an appointment learns it from the calendar. */
export async function tellLeadMissed(ctx: Ctx, { leadId, eventId, expectedAt }: Missed): Promise<void> {
  if (leadId === null || eventId !== null || expectedAt === null) return;
  await ctx.emit('lead.missed', { leadId, at: expectedAt, what: 'Visita in sede', by: 'customer', back: false });
}

/** Writes an act of a visit that changes no state, and returns the visit as it was. */
async function act(ctx: Ctx, sent: { id: number; version: number }, action: 'begin' | 'miss', columns: object) {
  const record = await take(ctx, accessCourse, { ...sent, action });
  await accessCourse.write(ctx, record, columns, { action, before: {}, after: {} });
  return record;
}

type Sent = { params: { id: number }; version: number };

export async function begin(ctx: Ctx, { params: { id }, version }: Sent) {
  await act(ctx, { id, version }, 'begin', { begunAt: ctx.now, timesOutAt: null });
  return accessCourse.answer(ctx, id);
}

export async function miss(ctx: Ctx, { params: { id }, version }: Sent) {
  const before = await act(ctx, { id, version }, 'miss', { missedAt: ctx.now });
  if (before.missedAt === null) await tellLeadMissed(ctx, before);
  return accessCourse.answer(ctx, id);
}
