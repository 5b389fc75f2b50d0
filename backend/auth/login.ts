import { createHmac } from 'node:crypto';
import { networkOf } from '#domain/auth/rules.ts';
import type { auth as table } from '#domain/auth/endpoints.ts';
import { SESSION_MS } from '#domain/auth/session.ts';
import { Failure } from '#domain/errors.ts';
import { withTenant } from '../db/tenant.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx } from '../lib/context.ts';
import { hashPassword, inHashSlot, isOutdated, verifyPassword } from '../lib/password.ts';
import { findOwner, readLogin, replaceHash, userAnswer } from '../lib/people.ts';
import { assertFree, countAttempt, forgive } from '../lib/throttle.ts';
import { newToken, readToken } from '../lib/tokens.ts';

const wrong = () => new Failure('unauthenticated', 'Credenziali non valide');

/**
 * Logs in. Unknown address, wrong password and disabled user are one answer, after the same work. Failures are counted by account
 * and by address; who has to wait is told how long before any hash is computed.
 */
export const login: VerbOf<typeof table, 'POST /auth/login'> = async (ctx, { body: { email, password } }) => {
  const { briefly, now, ip, userAgent, requestId } = ctx;
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
  const enter = async ({ db: trx, user: person, audit }: Ctx) => {
    const token = newToken(companyId);
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    const { id } = await trx
      .insertInto('sessions')
      .values({
        companyId,
        userId,
        tokenHash: readToken(token)!.hash,
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        ip,
        userAgent,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('users')
      .set({ lastLoginAt: now })
      .where('companyId', '=', companyId)
      .where('id', '=', userId)
      .execute();
    if (renewed) await replaceHash(trx, { companyId, userId }, renewed);
    await forgive(trx, 'account', email);
    const user = await userAnswer(trx, ctx.config, person);
    audit({ action: 'login', entity: 'session', entityId: id });
    return { token, expiresAt: expiresAt.toISOString(), user };
  };
  return ctx.asCompany(companyId, userId, enter).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'unauthenticated' ? wrong() : error;
  });
};
