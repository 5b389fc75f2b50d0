import { auth as table } from '#domain/auth/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { countUnread } from '../lib/people/notify.ts';
import { userAnswer } from '../lib/people/people.ts';
import { clear, endOtherSessions } from './factor.ts';
import { login } from './login.ts';
import { activationMail, invitationMail, passwordNotice, resetMail } from './mails.ts';
import { securityNotice } from '../lib/people/security-notice.ts';
import { endOlderSessions } from './password-changed.ts';
import { readPolicy, savePolicy } from './policy.ts';
import { askReset, setPassword } from './reset.ts';
import {
  beginSetup,
  confirmSetup,
  forgetDevice,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from './second-factor.ts';
import { beginActivation, confirmActivation, enterCode, openLink } from './steps.ts';

export const auth = area(table, {
  verbs: {
    'POST /auth/login': login,
    'POST /auth/code': enterCode,
    'POST /auth/activation/link': openLink,
    'POST /auth/activation': beginActivation,
    'POST /auth/activation/confirm': confirmActivation,
    'GET /auth/second-factor': readSecondFactor,
    'POST /auth/second-factor': beginSetup,
    'POST /auth/second-factor/confirm': confirmSetup,
    'POST /auth/second-factor/recovery-codes': renewRecoveryCodes,
    'POST /auth/second-factor/remove': removeSecondFactor,
    'DELETE /auth/devices/:id': forgetDevice,
    'GET /auth/policy': readPolicy,
    'PUT /auth/policy': savePolicy,
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
      service: ctx.user.makerId !== null,
      sessionEndsAt: ctx.sessionEndsAt.toISOString(),
      unread: await countUnread(ctx),
    }),
    'POST /auth/reset': askReset,
    'POST /auth/password': setPassword,
  },
  jobs: [resetMail, invitationMail, activationMail, passwordNotice, securityNotice],
  effects: {
    'user.password-changed': endOlderSessions,
    'user.second-factor-reset': async (ctx, { userId }) => {
      await clear(ctx, userId);
      await endOtherSessions(ctx, userId);
      await ctx.enqueue(securityNotice, { companyId: ctx.user.companyId, userId, what: 'reset' });
    },
    'user.email-changed': (ctx, { userId, old }) =>
      ctx.enqueue(securityNotice, { companyId: ctx.user.companyId, userId, what: 'emailChanged', to: old }),
    'user.invited': (ctx, { userId }) => ctx.enqueue(invitationMail, { companyId: ctx.user.companyId, userId }),
  },
});
