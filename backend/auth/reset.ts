import type { auth as table } from '#domain/auth/endpoints.ts';
import type { Transaction } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { withEmail, withTenant } from '../db/tenant.ts';
import type { DB } from '../db/types.gen.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { enqueue } from '../lib/work/enqueue.ts';
import { guessIssue } from '../lib/people/password-guess.ts';
import { hashPassword } from '../lib/people/password.ts';
import { readLogin, readPerson, replaceHash } from '../lib/people/people.ts';
import { countTry, waitOf } from '../lib/people/throttle.ts';
import { readToken } from '../lib/people/tokens.ts';
import { resetMail } from './mails.ts';

/**
 * Asks for a reset mail. Work and answer are the same for any address; only the job finds out whether it belongs to
 * somebody. Further requests for one address are silently dropped.
 */
export const askReset: VerbOf<typeof table, 'POST /auth/reset'> = (ctx, { body: { email } }) =>
  ctx.briefly((db) =>
    withEmail(db, email, async (trx) => {
      if ((await waitOf(trx, 'reset', email, ctx.now)) > 0) return;
      await countTry(trx, 'reset', email, ctx.now);
      await enqueue(trx, resetMail, { email }, ctx.requestId);
    }),
  );

/** The first of a company who chooses a password opens it: from here on it alone says who enters. */
const openCompany = (db: Transaction<DB>, companyId: number) =>
  db
    .updateTable('companies')
    .set({ state: 'open' })
    .where('companyId', '=', companyId)
    .where('state', '=', 'invited')
    .execute();

const spent = () =>
  new Failure('invalid', 'Il collegamento non è più valido: richiederne un altro.', {
    fields: { token: 'Il collegamento non è più valido: richiederne un altro.' },
  });

/** Sets a new password with the token of the mail: usable once, for 30 minutes. Every session of the user ends. */
export const setPassword: VerbOf<typeof table, 'POST /auth/password'> = async (ctx, { body: { token, password } }) => {
  const { now } = ctx;
  const place = readToken(token);
  if (!place) throw spent();
  const { companyId, hash } = place;
  const person = await ctx.briefly((db) =>
    withTenant(db, { companyId, userId: null }, async (trx) => {
      const row = await trx
        .selectFrom('passwordResets')
        .select(['userId', 'usedAt', 'expiresAt'])
        .where('companyId', '=', companyId)
        .where('tokenHash', '=', hash)
        .executeTakeFirst();
      if (!row || row.usedAt || Date.parse(row.expiresAt) <= now.getTime()) throw spent();
      const found = await readPerson(trx, { companyId, userId: row.userId });
      if (!found) throw spent();
      return found;
    }),
  );
  const userId = person.id;
  const issue = await guessIssue(password, [person.name, person.email, person.companyName]);
  if (issue) throw new Failure('invalid', undefined, { fields: { password: issue } });

  // Hashed between the two transactions, so that no connection waits for it; the second transaction uses up the token
  // or fails.
  const passwordHash = await hashPassword(password);
  await ctx.asCompany(companyId, userId, async ({ db, audit, emit }) => {
    const { numUpdatedRows } = await db
      .updateTable('passwordResets')
      .set({ usedAt: now })
      .where('companyId', '=', companyId)
      .where('tokenHash', '=', hash)
      .where('usedAt', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw spent();
    const known = await readLogin(db, { companyId, userId });
    await replaceHash(db, { companyId, userId }, passwordHash);
    await openCompany(db, companyId);
    await emit('user.password-changed', { userId, keepSession: null });
    audit({ action: known ? 'password_reset' : 'access_activated', entity: 'user', entityId: userId });
  });
  return { email: person.email };
};
