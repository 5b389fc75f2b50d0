import type { auth as table } from '#domain/auth/endpoints.ts';
import { SESSION_MS } from '#domain/auth/session.ts';
import { Failure } from '#domain/errors.ts';
import { withPossession, withTenant } from '../db/tenant.ts';
import { appendAudit } from '../lib/audit.ts';
import type { VerbOf } from '../lib/bind.ts';
import { hashPassword, inHashSlot, isOutdated, verifyPassword } from '../lib/password.ts';
import { readPerson, replaceHash, userAnswer } from '../lib/people.ts';
import { newToken, tokenHash } from '../lib/sessions.ts';
import { assertFree, countAttempt, forgive } from '../lib/throttle.ts';

const wrong = () => new Failure('unauthenticated', 'Credenziali non valide');

/**
 * Logs in. Unknown address, wrong password and disabled user are one answer, after the same work. Failures are counted by account
 * and by address; who has to wait is told how long before any hash is computed.
 */
export const login: VerbOf<typeof table, 'POST /auth/login'> = async (ctx, { body: { email, password } }) => {
  const { pool, now, ip, userAgent, requestId } = ctx;
  const subjects = { account: email, address: ip };
  await assertFree(pool, now, subjects);
  const found = await inHashSlot(async () => {
    // Again inside the slot: of a burst that passed the first check together, only a few reach the hash.
    await assertFree(pool, now, subjects);
    const known = await withPossession(pool, { loginEmail: email }, (trx) =>
      trx
        .selectFrom('logins')
        .select(['companyId', 'userId', 'passwordHash'])
        .where('email', '=', email)
        .executeTakeFirst(),
    );
    if (await verifyPassword(password, known?.passwordHash ?? null)) return known!;
    await countAttempt(pool, 'account', email, now);
    if (ip) await countAttempt(pool, 'address', ip, now);
    ctx.log.warn({ requestId, ip }, 'login failed');
    throw wrong();
  });

  const { companyId, userId } = found;
  const renewed = isOutdated(found.passwordHash) ? await hashPassword(password) : null;
  return withTenant(pool, { companyId, userId }, async (trx) => {
    const person = await readPerson(trx, userId);
    if (!person) throw wrong();
    const token = newToken();
    const expiresAt = new Date(now.getTime() + SESSION_MS);
    const { id } = await trx
      .insertInto('sessions')
      .values({
        companyId,
        userId,
        tokenHash: tokenHash(token),
        createdAt: now,
        lastSeenAt: now,
        expiresAt,
        ip,
        userAgent,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (renewed) await replaceHash(trx, { companyId, userId }, renewed);
    await forgive(trx, 'account', email);
    const user = await userAnswer(trx, ctx.config, userId);
    const actor = { companyId, userId, userName: person.name, requestId, ip, now };
    await appendAudit(trx, actor, [{ action: 'login', entity: 'session', entityId: id }]);
    return { token, expiresAt: expiresAt.toISOString(), user };
  });
};
