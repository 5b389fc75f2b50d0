import { LINK_MINUTES } from '#domain/auth/limits.ts';
import { withTenant } from '../db/tenant.ts';
import type { Job, PublicCtx } from '../lib/work/context.ts';
import { sendMail } from '../lib/people/mail.ts';
import { findOwner, readLogin, readPerson } from '../lib/people/people.ts';
import { newToken, readToken } from '../lib/people/tokens.ts';
import { giveTicket, markOf } from './tickets.ts';

const RESET_MINUTES = 30;
const INVITATION_DAYS = 7;

interface Owner {
  companyId: number;
  userId: number;
}

/**
 * Makes a link for choosing a password and voids earlier ones; null when the user may not have one. `action`: what the
 * activity of the user says.
 */
async function passwordLink(
  { now, config, asCompany }: PublicCtx,
  owner: Owner,
  { minutes, action }: { minutes: number; action: 'invitation_sent' | 'password_link_sent' },
) {
  const token = newToken(owner.companyId);
  const person = await asCompany(owner.companyId, null, async ({ db, audit }) => {
    const found = await readPerson(db, owner);
    if (!found) return null;
    await db
      .updateTable('passwordResets')
      .set({ usedAt: now })
      .where('companyId', '=', owner.companyId)
      .where('userId', '=', owner.userId)
      .where('usedAt', 'is', null)
      .execute();
    const expiresAt = new Date(now.getTime() + minutes * 60_000);
    await db
      .insertInto('passwordResets')
      .values({ ...owner, tokenHash: readToken(token)!.hash, expiresAt, createdAt: now })
      .execute();
    audit({ action, entity: 'user', entityId: owner.userId });
    return found;
  });
  return person && { person, link: `${config.PUBLIC_ORIGIN}/resetpassword?token=${token}` };
}

async function sendReset(ctx: PublicCtx, owner: Owner): Promise<void> {
  const made = await passwordLink(ctx, owner, { minutes: RESET_MINUTES, action: 'password_link_sent' });
  if (!made) return;
  await sendMail(ctx.config, {
    to: made.person.email,
    subject: 'Nuova password',
    text: [
      `Gentile ${made.person.name},`,
      '',
      'è stata chiesta una nuova password. Per sceglierla aprire questo indirizzo:',
      '',
      made.link,
      '',
      `Vale ${RESET_MINUTES} minuti e una sola volta. Chi non l’ha chiesta può ignorare questo messaggio: la password resta quella di prima.`,
    ].join('\n'),
  });
}

/** Makes a reset token for the address, voids earlier ones and sends the link. Does nothing for an unknown address. */
export const resetMail: Job<{ email: string }> = {
  name: 'reset-mail',
  run: async (ctx, { email }) => {
    const owner = await ctx.briefly((db) => findOwner(db, email));
    if (owner) await sendReset(ctx, owner);
  },
};

/**
 * Sends a user the link for choosing a password: an invitation, valid for days, when there is none yet, else a reset.
 */
export const invitationMail: Job<Owner> = {
  name: 'invitation-mail',
  pace: 'mail',
  run: async (ctx, owner) => {
    const login = await ctx.briefly((db) => withTenant(db, owner, (trx) => readLogin(trx, owner)));
    if (login) return sendReset(ctx, owner);
    const made = await passwordLink(ctx, owner, { minutes: INVITATION_DAYS * 24 * 60, action: 'invitation_sent' });
    if (!made) return;
    await sendMail(ctx.config, {
      to: made.person.email,
      subject: `Volante Business: l’accesso di ${made.person.companyName}`,
      text: [
        `Gentile ${made.person.name},`,
        '',
        `${made.person.companyName} ha preparato il suo accesso a Volante Business. Per scegliere la password aprire questo indirizzo:`,
        '',
        made.link,
        '',
        `Vale ${INVITATION_DAYS} giorni e una sola volta. Poi si entra da ${ctx.config.PUBLIC_ORIGIN} con questo indirizzo e-mail.`,
      ].join('\n'),
    });
  },
};

/**
 * Sends the link for setting up the second factor that the company requires; the user opens it and types the password
 * again.
 */
export const activationMail: Job<Owner> = {
  name: 'activation-mail',
  run: async (ctx, owner) => {
    const found = await ctx.asCompany(owner.companyId, null, async ({ db }) => {
      const [person, login] = [await readPerson(db, owner), await readLogin(db, owner)];
      return person && login && { person, mark: markOf(login.passwordHash) };
    });
    if (!found) return;
    const { ticket } = giveTicket(ctx, { ...owner, step: 'link', mark: found.mark });
    await sendMail(ctx.config, {
      to: found.person.email,
      subject: 'Attivare il secondo fattore',
      text: [
        `Gentile ${found.person.name},`,
        '',
        `${found.person.companyName} chiede un codice oltre alla password. Per attivarlo aprire questo indirizzo, con il telefono a portata di mano:`,
        '',
        `${ctx.config.PUBLIC_ORIGIN}/secondfactor?token=${ticket}`,
        '',
        `Vale ${LINK_MINUTES} minuti e chiede di nuovo la password. Chi non stava accedendo cambi subito la password, perché qualcuno la conosce:`,
        '',
        `${ctx.config.PUBLIC_ORIGIN}/resetpassword`,
      ].join('\n'),
    });
  },
};

/** Tells a person that the password was changed, so that a change by somebody else is noticed. */
export const passwordNotice: Job<{ companyId: number; userId: number }> = {
  name: 'password-notice',
  pace: 'mail',
  run: async ({ config, asCompany }, { companyId, userId }) => {
    const person = await asCompany(companyId, null, ({ db }) => readPerson(db, { companyId, userId }));
    if (!person) return;
    await sendMail(config, {
      to: person.email,
      subject: 'La password è stata cambiata',
      text: [
        `Gentile ${person.name},`,
        '',
        'la password è stata cambiata e le altre sessioni sono state chiuse. Chi non l’ha cambiata chieda subito una nuova password:',
        '',
        `${config.PUBLIC_ORIGIN}/resetpassword`,
      ].join('\n'),
    });
  },
};
