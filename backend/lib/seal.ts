import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '#config';

type Keyed = Pick<Config, 'SESSION_SECRET'> & Partial<Pick<Config, 'SESSION_SECRET_OLD'>>;
const NONCE = 12;
const TAG = 16;

/** A key for one purpose: what is sealed for one is neither read nor forged for another. */
const keyFor = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));

/** The secret that seals, and the one before while it changes (decision 018). */
const secretsOf = ({ SESSION_SECRET, SESSION_SECRET_OLD }: Keyed) => [
  SESSION_SECRET,
  ...(SESSION_SECRET_OLD ? [SESSION_SECRET_OLD] : []),
];

/** A text that only this installation reads again, and only for the same purpose: AES-256-GCM by a key that follows from SESSION_SECRET. */
export function seal(config: Keyed, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyFor(config.SESSION_SECRET, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What was sealed for this purpose, and whether by the secret of today; null: changed, of another purpose, or of a secret that is not known. */
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
      // Of the other one, perhaps.
    }
  }
  return null;
}

const hashBy = (secret: string, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyFor(secret, purpose)).update(text).digest();

/** A hash that nobody can search without SESSION_SECRET: for secrets short enough to be typed. */
export const keyedHash = (config: Keyed, purpose: string, text: string): Buffer =>
  hashBy(config.SESSION_SECRET, purpose, text);

/** Every hash by which the text may be kept: the one of today, and the one of the secret before. */
export const keyedHashes = (config: Keyed, purpose: string, text: string): Buffer[] =>
  secretsOf(config).map((secret) => hashBy(secret, purpose, text));
