import { newToken, readToken } from '#backend/lib/people/tokens.ts';
import type { auth as table } from '#domain/auth/endpoints.ts';
import { nothing, PASSWORD, type Calls, type Side } from '../area.ts';
import { codeOf, linkOf, setUp } from '../second-factor.ts';

const credentials = ({ email }: { email: string }) => ({ email, password: PASSWORD });

/** A user with a second factor, and a valid code for it. */
async function secured(side: Side) {
  const as = await side.colleague();
  const { recoveryCodes } = await setUp(side, as);
  return { as, code: recoveryCodes[0]! };
}

/** A user with the link of the mail that asks to set up a second factor. */
async function linked(side: Side) {
  const as = await side.colleague();
  const link = await linkOf(side, as);
  return { as, body: { link, password: PASSWORD } };
}

/** A user who has opened that link and is setting up the app. */
async function asked(side: Side) {
  const { as, body } = await linked(side);
  const { ticket } = (await side.call('POST /auth/activation/link', { body }, null)).body;
  return { as, body: { ticket: ticket as string } };
}

export const auth: Calls<typeof table> = {
  'POST /auth/login': ({ as }) => ({ body: credentials(as) }),
  'POST /auth/code': async (side) => {
    const { as, code } = await secured(side);
    const { ticket } = (await side.call('POST /auth/login', { body: credentials(as) }, null)).body;
    return { as, body: { ticket, code } };
  },
  'POST /auth/activation/link': linked,
  'POST /auth/activation': asked,
  'POST /auth/activation/confirm': async (side) => {
    const { as, body } = await asked(side);
    const { ticket, secret } = (await side.call('POST /auth/activation', { body }, null)).body;
    return { as, body: { ticket, code: codeOf(secret, side.now()) } };
  },
  'POST /auth/logout': async ({ colleague }) => ({ as: await colleague() }),
  'GET /auth/user': nothing,
  'GET /auth/second-factor': nothing,
  'POST /auth/second-factor': async ({ colleague }) => ({ as: await colleague(), body: { password: PASSWORD } }),
  'POST /auth/second-factor/confirm': async (side) => {
    const as = await side.colleague();
    const { body } = await side.call('POST /auth/second-factor', { body: { password: PASSWORD } }, as);
    return { as, body: { ticket: body.ticket, code: codeOf(body.secret, side.now()) } };
  },
  'POST /auth/second-factor/recovery-codes': async (side) => {
    const { as, code } = await secured(side);
    return { as, body: { code } };
  },
  'POST /auth/second-factor/remove': async (side) => {
    const { as, code } = await secured(side);
    return { as, body: { code } };
  },
  'DELETE /auth/devices/:id': async (side) => {
    const { as, code } = await secured(side);
    const { ticket } = (await side.call('POST /auth/login', { body: credentials(as) }, null)).body;
    await side.call('POST /auth/code', { body: { ticket, code, remember: true } }, null);
    const { devices } = (await side.call('GET /auth/second-factor', {}, as)).body;
    return { as, params: { id: devices[0].id } };
  },
  'GET /auth/policy': nothing,
  'PUT /auth/policy': () => ({ body: { secondFactorRequired: false } }),
  'POST /auth/reset': ({ as }) => ({ body: { email: as.email } }),
  'POST /auth/password': async ({ colleague, query }) => {
    const as = await colleague();
    const token = newToken(as.companyId);
    await query(
      "insert into password_resets (company_id, user_id, token_hash, expires_at) values ($1, $2, $3, '2027-12-31')",
      [as.companyId, as.id, readToken(token)!.hash],
    );
    return { as, body: { token, password: 'quattro-gatti-sul-tetto' } };
  },
};
