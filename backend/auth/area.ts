import { auth as table } from '#domain/auth/endpoints.ts';
import { area } from '../lib/area.ts';
import { countUnread } from '../lib/notify.ts';
import { userAnswer } from '../lib/people.ts';
import { login } from './login.ts';
import { invitationMail, passwordNotice, resetMail } from './mails.ts';
import { endOlderSessions } from './password-changed.ts';
import { askReset, setPassword } from './reset.ts';

export const auth = area(table, {
  verbs: {
    'POST /auth/login': login,
    'POST /auth/logout': async (ctx) => {
      await ctx.db
        .updateTable('sessions')
        .set({ revokedAt: ctx.now })
        .where('companyId', '=', ctx.user.companyId)
        .where('id', '=', ctx.sessionId)
        .execute();
      ctx.forget(ctx.user.id);
      ctx.audit({ action: 'logout', entity: 'session', entityId: ctx.sessionId });
    },
    'GET /auth/user': async (ctx) => ({
      ...(await userAnswer(ctx.db, ctx.config, ctx.user)),
      sessionEndsAt: ctx.sessionEndsAt.toISOString(),
      unread: await countUnread(ctx),
    }),
    'POST /auth/reset': askReset,
    'POST /auth/password': setPassword,
  },
  jobs: [resetMail, invitationMail, passwordNotice],
  effects: {
    'user.password-changed': endOlderSessions,
    'user.invited': (ctx, { userId }) => ctx.enqueue(invitationMail, { companyId: ctx.user.companyId, userId }),
  },
});
