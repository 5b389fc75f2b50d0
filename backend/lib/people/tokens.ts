import { createHash, randomBytes } from 'node:crypto';

const LARGEST_COMPANY = 2_147_483_647;

/**
 * A new secret token: the company's number in base 36, so that only that company's shard is asked, and 256 random bits.
 */
export const newToken = (companyId: number): string =>
  `${companyId.toString(36)}.${randomBytes(32).toString('base64url')}`;

/**
 * How to look up a session, reset or link token: its claimed company, and the SHA-256 that the database holds. Null for
 * a text that is no token.
 */
export function readToken(token: string): { companyId: number; hash: Buffer } | null {
  const claimed = /^([0-9a-z]{1,6})\.[\w-]{43}$/.exec(token)?.[1];
  const companyId = parseInt(claimed ?? '', 36);
  if (!(companyId <= LARGEST_COMPANY)) return null;
  return { companyId, hash: createHash('sha256').update(token).digest() };
}
