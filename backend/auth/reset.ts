import { passwordIssue } from '#domain/auth/rules.ts';
import type { auth as table } from '#domain/auth/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { withPossession } from '../db/tenant.ts';
import { appendAudit } from '../lib/audit.ts';
import type { VerbOf } from '../lib/bind.ts';
import { enqueue } from '../lib/jobs.ts';
import { hashPassword } from '../lib/password.ts';
import { readPerson, replaceHash } from '../lib/people.ts';
import { tokenHash } from '../lib/sessions.ts';
import { countAttempt, forgive, waitOf } from '../lib/throttle.ts';

/**
 * Asks for a reset e-mail. The same work and answer for any address: whether it belongs to somebody is found out by the job. More
 * than a few requests for one address are dropped in silence.
 */
export const askReset: VerbOf<typeof table, 'POST /auth/reset'> = (ctx, { body: { email } }) =>
  withPossession(ctx.pool, {}, async (trx) => {
    if ((await waitOf(trx, 'reset', email, ctx.now)) > 0) return;
    await countAttempt(trx, 'reset', email, ctx.now);
    await enqueue(trx, 'reset-mail', { email, requestId: ctx.requestId });
  });

const spent = () =>
  new Failure('invalid', 'Il collegamento non è più valido: richiederne un altro.', {
    fields: { token: 'Il collegamento non è più valido: richiederne un altro.' },
  });

/** Sets a new password with the token of the e-mail: single use, 60 minutes. Every session of the user ends. */
export const setPassword: VerbOf<typeof table, 'POST /auth/password'> = async (ctx, { body: { token, password } }) => {
  const { pool, now, ip, requestId } = ctx;
  const hash = tokenHash(token);
  const possession = { resetHash: hash.toString('hex') };

  await withPossession(pool, possession, async (trx, enter) => {
    const row = await trx.selectFrom('passwordResets').selectAll().where('tokenHash', '=', hash).executeTakeFirst();
    if (!row || row.usedAt || Date.parse(row.expiresAt) <= now.getTime()) throw spent();
    await enter({ companyId: row.companyId, userId: row.userId });
    const person = await readPerson(trx, row.userId);
    if (!person) throw spent();
    const issue = passwordIssue(password, [person.name, person.email, person.companyName]);
    if (issue) throw new Failure('invalid', undefined, { fields: { password: issue } });
  });

  // Between the two transactions, so that no connection waits for a hash; the second one spends the token or fails.
  const passwordHash = await hashPassword(password);
  await withPossession(pool, possession, async (trx, enter) => {
    const row = await trx
      .updateTable('passwordResets')
      .set({ usedAt: now })
      .where('tokenHash', '=', hash)
      .where('usedAt', 'is', null)
      .returning(['companyId', 'userId'])
      .executeTakeFirst();
    if (!row) throw spent();
    const { companyId, userId } = row;
    await enter({ companyId, userId });
    const person = await readPerson(trx, userId);
    if (!person) throw spent();
    await replaceHash(trx, { companyId, userId }, passwordHash);
    await trx
      .updateTable('sessions')
      .set({ revokedAt: now })
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .execute();
    await forgive(trx, 'account', person.email.toLowerCase());
    await enqueue(trx, 'password-notice', { companyId, userId });
    const actor = { companyId, userId, userName: person.name, requestId, ip, now };
    await appendAudit(trx, actor, [{ action: 'password_reset', entity: 'user', entityId: userId }]);
    ctx.forget(userId);
  });
};
