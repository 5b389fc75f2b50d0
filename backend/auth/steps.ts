import type { auth as table } from '#domain/auth/endpoints.ts';
import { PRODUCT } from '#config';
import { Failure } from '#domain/errors.ts';
import type { VerbOf } from '../lib/bind.ts';
import type { Ctx, PublicCtx } from '../lib/context.ts';
import { qrCode } from '../lib/qr.ts';
import { isRemembered, rememberDevice } from './devices.ts';
import { activate, readFactor, spendCode } from './factor.ts';
import { openSession, type Proof } from './session.ts';
import { checkMark, giveTicket, markOf, takeTicket, type Ticket } from './tickets.ts';
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
async function nextOf(ctx: Ctx, device: string | undefined): Promise<'code' | 'activate' | Proof | undefined> {
  const factor = await readFactor(ctx);
  if (factor && !factor.secret) return 'activate';
  if (factor) return (await isRemembered(ctx, device)) ? 'remembered device' : 'code';
  return (await isRequired(ctx)) ? 'activate' : undefined;
}

/** Lets in who proved the password, or answers the step that follows. `passwordHash`: the one that is kept from now on. */
export async function afterPassword(ctx: Ctx, passwordHash: string, device: string | undefined) {
  const next = await nextOf(ctx, device);
  if (next !== 'code' && next !== 'activate') return openSession(ctx, next);
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

/** Begins the activation that a company asks for at login; the ticket that comes back may be given again for the same secret. */
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
    if ((await readFactor(inner))?.secret) throw new Failure('conflict', 'È già attivo: accedere con il suo codice.');
    const recoveryCodes = await activate(inner, Buffer.from(ticket.secret ?? '', 'base64'), body.code);
    return { ...(await openSession(inner, 'activation')), recoveryCodes };
  });
};
