import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
/** The base32 alphabet: 32 characters without 0, 1, 8 and 9 (RFC 4648). */
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 random bits, as RFC 4226 recommends. */
export const newSecret = (): Buffer => randomBytes(20);

/** Base32 without padding, as authenticator apps take a secret. */
export function base32(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) text += SIGNS[(held >> (bits - 5)) & 31];
  }
  return bits > 0 ? text + SIGNS[(held << (5 - bits)) & 31] : text;
}

/** Number of 30-second steps since 1970. */
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
 * The step to which a code belongs, if it is later than `after`: the current one, the previous or the next, because
 * clocks may differ by half a minute. Null: a wrong or used code.
 */
export function stepFor(secret: Uint8Array, code: string, now: Date, after: number): number | null {
  const typed = Buffer.from(code);
  const fits = (step: number) => {
    const right = Buffer.from(codeAt(secret, step));
    return typed.length === right.length && timingSafeEqual(typed, right);
  };
  return [0, -1, 1].map((by) => stepOf(now) + by).find((step) => step > after && fits(step)) ?? null;
}

/** The address in the QR code for authenticator apps. */
export const otpUri = (issuer: string, account: string, secret: Uint8Array): string =>
  `otpauth://totp/${encodeURIComponent(`${issuer}:${account}`)}?${new URLSearchParams({ secret: base32(secret), issuer })}`;
