import { createHash } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';

/** The most statements that a connection keeps ready; each takes some ninety kilobytes of its process. */
const MOST_READY = 300;
/** The most statements that are remembered after one use, and the most of which it is known how they are sent. */
const MOST_SEEN = 2000;

/** The error message of pg when its `query_timeout` is over. */
export const SILENT = 'Query read timeout';
/** The error message of a statement that was kept ready and answers other columns since a migration: sent again it is read anew. */
export const STALE = 'A statement that was kept ready answers other columns now';

/**
 * Statements whose best plan depends on the values, such as a range of a day or of ten years: a generic plan does not
 * know the values and takes a pattern or a range for small. For a condition with one end it assumes a third of the
 * rows, which does no harm.
 */
const VALUES_MATTER =
  /between\s+\$\d|like\s+\$\d|([\w".)]+)\s*(?:>=?\s*\$\d[^]*?\1\s*<=?|<=?\s*\$\d[^]*?\1\s*>=?)\s*\$\d/i;

/** Where PostgreSQL refuses what a migration has added a column to, read by `*`, or changed the type of one: a cluster has the SQLSTATE for more. */
const OTHER_COLUMNS = 'RevalidateCachedQuery';
/** SQLSTATEs after it has changed the type of a column: a value does not have the type that its parameter had when the statement was prepared. */
const OTHER_TYPES = new Set(['42804', '42883', '22003', '22P02']);

/**
 * The class of a pool's connections. It prepares a statement with values when it occurs a second time: PostgreSQL then
 * parses it once for each connection and plans it once where the plan does not depend on the values, which took nine
 * tenths of the database time of a page (decision 022). Row level security still uses the settings of each transaction.
 * A connection without an answer within the pool's `query_timeout` is closed.
 */
export function preparingClient(): typeof pg.Client {
  const seen = new Set<string>();
  const names = new Map<string, string | undefined>();
  /** A part of each name: after a migration all that is kept ready, on any connection, is read anew under another one. */
  let age = 0;

  const nameOf = (text: string) => {
    if (names.has(text)) return names.get(text);
    if (seen.delete(text)) {
      if (names.size >= MOST_SEEN) names.clear();
      names.set(
        text,
        VALUES_MATTER.test(text) ? undefined : createHash('sha256').update(`${age} ${text}`).digest('base64url'),
      );
    } else {
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.add(text);
    }
    return names.get(text);
  };

  return class extends pg.Client {
    /** Names of what this connection keeps ready; the first was asked for longest ago. */
    readonly #ready = new Set<string>();

    // As the pool's users call it: a text and its values. All else goes as it comes. `never` fits each of pg's overloads.
    override query(...asked: unknown[]): never {
      return this.#ask(asked) as never;
    }

    #ask(asked: unknown[]): unknown {
      const [text, values] = asked;
      const isPlain = asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = isPlain ? nameOf(text) : undefined;
      if (name) this.#keep(name);
      const send = super.query as (...args: unknown[]) => unknown;
      const answer = send.apply(this, name ? [{ name, text, values }] : asked);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch(async (error: Error & { code?: string; routine?: string }) => {
        // From now on this statement is not prepared any more.
        if (name && OTHER_TYPES.has(error.code ?? '')) names.set(text as string, undefined);
        if (name && error.routine === OTHER_COLUMNS) {
          // Of many calls that meet it at once the first one tells the others.
          if (names.get(text as string) === name) {
            names.clear();
            age += 1;
          }
          throw new Error(STALE, { cause: error });
        }
        // The other end is gone without a word: the pool drops this connection once it is closed.
        const { stream } = this.connection;
        if (error.message === SILENT && !stream.destroyed) await once(stream.destroy(), 'close');
        throw error;
      });
    }

    /** Beyond the most, what was asked for longest ago makes room: what comes often stays ready, whenever it came first. */
    #keep(name: string): void {
      this.#ready.delete(name);
      this.#ready.add(name);
      if (this.#ready.size <= MOST_READY) return;
      const oldest = this.#ready.values().next().value!;
      this.#ready.delete(oldest);
      // No `deallocate`: this message goes with the next statement, cannot fail a transaction, and poolers understand it.
      const connection = this.connection as pg.Connection & { parsedStatements: Record<string, string> };
      connection.close({ type: 'S', name: oldest }, true);
      delete connection.parsedStatements[oldest];
    }
  };
}
