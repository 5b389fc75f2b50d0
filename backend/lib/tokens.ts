import { createHash, randomBytes } from 'node:crypto';

const LARGEST_COMPANY = 2_147_483_647;

/** A secret that opens something of a company: its number in base 36, so that one shard is asked for it, and 256 random bits. */
export const newToken = (companyId: number): string =>
  `${companyId.toString(36)}.${randomBytes(32).toString('base64url')}`;

/**
 * Where a session, reset or link token is looked up: its company, which it only claims, and the SHA-256 that the database keeps.
 * Null for text that is no token.
 */
export function readToken(token: string): { companyId: number; hash: Buffer } | null {
  const claimed = /^([0-9a-z]{1,6})\.[\w-]{43}$/.exec(token)?.[1];
  const companyId = parseInt(claimed ?? '', 36);
  if (!(companyId <= LARGEST_COMPANY)) return null;
  return { companyId, hash: createHash('sha256').update(token).digest() };
}
