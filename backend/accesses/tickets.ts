/** Numbers by which those who wait are called. */
import { sql } from 'kysely';
import { dayInRome } from '#domain/dates.ts';
import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../lib/work/context.ts';
import { lockPlace } from './turns.ts';

/** The next number of a day of a place; throws `invalid` for a place that is not there. */
export async function nextTicket(ctx: Ctx, locationId: number, day = ctx.today): Promise<number> {
  await lockPlace(ctx, locationId);
  const { rows } = await sql<{ last: number | null; known: boolean }>`select
      (select max(ticket) from accesses where company_id = ${ctx.user.companyId} and location_id = ${locationId} and day = ${day}) as last,
      exists (select from locations where company_id = ${ctx.user.companyId} and id = ${locationId} and archived_at is null) as known`.execute(
    ctx.db,
  );
  const { last, known } = rows[0]!;
  if (!known) throw new Failure('invalid', undefined, { fields: { locationId: 'Scegliere una sede dell’azienda' } });
  return (last ?? 0) + 1;
}

/** The columns of a visit whose customer has come at `at`, and waits since then; its number is one of that day. */
export async function arrivedColumns(ctx: Ctx, locationId: number, at = ctx.now) {
  const day = dayInRome(at);
  const ticket = await nextTicket(ctx, locationId, day);
  return { ticket, day, arrivedAt: at, waitingSince: at, missedAt: null };
}
