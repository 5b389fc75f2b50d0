import type { auth as table } from '#domain/auth/endpoints.ts';
import { PRODUCT } from '#domain/product.ts';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import type { Ctx, PublicCtx } from '../lib/work/context.ts';
import { isPassword } from '../lib/people/own-password.ts';
import { readLogin } from '../lib/people/people.ts';
import { qrCode } from '../lib/files/qr.ts';
import { readFactor, spendCode } from '../lib/people/second-factor.ts';
import { countTry, waitOf } from '../lib/people/throttle.ts';
import { base32, newSecret, otpUri } from '../lib/people/totp.ts';
import { isRemembered, rememberDevice } from './devices.ts';
import { activate } from './factor.ts';
import { openSession, type Proof } from './session.ts';
import { activationMail } from './mails.ts';
import { checkMark, endOf, giveTicket, markOf, takeTicket, type Ticket } from './tickets.ts';

type Table = typeof table;

/** Whether the company of the transaction requires a second factor of everybody. */
export async function isRequired({ db, user }: Ctx): Promise<boolean> {
  const { secondFactorRequired } = await db
    .selectFrom('companies')
    .select('secondFactorRequired')
    .where('companyId', '=', user.companyId)
    .executeTakeFirstOrThrow();
  return secondFactorRequired;
}

/** The next step after the right password, or the proof that makes it enough. */
async function nextOf(ctx: Ctx, device: string | undefined): Promise<'code' | 'mail' | Proof | undefined> {
  const factor = await readFactor(ctx);
  if (factor?.secret) return (await isRemembered(ctx, device)) ? 'remembered device' : 'code';
  return (await needsLink(ctx, factor)) ? 'mail' : undefined;
}

/**
 * Whether the factor can only be set up by a link in a mail: when the company requires one and there is none, or when
 * its secret cannot be read.
 */
export const needsLink = async (ctx: Ctx, factor: Awaited<ReturnType<typeof readFactor>>): Promise<boolean> =>
  factor ? factor.secret === null : isRequired(ctx);

/** Mails the set-up link to the person of the transaction; more than a few in a short time are silently dropped. */
export async function sendLink(ctx: Ctx) {
  const { companyId, id: userId } = ctx.user;
  const subject = `second factor ${companyId}/${userId}`;
  if ((await waitOf(ctx.db, 'reset', subject, ctx.now)) === 0) {
    await countTry(ctx.db, 'reset', subject, ctx.now);
    await ctx.enqueue(activationMail, { companyId, userId });
    ctx.audit({ action: 'second_factor_asked', entity: 'user', entityId: userId });
  }
  return { step: 'mail' as const, expiresAt: endOf(ctx.now, 'link').toISOString() };
}

/**
 * Opens a session after the right password, or answers the next step. `passwordHash`: the hash that is stored from now
 * on.
 */
export async function afterPassword(ctx: Ctx, passwordHash: string, device: string | undefined) {
  const next = await nextOf(ctx, device);
  if (next === 'mail') return sendLink(ctx);
  if (next !== 'code') return openSession(ctx, next);
  const { companyId, id: userId } = ctx.user;
  return { step: next, ...giveTicket(ctx, { companyId, userId, step: next, mark: markOf(passwordHash) }) };
}

/** Takes the code of a login; a refusal is thrown only after the guess is counted and committed. */
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

/** The data of a secret for the app, and the ticket that contains the secret. */
export function setupOf(ctx: PublicCtx, account: string, ticket: Ticket) {
  const secret = ticket.secret ? Buffer.from(ticket.secret, 'base64') : newSecret();
  const uri = otpUri(`${PRODUCT} Business`, account, secret);
  const text = base32(secret).replace(/.{4}(?=.)/g, '$& ');
  const { ticket: sealed } = giveTicket(ctx, { ...ticket, secret: secret.toString('base64') });
  return { ticket: sealed, secret: text, uri, qr: qrCode(uri) };
}

const active = () => new Failure('conflict', 'È già attivo: accedere con il suo codice.');

/**
 * Opens the link of the mail, which needs the password again: the mailbox alone is not enough. Wrong ones count as
 * failed logins.
 */
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

/** Begins the activation; the returned ticket can be used again for the same secret until the given one ends. */
export const beginActivation: VerbOf<Table, 'POST /auth/activation'> = (ctx, { body }) => {
  const ticket = takeTicket(ctx, body.ticket, 'activate');
  return ctx.asCompany(ticket.companyId, ticket.userId, async (inner) => {
    await checkMark(inner, ticket);
    inner.audit({ action: 'second_factor_begun', entity: 'user', entityId: ticket.userId });
    return setupOf(ctx, inner.user.email, ticket);
  });
};

/** Activates the factor and opens a session. Throws `conflict` when somebody else activated one meanwhile. */
export const confirmActivation: VerbOf<Table, 'POST /auth/activation/confirm'> = (ctx, { body }) => {
  const ticket = takeTicket(ctx, body.ticket, 'activate');
  return ctx.asCompany(ticket.companyId, ticket.userId, async (inner) => {
    await checkMark(inner, ticket);
    if ((await readFactor(inner))?.secret) throw active();
    const recoveryCodes = await activate(inner, ticket, body.code);
    return { ...(await openSession(inner, 'activation')), recoveryCodes };
  });
};
