import { sql } from 'kysely';
import { SESSION_MS } from '#domain/auth/session.ts';
import { privileges } from '#domain/privileges.ts';
import type { Ctx } from '../lib/work/context.ts';
import { userAnswer } from '../lib/people/people.ts';
import { newToken, readToken } from '../lib/people/tokens.ts';

/** The proof beside the password, as the audit names it. */
export type Proof = 'code' | 'recovery code' | 'remembered device' | 'activation';

/** Tells the network that somebody of the company entered today, once a day for each role; a role of which it has not heard is theirs alone until the night. */
async function tellEntered({ db, user: { companyId, roleName, privileges: held }, today }: Ctx): Promise<void> {
  const managers = held.includes(privileges.manageUsers) ? 1 : 0;
  await sql`insert into network_people as p (company_id, role_name, people, managers, last_login_on)
    values (${companyId}, ${roleName}, 1, ${managers}, ${today}::date)
    on conflict (company_id, role_name) do update
      set last_login_on = excluded.last_login_on, managers = greatest(p.managers, excluded.managers)
    where p.last_login_on is distinct from excluded.last_login_on or p.managers < excluded.managers`.execute(db);
}

/** Opens a session for the person of the transaction, whose identity is proved; returns its token. */
export async function openSession(ctx: Ctx, proof?: Proof) {
  const { db, user, now, ip, userAgent, config, audit } = ctx;
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
  await tellEntered(ctx);
  audit({ action: 'login', entity: 'session', entityId: id, ...(proof && { after: { by: proof } }) });
  return { token, expiresAt: expiresAt.toISOString(), user: await userAnswer(db, config, user) };
}
