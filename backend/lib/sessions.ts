import { createHash, randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import { IDLE_MS } from '#domain/auth/session.ts';
import type { DB } from '../db/types.gen.ts';
import { withPossession } from '../db/tenant.ts';
import type { Person } from './context.ts';
import { readPerson } from './people.ts';

/** How long a read session is believed: revocation and privilege changes act within this. */
const BELIEVED_MS = 5_000;
const SEEN_EVERY_MS = 30_000;
/** Nobody is put out before the hour because a request was not written down: it may have been so much later. */
const UNUSED_MS = IDLE_MS + SEEN_EVERY_MS + BELIEVED_MS;
const MOST_CACHED = 10_000;

export interface Found {
  sessionId: number;
  expiresAt: number;
  person: Person;
}

/** SHA-256 of a bearer or reset token: what the database keeps. */
export const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** 256 random bits for a session or a reset. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export interface Sessions {
  /** Who holds this token: null when the session is unknown, over, ended, unused for an hour, or its user disabled. */
  find(token: string): Promise<Found | null>;
  /** Reads the user's sessions again at the next call. */
  forget(userId: number): void;
}

/** Finds sessions in the database and believes them for 5 seconds. `now` is the clock of the backend. */
export function createSessions(db: Kysely<DB>, now: () => Date): Sessions {
  const cache = new Map<string, { readAt: number; found: Found | null }>();
  return {
    async find(token) {
      if (!/^[\w-]{43}$/.test(token)) return null;
      const hash = tokenHash(token);
      const key = hash.toString('hex');
      const at = now().getTime();
      let known = cache.get(key);
      if (!known || at - known.readAt >= BELIEVED_MS || at < known.readAt) {
        const readAt = at;
        known = { readAt, found: await read(db, key, now()) };
        if (cache.size >= MOST_CACHED) cache.clear();
        // What is unknown is not kept: guesses must not fill the cache.
        if (known.found) cache.set(key, known);
        else cache.delete(key);
      }
      return known.found && known.found.expiresAt > at ? known.found : null;
    },
    forget(userId) {
      for (const [key, { found }] of cache) if (found?.person.id === userId) cache.delete(key);
    },
  };
}

function read(db: Kysely<DB>, hash: string, now: Date): Promise<Found | null> {
  return withPossession(db, { tokenHash: hash }, async (trx, enter) => {
    const row = await trx
      .selectFrom('sessions')
      .select(['id', 'companyId', 'userId', 'expiresAt', 'revokedAt', 'lastSeenAt'])
      .where('tokenHash', '=', Buffer.from(hash, 'hex'))
      .executeTakeFirst();
    if (!row || row.revokedAt || Date.parse(row.expiresAt) <= now.getTime()) return null;
    const unused = now.getTime() - Date.parse(row.lastSeenAt);
    if (unused > UNUSED_MS) return null;
    await enter({ companyId: row.companyId, userId: row.userId });
    const person = await readPerson(trx, row.userId);
    if (!person) return null;
    if (unused > SEEN_EVERY_MS)
      await trx
        .updateTable('sessions')
        .set({ lastSeenAt: now })
        .where('companyId', '=', row.companyId)
        .where('id', '=', row.id)
        .execute();
    return { sessionId: row.id, expiresAt: Date.parse(row.expiresAt), person };
  });
}
