import type { auth as table } from '#domain/auth/endpoints.ts';
import { PRODUCT } from '#config';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx, PublicCtx } from '../lib/context.ts';
import { isPassword } from '../lib/own-password.ts';
import { readLogin } from '../lib/people.ts';
import { qrCode } from '../lib/qr.ts';
import { countAttempt, waitOf } from '../lib/throttle.ts';
import { isRemembered, rememberDevice } from './devices.ts';
import { activate, readFactor, spendCode } from './factor.ts';
import { openSession, type Proof } from './session.ts';
import { activationMail } from './mails.ts';
import { checkMark, endOf, giveTicket, markOf, takeTicket, type Ticket } from './tickets.ts';
import { base32, newSecret, otpUri } from './totp.ts';

type Table = typeof table;

/** Does the company of the transaction ask everybody for a second factor? */
export async function isRequired({ db, user }: Ctx): Promise<boolean> {
  const { secondFactorRequired } = await db
    .selectFrom('companies')
    .select('secondFactorRequired')
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  return secondFactorRequired;
}

/** What somebody whose password was right has to do next, or by what it is enough. */
async function nextOf(ctx: Ctx, device: string | undefined): Promise<'code' | 'mail' | Proof | undefined> {
  const factor = await readFactor(ctx);
  if (factor?.secret) return (await isRemembered(ctx, device)) ? 'remembered device' : 'code';
  return (await needsLink(ctx, factor)) ? 'mail' : undefined;
}

/** Is it set up by a link of the mail alone? Where the company asks for one, and in place of one that cannot be read any more. */
export const needsLink = async (ctx: Ctx, factor: Awaited<ReturnType<typeof readFactor>>): Promise<boolean> =>
  factor ? factor.secret === null : isRequired(ctx);

/** Sends the person of the transaction the link to set it up; more than a few in a short time are dropped in silence. */
export async function sendLink(ctx: Ctx) {
  const { companyId, id: userId } = ctx.user;
  const subject = `second factor ${companyId}/${userId}`;
  if ((await waitOf(ctx.db, 'reset', subject, ctx.now)) === 0) {
    await countAttempt(ctx.db, 'reset', subject, ctx.now);
    await ctx.enqueue(activationMail, { companyId, userId });
    ctx.audit({ action: 'second_factor_asked', entity: 'user', entityId: userId });
  }
  return { step: 'mail' as const, expiresAt: endOf(ctx.now, 'link').toISOString() };
}

/** Lets in who proved the password, or answers the step that follows. `passwordHash`: the one that is kept from now on. */
export async function afterPassword(ctx: Ctx, passwordHash: string, device: string | undefined) {
  const next = await nextOf(ctx, device);
  if (next === 'mail') return sendLink(ctx);
  if (next !== 'code') return openSession(ctx, next);
  const { companyId, id: userId } = ctx.user;
  return { step: next, ...giveTicket(ctx, { companyId, userId, step: next, mark: markOf(passwordHash) }) };
}

/** The code of a login: the refusal is thrown when the guess is counted for good. */
export const enterCode: VerbOf<Table, 'POST /auth/code'> = async (ctx, { body: { ticket: given, code, remember } }) => {
  const ticket = takeTicket(ctx, given, 'code');
  const outcome = await ctx.asCompany(ticket.companyId, ticket.userId, async (inner) => {
    await checkMark(inner, ticket);
    const proof = await spendCode(inner, code);
    if (proof instanceof Failure) return proof;
    const device = remember ? { device: await rememberDevice(inner) } : {};
    return { ...(await openSession(inner, proof)), ...device };
  });
  if (outcome instanceof Failure) throw outcome;
  return outcome;
};

/** What the app is given for a secret, with the ticket that brings it back. */
export function setupOf(ctx: PublicCtx, account: string, ticket: Ticket) {
  const secret = ticket.secret ? Buffer.from(ticket.secret, 'base64') : newSecret();
  const uri = otpUri(`${PRODUCT} Business`, account, secret);
  const text = base32(secret).replace(/.{4}(?=.)/g, '$& ');
  const { ticket: sealed } = giveTicket(ctx, { ...ticket, secret: secret.toString('base64') });
  return { ticket: sealed, secret: text, uri, qr: qrCode(uri) };
}

const active = () => new Failure('conflict', 'È già attivo: accedere con il suo codice.');

/** The link of the mail, with the password again: a mailbox alone is not enough either. Wrong ones count as failed logins. */
export const openLink: VerbOf<Table, 'POST /auth/activation/link'> = async (ctx, { body: { link, password } }) => {
  const ticket = takeTicket(ctx, link, 'link');
  const { companyId, userId, mark } = ticket;
  const { email, passwordHash, over } = await ctx.asCompany(companyId, userId, async (inner) => {
    await checkMark(inner, ticket);
    const factor = await readFactor(inner);
    if (factor?.secret) throw active();
    const login = await readLogin(inner.db, ticket);
    return { email: inner.user.email, passwordHash: login!.passwordHash, over: factor?.activatedAt ?? null };
  });
  if (!(await isPassword(ctx, { email, passwordHash }, password)))
    throw new Failure('invalid', undefined, { fields: { password: 'La password non è corretta' } });
  await ctx.asCompany(companyId, userId, async ({ audit }) =>
    audit({ action: 'second_factor_link', entity: 'user', entityId: userId }),
  );
  return { step: 'activate', ...giveTicket(ctx, { companyId, userId, step: 'activate', mark, over }) };
};

/** Begins the activation; the ticket that comes back may be given again for the same secret. */
export const beginActivation: VerbOf<Table, 'POST /auth/activation'> = (ctx, { body }) => {
  const ticket = takeTicket(ctx, body.ticket, 'activate');
  return ctx.asCompany(ticket.companyId, ticket.userId, async (inner) => {
    await checkMark(inner, ticket);
    inner.audit({ action: 'second_factor_begun', entity: 'user', entityId: ticket.userId });
    return setupOf(ctx, inner.user.email, ticket);
  });
};

/** Activates and lets in. Throws `conflict` when somebody did meanwhile. */
export const confirmActivation: VerbOf<Table, 'POST /auth/activation/confirm'> = (ctx, { body }) => {
  const ticket = takeTicket(ctx, body.ticket, 'activate');
  return ctx.asCompany(ticket.companyId, ticket.userId, async (inner) => {
    await checkMark(inner, ticket);
    if ((await readFactor(inner))?.secret) throw active();
    const recoveryCodes = await activate(inner, ticket, body.code);
    return { ...(await openSession(inner, 'activation')), recoveryCodes };
  });
};
