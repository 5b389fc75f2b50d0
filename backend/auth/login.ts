import { createHmac } from 'node:crypto';
import { networkOf } from '#domain/auth/rules.ts';
import type { auth as table } from '#domain/auth/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { withTenant } from '../db/tenant.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { hashPassword, inHashSlot, isOutdated, verifyPassword } from '../lib/password.ts';
import { findOwner, readLogin, replaceHash } from '../lib/people.ts';
import { assertFree, countAttempt, forgive } from '../lib/throttle.ts';
import { afterPassword } from './steps.ts';

const wrong = () => new Failure('unauthenticated', 'Credenziali non valide');

/**
 * Logs in. Unknown address, wrong password and disabled user are one answer, after the same work. Failures are counted by account
 * and by address; who has to wait is told how long before any hash is computed. Who has a second factor, or has to have one, is
 * answered the step that follows instead of a session.
 */
export const login: VerbOf<typeof table, 'POST /auth/login'> = async (ctx, { body: { email, password, device } }) => {
  const { briefly, now, ip, requestId } = ctx;
  const network = networkOf(ip);
  const subjects = { account: email, address: network };
  await briefly((db) => assertFree(db, now, subjects));
  const found = await inHashSlot(async () => {
    // Again inside the slot: of a burst that passed the first check together, only a few reach the hash.
    const known = await briefly(async (db) => {
      await assertFree(db, now, subjects);
      // The same query for an address that nobody has, so that both answers take the same time.
      const owner = (await findOwner(db, email)) ?? { companyId: 0, userId: 0 };
      return withTenant(db, owner, (trx) => readLogin(trx, owner));
    });
    if (await verifyPassword(password, known?.passwordHash ?? null)) return known!;
    await briefly(async (db) => {
      await countAttempt(db, 'account', email, now);
      if (ip) await countAttempt(db, 'address', network, now);
    });
    // A hash lets the log show that attempts concern one account, without telling whose it is.
    const account = createHmac('sha256', ctx.config.SESSION_SECRET).update(email).digest('base64url').slice(0, 16);
    ctx.log.warn({ requestId, ip, account }, 'login failed');
    throw wrong();
  });

  const { companyId, userId } = found;
  const renewed = isOutdated(found.passwordHash) ? await hashPassword(password) : null;
  const enter = async (inner: Ctx) => {
    if (renewed) await replaceHash(inner.db, { companyId, userId }, renewed);
    await forgive(inner.db, 'account', email);
    return afterPassword(inner, renewed ?? found.passwordHash, device);
  };
  return ctx.asCompany(companyId, userId, enter).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'unauthenticated' ? wrong() : error;
  });
};
