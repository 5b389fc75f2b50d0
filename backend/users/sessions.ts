import type { users as table } from '#domain/users/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';

/** The caller's open sessions, the last used first. */
export const listSessions: VerbOf<typeof table, 'GET /users/me/sessions'> = async (ctx) => {
  const rows = await ctx.db
    .selectFrom('sessions')
    .select(['id', 'userAgent', 'ip', 'createdAt', 'lastSeenAt'])
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', ctx.user.id)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', ctx.now.toISOString())
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return rows.map((row) => ({ ...row, current: row.id === ctx.sessionId }));
};

/** Ends one of the caller's sessions, possibly the current one. */
export const endSession: VerbOf<typeof table, 'DELETE /users/me/sessions/:id'> = async (ctx, { params }) => {
  const { numUpdatedRows } = await ctx.db
    .updateTable('sessions')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', '=', ctx.user.id)
    .where('id', '=', params.id)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Failure('not_found');
  ctx.forget(ctx.user.id);
  ctx.audit({ action: 'session_ended', entity: 'session', entityId: params.id });
};

/** Ends every session of these users: at once in this process, within 5 seconds in others. */
export async function endSessions(ctx: Ctx, userIds: readonly number[]): Promise<void> {
  if (userIds.length === 0) return;
  await ctx.db
    .updateTable('sessions')
    .set({ revokedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('userId', 'in', userIds)
    .where('revokedAt', 'is', null)
    .execute();
  for (const id of userIds) ctx.forget(id);
}
