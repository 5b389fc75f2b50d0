import { createHash } from 'node:crypto';
import type { User } from '#domain/auth/schema.ts';
import { Failure } from '#domain/errors.ts';
import type { Caller, Forward } from './forward.ts';

/** Milliseconds within which changed privileges, a changed company and a revoked token take effect (rules.md §26, 1). */
const FRESH_MS = 5000;
const MOST = 10_000;

/** Tokens are stored as hashes only: neither a heap dump nor a log of keys reveals them. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

export interface Users {
  /** The user of a token as the upstream says, at most 5 s old; null when it knows no such session. Throws `unavailable`. */
  of(token: string, caller: Omit<Caller, 'token'>): Promise<User | null>;
  /** Whether the upstream has confirmed this token within the last seconds. */
  knows(token: string): boolean;
  /** After logout, or when the upstream refused the token: it belongs to nobody from now on. */
  end(token: string): void;
  /** Asks again next time: after every call that may have changed the user. */
  forget(token: string): void;
}

/** The short cache of users by token. Callers that arrive together share one request to the upstream. */
export function createUsers(forward: Forward, clock: () => number): Users {
  const entries = new Map<string, { until: number; answer: Promise<User | null>; known: boolean }>();

  const keep = (key: string, entry: { until: number; answer: Promise<User | null>; known: boolean }) => {
    entries.delete(key);
    if (entries.size >= MOST) entries.delete(entries.keys().next().value!);
    entries.set(key, entry);
    return entry;
  };

  const ask = async (token: string, caller: Omit<Caller, 'token'>): Promise<User | null> => {
    try {
      return (await forward('GET /auth/user', {}, { ...caller, token })).json!.value as User;
    } catch (error) {
      if (error instanceof Failure && error.code === 'unauthenticated') return null;
      throw error;
    }
  };

  return {
    of(token, caller) {
      const key = tokenHash(token);
      const held = entries.get(key);
      if (held && held.until > clock()) return held.answer;
      const entry = keep(key, { until: clock() + FRESH_MS, answer: ask(token, caller), known: false });
      entry.answer.then(
        (user) => (entry.known = user !== null),
        () => entries.get(key) === entry && entries.delete(key),
      );
      return entry.answer;
    },
    knows: (token) => {
      const entry = entries.get(tokenHash(token));
      return entry !== undefined && entry.known && entry.until > clock();
    },
    end: (token) =>
      void keep(tokenHash(token), { until: clock() + FRESH_MS, answer: Promise.resolve(null), known: false }),
    forget: (token) => void entries.delete(tokenHash(token)),
  };
}
