import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** 32 signs without 0, 1, 8 and 9 (RFC 4648). */
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits, as RFC 4226 recommends. */
export const newSecret = (): Buffer => randomBytes(20);

/** Base32 without filling, as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += SIGNS[(held >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + SIGNS[(held << (5 - bits)) & 31] : text;
}

/** Number of the 30 seconds since 1970. */
export const stepOf = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** The code of one step (RFC 6238 with SHA-1, as every app has it; RFC 4226 §5.3). */
export function codeAt(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const number = mac.readUInt32BE(mac[19]! & 15) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The step whose code this is, later than `after`: of this one, the one before and the one to come, for clocks that differ by half
 * a minute. Null: it is no code, or one that was used.
 */
export function stepFor(secret: Uint8Array, code: string, now: Date, after: number): number | null {
  const typed = Buffer.from(code);
  const fits = (step: number) => {
    const right = Buffer.from(codeAt(secret, step));
    return typed.length === right.length && timingSafeEqual(typed, right);
  };
  return [0, -1, 1].map((by) => stepOf(now) + by).find((step) => step > after && fits(step)) ?? null;
}

/** What an authenticator app reads from the QR code. */
export const otpUri = (issuer: string, account: string, secret: Uint8Array): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret: base32(secret), issuer })}`;
