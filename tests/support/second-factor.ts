import { giveTicket, markOf } from '#backend/auth/tickets.ts';
import { codeAt, stepOf } from '#backend/auth/totp.ts';
import type { Setup } from '#domain/auth/second-factor.ts';
import { PASSWORD, type Side, type TestUser } from './area.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app does with the secret as it is typed. */
export function secretOf(typed: string): Buffer {
  const bits = [...typed.replace(/ /g, '')].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
}

/** The code that the app shows, some steps of 30 seconds from now. */
export const codeOf = (secret: string, now: Date, steps = 0): string => codeAt(secretOf(secret), stepOf(now) + steps);

/** What the link of a mail holds by which somebody sets up the second factor that their company asks for. */
export async function linkOf({ query, config, now }: Side, { companyId, id: userId }: TestUser): Promise<string> {
  const [login] = await query('select password_hash from logins where company_id = $1 and user_id = $2', [
    companyId,
    userId,
  ]);
  const mark = markOf(String(login!.password_hash));
  return giveTicket({ config, now: now() }, { companyId, userId, step: 'link', mark }).ticket;
}

type Calling = Pick<Side, 'call' | 'now'>;

/** Sets the second factor of somebody up, as the settings do; answers its secret as it is typed, and the recovery codes. */
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
