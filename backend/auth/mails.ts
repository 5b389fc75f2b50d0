import { withPossession, withTenant } from '../db/tenant.ts';
import { appendAudit } from '../lib/audit.ts';
import type { JobPayload, JobTools } from '../lib/jobs.ts';
import { sendMail } from '../lib/mail.ts';
import { readPerson } from '../lib/people.ts';
import { newToken, tokenHash } from '../lib/sessions.ts';

const RESET_MINUTES = 60;

/** Job: makes a reset token for the address, voids earlier ones and sends the link. Does nothing for an unknown address. */
export async function sendResetMail(
  { db, config, now }: JobTools,
  { email, requestId }: JobPayload<'reset-mail'>,
): Promise<void> {
  const token = newToken();
  const person = await withPossession(db, { loginEmail: email }, async (trx, enter) => {
    const login = await trx
      .selectFrom('logins')
      .select(['companyId', 'userId'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!login) return null;
    const { companyId, userId } = login;
    await enter({ companyId, userId });
    const found = await readPerson(trx, userId);
    if (!found) return null;
    await trx
      .updateTable('passwordResets')
      .set({ usedAt: now })
      .where('companyId', '=', companyId)
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute();
    const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
    await trx
      .insertInto('passwordResets')
      .values({ companyId, userId, tokenHash: tokenHash(token), expiresAt, createdAt: now })
      .execute();
    const actor = { companyId, userId, userName: found.name, requestId, ip: '', now };
    await appendAudit(trx, actor, [{ action: 'password_reset_asked', entity: 'user', entityId: userId }]);
    return found;
  });
  if (!person) return;
  await sendMail(config, {
    to: person.email,
    subject: 'Nuova password',
    text: [
      `Gentile ${person.name},`,
      '',
      'è stata chiesta una nuova password. Per sceglierla aprire questo indirizzo:',
      '',
      `${config.PUBLIC_ORIGIN}/resetpassword?token=${token}`,
      '',
      `Vale ${RESET_MINUTES} minuti e una sola volta. Chi non l'ha chiesta può ignorare questo messaggio: la password resta quella di prima.`,
    ].join('\n'),
  });
}

/** Job: tells a person that the password was changed, so that a change by somebody else does not go unnoticed. */
export async function sendPasswordNotice(
  { db, config }: JobTools,
  { companyId, userId }: JobPayload<'password-notice'>,
): Promise<void> {
  const person = await withTenant(db, { companyId, userId }, (trx) => readPerson(trx, userId));
  if (!person) return;
  await sendMail(config, {
    to: person.email,
    subject: 'La password è stata cambiata',
    text: [
      `Gentile ${person.name},`,
      '',
      "la password è stata cambiata e le altre sessioni sono state chiuse. Chi non l'ha cambiata chieda subito una nuova password:",
      '',
      `${config.PUBLIC_ORIGIN}/resetpassword`,
    ].join('\n'),
  });
}
