import { createHash } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { Failure } from '#domain/errors.ts';
import { reached } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';

/**
 * For each kind: how many tries are free, after how many seconds one is forgiven, the first wait in seconds, which
 * doubles with each try, and the longest. A whole showroom shares one address, so addresses have generous limits;
 * an account waits longer with every failure but is never locked.
 */
const limits = {
  account: { free: 5, forgive: 180, first: 1, longest: 900 },
  // Codes of a second factor: three codes are valid at any time, so a hundred guesses a day find one with a chance of 1
  // in 3,300.
  code: { free: 5, forgive: 180, first: 1, longest: 900 },
  address: { free: 60, forgive: 1, first: 1, longest: 60 },
  // Three mails at once, then one in twenty minutes.
  reset: { free: 3, forgive: 1200, first: 1200, longest: 1200 },
  // Openings of one private link, and invalid tokens from one address.
  link: { free: 120, forgive: 2, first: 5, longest: 60 },
  guess: { free: 20, forgive: 30, first: 5, longest: 600 },
  // A published page from one network: looking at it, and forms that it sends; and forms of all together.
  visit: { free: 60, forgive: 2, first: 5, longest: 60 },
  sending: { free: 8, forgive: 60, first: 60, longest: 900 },
  sendings: { free: 200, forgive: 10, first: 10, longest: 60 },
  // SMS that strangers cause to one number, of all companies together: three in a day.
  sms: { free: 3, forgive: 86_400, first: 86_400, longest: 86_400 },
} as const;
export type ThrottleKind = keyof typeof limits;

const keyOf = (kind: ThrottleKind, subject: string) =>
  `${kind}:${createHash('sha256').update(subject).digest('base64url')}`;

/** What is counted of a subject: tries, those that are not forgiven yet, and seconds since the last one. */
async function countedOf(db: Kysely<DB>, kind: ThrottleKind, subject: string, now: Date) {
  const row = await reached(() =>
    db
      .selectFrom('loginThrottles')
      .select(['failures', 'lastAt'])
      .where('key', '=', keyOf(kind, subject))
      .executeTakeFirst(),
  );
  if (!row) return { tries: 0, left: 0, elapsed: 0 };
  const elapsed = (now.getTime() - Date.parse(row.lastAt)) / 1000;
  return { tries: row.failures, left: row.failures - Math.floor(elapsed / limits[kind].forgive), elapsed };
}

/** Seconds until the next try is allowed; 0: now. */
export async function waitOf(db: Kysely<DB>, kind: ThrottleKind, subject: string, now: Date): Promise<number> {
  const { tries, left, elapsed } = await countedOf(db, kind, subject, now);
  const { free, first, longest } = limits[kind];
  if (left < free) return 0;
  return Math.max(0, Math.ceil(Math.min(longest, first * 2 ** (tries - free)) - elapsed));
}

/** How many tries of a subject are counted now: below 0 those that are free still, from 0 on those above the limit. */
export async function aboveLimit(db: Kysely<DB>, kind: ThrottleKind, subject: string, now: Date): Promise<number> {
  const { left } = await countedOf(db, kind, subject, now);
  return Math.max(0, left) - limits[kind].free;
}

/** Whether a subject has no counted try. */
export const isFirst = async (db: Kysely<DB>, kind: ThrottleKind, subject: string, now: Date): Promise<boolean> =>
  (await countedOf(db, kind, subject, now)).left <= 0;

/** Counts one try. Earlier ones are forgiven over time, at the pace of the kind. */
export async function countTry(db: Kysely<DB>, kind: ThrottleKind, subject: string, now: Date): Promise<void> {
  const count = sql`insert into login_throttles as t (key, failures, last_at) values (${keyOf(kind, subject)}, 1, ${now})
    on conflict (key) do update set last_at = excluded.last_at, failures = 1 + greatest(0,
      t.failures - floor(extract(epoch from excluded.last_at - t.last_at) / ${limits[kind].forgive})::int)`;
  await reached(() => count.execute(db));
}

/** Deletes the tries of a subject that has proved its identity. */
export async function forgive(db: Kysely<DB>, kind: ThrottleKind, subject: string): Promise<void> {
  await db.deleteFrom('loginThrottles').where('key', '=', keyOf(kind, subject)).execute();
}

/** Throws `too_many` with the wait in Italian when any of the subjects has to wait. */
export async function assertFree(
  db: Kysely<DB>,
  now: Date,
  subjects: Partial<Record<ThrottleKind, string>>,
): Promise<void> {
  for (const [kind, subject] of Object.entries(subjects) as [ThrottleKind, string][]) {
    const wait = subject ? await waitOf(db, kind, subject, now) : 0;
    if (wait > 0) throw tooMany(wait);
  }
}

/** The failure for a subject that has to wait `wait` seconds. */
export const tooMany = (wait: number): Failure =>
  new Failure('too_many', `Troppi tentativi: riprovare tra ${inWords(wait)}.`, { retryAfter: wait });

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 secondo' : `${seconds} secondi`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minuto' : `${minutes} minuti`;
}
