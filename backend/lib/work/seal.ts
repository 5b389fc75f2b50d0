import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#config';

type Keyed = Pick<Config, 'SESSION_SECRET'> & Partial<Pick<Config, 'SESSION_SECRET_OLD'>>;
const NONCE = 12;
const TAG = 16;

/** A key for one purpose: a text sealed for one purpose can be neither read nor forged for another. */
const keyFor = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** The secret that seals, and the former one while it is being replaced (decision 018). */
const secretsOf = ({ SESSION_SECRET, SESSION_SECRET_OLD }: Keyed) => [
  SESSION_SECRET,
  ...(SESSION_SECRET_OLD ? [SESSION_SECRET_OLD] : []),
];

/**
 * Encrypts a text so that only this installation can read it, and only for the same purpose: AES-256-GCM with a key
 * derived from SESSION_SECRET.
 */
export function seal(config: Keyed, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyFor(config.SESSION_SECRET, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/**
 * The text that was sealed for this purpose, and whether with today's secret; null when it was changed, or sealed for
 * another purpose or with an unknown secret.
 */
export function unseal(config: Keyed, purpose: string, sealed: string): { text: string; current: boolean } | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) return null;
  for (const secret of secretsOf(config)) {
    const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), bytes.subarray(0, NONCE));
    decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
    try {
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
      return { text, current: secret === config.SESSION_SECRET };
    } catch {
      // It may be sealed with the other secret.
    }
  }
  return null;
}

const hashBy = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest();

/** A hash that cannot be guessed without SESSION_SECRET: for secrets short enough to be typed. */
export const keyedHash = (config: Keyed, purpose: string, text: string): Buffer =>
  hashBy(config.SESSION_SECRET, purpose, text);

/** All hashes under which the text may be stored: with today's secret and with the former one. */
export const keyedHashes = (config: Keyed, purpose: string, text: string): Buffer[] =>
  secretsOf(config).map((secret) => hashBy(secret, purpose, text));
