import { sql, type Kysely } from 'kysely';
import { IDLE_MS } from '#domain/auth/session.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { Person } from '../work/context.ts';
import { readPerson } from './people.ts';
import { readToken } from './tokens.ts';
import type { Lanes } from '../work/lanes.ts';

/**
 * Milliseconds for which a session is cached: revoked sessions and changed privileges, also of a token's maker, take
 * effect within this time.
 */
const BELIEVED_MS = 5_000;
const SEEN_EVERY_MS = 30_000;
/**
 * The idle hour plus the delay of its record: requests are noted every 30 s at most, and nobody may be logged out
 * early.
 */
const UNUSED_MS = IDLE_MS + SEEN_EVERY_MS + BELIEVED_MS;
const MOST_CACHED = 10_000;

export interface Found {
  sessionId: number;
  expiresAt: number;
  person: Person;
}

export interface Sessions {
  /**
   * The user of this token; null when the session is unknown, expired, ended or unused for an hour, or its user is
   * disabled. `quiet`: what a page asks by itself does not count as use.
   */
  find(token: string, options?: { quiet?: boolean | undefined }): Promise<Found | null>;
  /** Makes the next call read the sessions of a user, and of the tokens the user made, again. */
  forget(userId: number): void;
}

interface Kept {
  readAt: number;
  whose: readonly (number | null)[];
  found: Promise<Found | null>;
}

/** Finds sessions in the database and caches them for 5 seconds. `now` is the clock of the backend. */
export function createSessions(db: Kysely<DB>, now: () => Date, { brief }: Lanes): Sessions {
  /** `whose` is empty until it is read. Callers that arrive together share one query. */
  const cache = new Map<string, Kept>();
  return {
    async find(token, { quiet = false } = {}) {
      const place = readToken(token);
      if (!place) return null;
      // Kept apart: a person's call that comes after a page's own one is noted as use.
      const key = `${place.hash.toString('hex')}${quiet ? ' quiet' : ''}`;
      const at = now().getTime();
      let known = cache.get(key);
      if (!known || at - known.readAt >= BELIEVED_MS || at < known.readAt) {
        const asked: Kept = { readAt: at, whose: [], found: brief('sessions', () => read(db, place, now(), quiet)) };
        if (cache.size >= MOST_CACHED) cache.clear();
        cache.set(key, (known = asked));
        // Unknown tokens are not cached: guesses must not fill the cache.
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

interface Use {
  found: Found;
  /** The use is to be noted. */
  isNew: boolean;
}

async function read(
  db: Kysely<DB>,
  place: { companyId: number; hash: Buffer },
  now: Date,
  quiet: boolean,
): Promise<Found | null> {
  const use = await readUse(db, place, now);
  if (use?.isNew && !quiet) await noteUse(db, place.companyId, use.found.sessionId, now);
  return use?.found ?? null;
}

/**
 * Notes when a session was used, soon or not at all: nobody is turned away because the row is held by somebody else or
 * moves to another node. The next use is noted again.
 */
async function noteUse(db: Kysely<DB>, companyId: number, id: number, now: Date): Promise<void> {
  await withTenant(db, { companyId, userId: null }, async (trx) => {
    await sql`set local lock_timeout = '100ms'`.execute(trx);
    await trx
      .updateTable('sessions')
      .set({ lastSeenAt: now })
      .where('companyId', '=', companyId)
      .where('id', '=', id)
      .execute();
  }).catch(() => undefined);
}

function readUse(
  db: Kysely<DB>,
  { companyId, hash }: { companyId: number; hash: Buffer },
  now: Date,
): Promise<Use | null> {
  return withTenant(db, { companyId, userId: null }, async (trx) => {
    const row = await trx
      .selectFrom('sessions')
      .select(['id', 'userId', 'expiresAt', 'revokedAt', 'lastSeenAt', 'service'])
      .where('companyId', '=', companyId)
      .where('tokenHash', '=', hash)
      .executeTakeFirst();
    if (!row || row.revokedAt || Date.parse(row.expiresAt) <= now.getTime()) return null;
    const unused = now.getTime() - Date.parse(row.lastSeenAt);
    // The token of another system may stay unused for days.
    if (unused > UNUSED_MS && !row.service) return null;
    const person = await readPerson(trx, { companyId, userId: row.userId });
    if (!person) return null;
    const found = { sessionId: row.id, expiresAt: Date.parse(row.expiresAt), person };
    return { found, isNew: unused > SEEN_EVERY_MS };
  });
}
