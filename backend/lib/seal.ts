import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';

type Keyed = Pick<Config, 'SESSION_SECRET'>;
const NONCE = 12;
const TAG = 16;

/** A key for one purpose: what is sealed for one is neither read nor forged for another. */
const keyFor = ({ SESSION_SECRET }: Keyed, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', SESSION_SECRET, '', purpose, 32));

/** A text that only this installation reads again, and only for the same purpose: AES-256-GCM by a key that follows from SESSION_SECRET. */
export function seal(config: Keyed, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE);
  const cipher = createCipheriv('aes-256-gcm', keyFor(config, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** What was sealed for this purpose; null: changed, of another purpose, or of another SESSION_SECRET. */
export function unseal(config: Keyed, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url');
  if (bytes.length < NONCE + TAG) return null;
  const decipher = createDecipheriv('aes-256-gcm', keyFor(config, purpose), bytes.subarray(0, NONCE));
  decipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE + TAG)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** A hash that nobody can search without SESSION_SECRET: for secrets short enough to be typed. */
export const keyedHash = (config: Keyed, purpose: string, text: string): Buffer =>
  createHmac('sha256', keyFor(config, purpose)).update(text).digest();
