import { createHmac } from 'node:crypto';
import { networkOf } from '#domain/auth/rules.ts';
import type { auth as table } from '#domain/auth/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { withTenant } from '../db/tenant.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx } from '../lib/work/context.ts';
import { hashPassword, inHashSlot, isOutdated, verifyPassword } from '../lib/people/password.ts';
import { suspensionOf } from '../lib/people/companies.ts';
import { findOwner, readLogin, replaceHash } from '../lib/people/people.ts';
import { assertFree, countTry, forgive } from '../lib/people/throttle.ts';
import { afterPassword } from './steps.ts';

const wrong = () => new Failure('unauthenticated', 'Credenziali non valide');

/**
 * Logs in. Unknown address, wrong password and disabled user get the same answer after the same work. Failures are
 * counted by account and by address; a caller who has to wait is told for how long before any hash is computed. If a
 * second factor exists or is required, the answer is the next step instead of a session.
 */
export const login: VerbOf<typeof table, 'POST /auth/login'> = async (ctx, { body: { email, password, device } }) => {
  const { briefly, now, ip, requestId } = ctx;
  const network = networkOf(ip);
  const subjects = { account: email, address: network };
  await briefly((db) => assertFree(db, now, subjects));
  const found = await inHashSlot(async () => {
    // Checked again inside the slot: many calls of a burst may pass the first check together, but only a few may reach
    // the hash.
    const known = await briefly(async (db) => {
      await assertFree(db, now, subjects);
      // The same query runs for an unknown address, so that both answers take the same time.
      const owner = (await findOwner(db, email)) ?? { companyId: 0, userId: 0 };
      return withTenant(db, owner, (trx) => readLogin(trx, owner));
    });
    if (await verifyPassword(password, known?.passwordHash ?? null)) return known!;
    await briefly(async (db) => {
      await countTry(db, 'account', email, now);
      if (ip) await countTry(db, 'address', network, now);
    });
    // The hash lets the log show that tries concern one account without telling which.
    const account = createHmac('sha256', ctx.config.SESSION_SECRET).update(email).digest('base64url').slice(0, 16);
    ctx.log.warn({ requestId, ip, account }, 'login failed');
    throw wrong();
  });

  const { companyId, userId } = found;
  // Only who knows the password hears of it.
  const why = await briefly((db) => withTenant(db, found, (trx) => suspensionOf(trx, companyId)));
  if (why !== null) throw new Failure('forbidden', `L’accesso dell’azienda è sospeso dalla Casa: ${why}`);
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
