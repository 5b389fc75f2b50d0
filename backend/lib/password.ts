import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
/** OWASP minimum: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const HEAD = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
const SLOTS = 4;
const KEY_BYTES = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` with at most four others in this process: a storm of logins must not starve the lists. */
export async function inHashSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= SLOTS) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await work();
  } finally {
    // The slot passes straight to the next in line, so `running` never counts one too many.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

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

/** Was this PHC string made with another cost than today's? Then the next login renews it. */
export const isOutdated = (stored: string): boolean => !stored.startsWith(HEAD);

const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/** Same cost as a real hash and equal to no password: an unknown account takes as long as a known one. */
const DUMMY = `${HEAD}${b64(randomBytes(16))}$${b64(randomBytes(KEY_BYTES))}`;

/** Is it the password of this PHC string? `null` stands for an account that does not exist. The caller holds a hash slot. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = phc.exec(stored ?? DUMMY);
  if (!match) return false;
  const [, memory, passes, parallelism, nonce, key] = match;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const wanted = Buffer.from(key!, 'base64');
  const found = await raw(password, Buffer.from(nonce!, 'base64'), cost);
  return wanted.length === found.length && timingSafeEqual(wanted, found) && stored !== null;
}
