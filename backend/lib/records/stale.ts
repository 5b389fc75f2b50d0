import { Failure } from '#domain/errors.ts';
import type { Ctx } from '../work/context.ts';

/**
 * The failure for a caller who changes an older version: with the current record and who saved it since, a colleague by
 * name or the caller in another tab.
 */
export async function stale(ctx: Ctx, entity: string, entityId: number, current: unknown): Promise<Failure> {
  const last = await ctx.db
    .selectFrom('auditEvents')
    .select(['userId', 'userName'])
    .where('companyId', '=', ctx.user.companyId)
    .where('entity', '=', entity)
    .where('entityId', '=', entityId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const own = Number(last?.userId) === ctx.user.id;
  const message = own
    ? 'Il dato è stato modificato in un’altra scheda o su un altro dispositivo con questo accesso.'
    : last?.userName && `${last.userName} ha modificato il dato nel frattempo.`;
  return new Failure('stale', message || undefined, { current });
}
