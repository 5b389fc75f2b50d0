import type { auth as table } from '#domain/auth/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { checkOwnPassword } from '../lib/people/own-password.ts';
import { readLogin } from '../lib/people/people.ts';
import { readFactor, withCode } from '../lib/people/second-factor.ts';
import { securityNotice } from '../lib/people/security-notice.ts';
import { activate, clear, endOtherSessions, newRecoveryCodes } from './factor.ts';
import { isRequired, needsLink, sendLink, setupOf } from './steps.ts';
import { checkMark, markOf, takeTicket } from './tickets.ts';

type Table = typeof table;
const ownerOf = ({ user }: Pick<Ctx, 'user'>) => ({ companyId: user.companyId, userId: user.id });

export const readSecondFactor: VerbOf<Table, 'GET /auth/second-factor'> = async (ctx) => {
  const own = ownerOf(ctx);
  const factor = await ctx.db
    .selectFrom('secondFactors')
    .select('activatedAt')
    .where((eb) => eb.and(own))
    .executeTakeFirst();
  const { left } = await ctx.db
    .selectFrom('recoveryCodes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where((eb) => eb.and(own))
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow();
  const devices = await ctx.db
    .selectFrom('rememberedDevices')
    .select(['id', 'userAgent', 'ip', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where((eb) => eb.and(own))
    .where('expiresAt', '>', ctx.now.toISOString())
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  const activatedAt = factor?.activatedAt ?? null;
  return { activatedAt, required: await isRequired(ctx), recoveryCodes: Number(left), devices };
};

/**
 * Begins to set up the app. It asks for the password, and for a code if a second factor exists. Where the company
 * requires a factor and there is none, the person gets a link by mail instead: a session and a stolen password must not
 * be enough.
 */
export const beginSetup: VerbOf<Table, 'POST /auth/second-factor'> = async (ctx, { body: { password, code } }) => {
  await checkOwnPassword(ctx, password, 'password');
  const begun = async (inner: Ctx) => {
    inner.audit({ action: 'second_factor_begun', entity: 'user', entityId: ctx.user.id });
  };
  const { factor, mark, sent } = await ctx.inside(async (inner) => {
    const has = await readFactor(inner);
    const login = await readLogin(inner.db, ownerOf(ctx));
    const isMailed = await needsLink(inner, has);
    return { factor: has, mark: markOf(login?.passwordHash ?? ''), sent: isMailed ? await sendLink(inner) : null };
  });
  if (sent) return sent;
  if (!factor?.secret) await ctx.inside(begun);
  else if (code) await withCode(ctx, code, begun);
  else throw new Failure('invalid', undefined, { fields: { code: 'Inserire il codice dell’app di ora' } });
  return setupOf(ctx, ctx.user.email, { ...ownerOf(ctx), step: 'setup', mark, over: factor?.activatedAt ?? null });
};

export const confirmSetup: VerbOf<Table, 'POST /auth/second-factor/confirm'> = async (ctx, { body }) => {
  const ticket = takeTicket(ctx, body.ticket, 'setup');
  if (ticket.companyId !== ctx.user.companyId || ticket.userId !== ctx.user.id) throw new Failure('forbidden');
  await checkMark(ctx, ticket);
  return { recoveryCodes: await activate(ctx, ticket, body.code) };
};

export const renewRecoveryCodes: VerbOf<Table, 'POST /auth/second-factor/recovery-codes'> = (ctx, { body }) =>
  withCode(ctx, body.code, async (inner) => {
    inner.audit({ action: 'recovery_codes_renewed', entity: 'user', entityId: inner.user.id });
    return { recoveryCodes: await newRecoveryCodes(inner) };
  });

export const removeSecondFactor: VerbOf<Table, 'POST /auth/second-factor/remove'> = (ctx, { body }) =>
  withCode(ctx, body.code, async (inner) => {
    if (await isRequired(inner))
      throw new Failure('conflict', 'L’azienda lo chiede a tutti: si può solo cambiare app.');
    await clear(inner, inner.user.id);
    await endOtherSessions(inner, inner.user.id);
    await inner.enqueue(securityNotice, { ...ownerOf(inner), what: 'removed' });
    inner.audit({ action: 'second_factor_off', entity: 'user', entityId: inner.user.id });
  });

/** Forgets one of the caller's remembered browsers. */
export const forgetDevice: VerbOf<Table, 'DELETE /auth/devices/:id'> = async (ctx, { params }) => {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('rememberedDevices')
    .where((eb) => eb.and(ownerOf(ctx)))
    .where('id', '=', params.id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Failure('not_found');
  ctx.audit({ action: 'device_forgotten', entity: 'user', entityId: ctx.user.id });
};
