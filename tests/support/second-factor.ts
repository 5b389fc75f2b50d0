import { giveTicket, markOf } from '#backend/auth/tickets.ts';
import { codeAt, stepOf } from '#backend/lib/people/totp.ts';
import type { Setup } from '#domain/auth/second-factor.ts';
import { PASSWORD, type Side, type TestUser } from './area.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Decodes the typed secret as an authenticator app does. */
export function secretOf(typed: string): Buffer {
  const bits = [...typed.replace(/ /g, '')].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}

/** The code that the app shows, shifted by a number of 30-second steps from now. */
export const codeOf = (secret: string, now: Date, steps = 0): string => codeAt(secretOf(secret), stepOf(now) + steps);

/** The token in the link of a mail that lets a person set up the second factor their company requires. */
export async function linkOf({ query, config, now }: Side, { companyId, id: userId }: TestUser): Promise<string> {
  const [login] = await query('select password_hash from logins where company_id = $1 and user_id = $2', [
    companyId,
    userId,
  ]);
  const mark = markOf(String(login!.password_hash));
  return giveTicket({ config, now: now() }, { companyId, userId, step: 'link', mark }).ticket;
}

type Calling = Pick<Side, 'call' | 'now'>;

/**
 * Sets up a person's second factor as the settings do; returns the secret as people type it, and the recovery codes.
 */
export async function setUp(
  { call, now }: Calling,
  as: TestUser,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { body } = await call('POST /auth/second-factor', { body: { password: PASSWORD } }, as);
  const { secret, ticket } = body as Setup;
  const confirm = { ticket, code: codeOf(secret, now()) };
  const done = await call('POST /auth/second-factor/confirm', { body: confirm }, as);
  if (done.status !== 200) throw new Error(`${done.status} ${JSON.stringify(done.body)}`);
  return { secret, recoveryCodes: done.body.recoveryCodes };
}
