import type { Job } from '../lib/context.ts';
import { sendMail } from '../lib/mail.ts';
import { findOwner, readPerson } from '../lib/people.ts';
import { newToken, readToken } from '../lib/tokens.ts';

const RESET_MINUTES = 30;

/** Makes a reset token for the address, voids earlier ones and sends the link. Does nothing for an unknown address. */
export const resetMail: Job<{ email: string }> = {
  name: 'reset-mail',
  run: async ({ briefly, now, config, asCompany }, { email }) => {
    const owner = await briefly((db) => findOwner(db, email));
    if (!owner) return;
    const { companyId, userId } = owner;
    const token = newToken(companyId);
    const person = await asCompany(companyId, null, async ({ db, audit }) => {
      const found = await readPerson(db, owner);
      if (!found) return null;
      await db
        .updateTable('passwordResets')
        .set({ usedAt: now })
        .where('companyId', '=', companyId)
        .where('userId', '=', userId)
        .where('usedAt', 'is', null)
        .execute();
      const expiresAt = new Date(now.getTime() + RESET_MINUTES * 60_000);
      await db
        .insertInto('passwordResets')
        .values({ companyId, userId, tokenHash: readToken(token)!.hash, expiresAt, createdAt: now })
        .execute();
      audit({ action: 'password_reset_asked', entity: 'user', entityId: userId });
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
  },
};

/** Tells a person that the password was changed, so that a change by somebody else does not go unnoticed. */
export const passwordNotice: Job<{ companyId: number; userId: number }> = {
  name: 'password-notice',
  run: async ({ config, asCompany }, { companyId, userId }) => {
    const person = await asCompany(companyId, null, ({ db }) => readPerson(db, { companyId, userId }));
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
  },
};
