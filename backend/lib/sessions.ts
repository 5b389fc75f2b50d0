import type { Kysely } from 'kysely';
import { IDLE_MS } from '#domain/auth/session.ts';
import type { DB } from '../db/types.gen.ts';
import { withTenant } from '../db/tenant.ts';
import type { Person } from './context.ts';
import { readPerson } from './people.ts';
import { readToken } from './tokens.ts';
import type { Lanes } from './lanes.ts';

/** How long a read session is believed: revocation and privilege changes, also those of who made a token, act within this. */
const BELIEVED_MS = 5_000;
const SEEN_EVERY_MS = 30_000;
/** The idle hour and what its record may lag behind: a request is written down every 30 s at most, so nobody is put out early. */
const UNUSED_MS = IDLE_MS + SEEN_EVERY_MS + BELIEVED_MS;
const MOST_CACHED = 10_000;

export interface Found {
  sessionId: number;
  expiresAt: number;
  person: Person;
}

export interface Sessions {
  /** Who holds this token: null when the session is unknown, over, ended, unused for an hour, or its user disabled. */
  find(token: string): Promise<Found | null>;
  /** Reads the sessions of a user, and those of the tokens that they made, again at the next call. */
  forget(userId: number): void;
}

interface Kept {
  readAt: number;
  whose: readonly (number | null)[];
  found: Promise<Found | null>;
}

/** Finds sessions in the database and believes them for 5 seconds. `now` is the clock of the backend. */
export function createSessions(db: Kysely<DB>, now: () => Date, { brief }: Lanes): Sessions {
  /** `whose`: empty until it is read. Callers that arrive together share one question. */
  const cache = new Map<string, Kept>();
  return {
    async find(token) {
      const place = readToken(token);
      if (!place) return null;
      const key = place.hash.toString('hex');
      const at = now().getTime();
      let known = cache.get(key);
      if (!known || at - known.readAt >= BELIEVED_MS || at < known.readAt) {
        const asked: Kept = { readAt: at, whose: [], found: brief('sessions', () => read(db, place, now())) };
        if (cache.size >= MOST_CACHED) cache.clear();
        cache.set(key, (known = asked));
        // What is unknown is not kept: guesses must not fill the cache.
        const drop = () => void (cache.get(key) === asked && cache.delete(key));
        asked.found.then((found) => (found ? (asked.whose = [found.person.id, found.person.makerId]) : drop()), drop);
      }
      const found = await known.found;
      return found && found.expiresAt > at ? found : null;
    },
    forget(userId) {
      for (const [key, { whose }] of cache) if (whose.length === 0 || whose.includes(userId)) cache.delete(key);
    },
  };
}

function read(
  db: Kysely<DB>,
  { companyId, hash }: { companyId: number; hash: Buffer },
  now: Date,
): Promise<Found | null> {
  return withTenant(db, { companyId, userId: null }, async (trx) => {
    const row = await trx
      .selectFrom('sessions')
      .select(['id', 'userId', 'expiresAt', 'revokedAt', 'lastSeenAt', 'service'])
      .where('companyId', '=', companyId)
      .where('tokenHash', '=', hash)
      .executeTakeFirst();
    if (!row || row.revokedAt || Date.parse(row.expiresAt) <= now.getTime()) return null;
    const unused = now.getTime() - Date.parse(row.lastSeenAt);
    // Another system may be silent for days.
    if (unused > UNUSED_MS && !row.service) return null;
    const person = await readPerson(trx, { companyId, userId: row.userId });
    if (!person) return null;
    if (unused > SEEN_EVERY_MS)
      await trx
        .updateTable('sessions')
        .set({ lastSeenAt: now })
        .where('companyId', '=', companyId)
        .where('id', '=', row.id)
        .execute();
    return { sessionId: row.id, expiresAt: Date.parse(row.expiresAt), person };
  });
}
