import { auth as table } from '#domain/auth/endpoints.ts';
import { bind } from '../lib/bind.ts';
import { userAnswer } from '../lib/people.ts';
import { login } from './login.ts';
import { askReset, setPassword } from './reset.ts';

export const auth = bind(table, {
  'POST /auth/login': login,
  'POST /auth/logout': async (ctx) => {
    await ctx.db
      .updateTable('sessions')
      .set({ revokedAt: ctx.now })
      .where('companyId', '=', ctx.user.companyId)
      .where('id', '=', ctx.sessionId)
      .execute();
    ctx.forget(ctx.user.id);
    await ctx.audit({ action: 'logout', entity: 'session', entityId: ctx.sessionId });
  },
  'GET /auth/user': async (ctx) => ({
    ...(await userAnswer(ctx.db, ctx.config, ctx.user.id)),
    sessionEndsAt: ctx.sessionEndsAt.toISOString(),
  }),
  'POST /auth/reset': askReset,
  'POST /auth/password': setPassword,
});
