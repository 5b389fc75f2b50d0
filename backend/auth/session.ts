import { SESSION_MS } from '#domain/auth/session.ts';
import type { Ctx } from '../lib/work/context.ts';
import { userAnswer } from '../lib/people/people.ts';
import { newToken, readToken } from '../lib/people/tokens.ts';

/** The proof beside the password, as the audit names it. */
export type Proof = 'code' | 'recovery code' | 'remembered device' | 'activation';

/** Opens a session for the person of the transaction, whose identity is proved; returns its token. */
export async function openSession({ db, user, now, ip, userAgent, config, audit }: Ctx, proof?: Proof) {
  const { companyId, id: userId } = user;
  const token = newToken(companyId);
  const expiresAt = new Date(now.getTime() + SESSION_MS);
  const { id } = await db
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
  await db
    .updateTable('users')
    .set({ lastLoginAt: now })
    .where('companyId', '=', companyId)
    .where('id', '=', userId)
    .execute();
  audit({ action: 'login', entity: 'session', entityId: id, ...(proof && { after: { by: proof } }) });
  return { token, expiresAt: expiresAt.toISOString(), user: await userAnswer(db, config, user) };
}
