import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import pLimit from 'p-limit';

const derive = promisify(argon2);
/** The minimum that OWASP recommends: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const HEAD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
/** One core stays free for other answers: many logins at once must not block the lists. */
const SLOTS = Math.max(1, Math.min(4, availableParallelism() - 1));
const KEY_BYTES = 32;

/** Runs work in one of the few slots for hashes of this process. */
export const inHashSlot = pLimit(SLOTS);

const b64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

async function raw(password: string, nonce: Buffer, cost: typeof COST): Promise<Buffer> {
  return derive('argon2id', { message: password, nonce, tagLength: KEY_BYTES, ...cost });
}

/** Argon2id hash of a password as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const key = await inHashSlot(() => raw(password, nonce, COST));
  return `${HEAD}${b64(nonce)}$${b64(key)}`;
}

/** Whether this PHC string was made with another cost than today's; the next login then renews it. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(HEAD);

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** A hash of today's cost that fits no password: an unknown account takes as long to refuse as a known one. */
const DUMMY = `${HEAD}${b64(randomBytes(16))}$${b64(randomBytes(KEY_BYTES))}`;

/**
 * Whether `password` fits this PHC string; `null` stands for an account that does not exist. The caller holds a hash
 * slot.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = phc.exec(stored ?? DUMMY);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce, key] = match;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const wanted = Buffer.from(key!, 'base64');
  const found = await raw(password, Buffer.from(nonce!, 'base64'), cost);
  return wanted.length === found.length && timingSafeEqual(wanted, found) && stored !== null;
}
