import { createHash } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';

/** The most statements that are prepared; each takes a few kilobytes on every connection. */
const MOST_READY = 400;
/** The most statements that are remembered after one use. */
const MOST_SEEN = 2000;

/** The error message of pg when its `query_timeout` is over. */
export const SILENT = 'Query read timeout';

/**
 * A statement with `*` returns other columns after a migration, and PostgreSQL then refuses it for the life of the
 * connection.
 */
const ALL_COLUMNS = /(?:select|returning|[.,])\s*\*/i;
/**
 * Statements whose best plan depends on the values, such as a range of a day or of ten years: a generic plan does not
 * know the values and takes a pattern or a range for small. For a condition with one end it assumes a third of the
 * rows, which does no harm.
 */
const VALUES_MATTER =
  /between\s+\$\d|like\s+\$\d|([\w".)]+)\s*(?:>=?\s*\$\d[^]*?\1\s*<=?|<=?\s*\$\d[^]*?\1\s*>=?)\s*\$\d/i;

/**
 * SQLSTATEs after a migration has changed the type of a column: the result would have another type, or a value does not
 * have the type that its parameter had when the statement was prepared.
 */
const OTHER_TYPES = new Set(['0A000', '42804', '42883', '22003', '22P02']);

/**
 * The class of a pool's connections. It prepares a statement with values when it occurs a second time: PostgreSQL then
 * parses it once for each connection and plans it once where the plan does not depend on the values, which took nine
 * tenths of the database time of a page (decision 022). Row level security still uses the settings of each transaction.
 * A connection without an answer within the pool's `query_timeout` is closed.
 */
export function preparingClient(): typeof pg.Client {
  const seen = new Set<string>();
  const names = new Map<string, string | undefined>();

  const nameOf = (text: string) => {
    if (names.has(text)) return names.get(text);
    if (names.size >= MOST_READY) return undefined;
    if (seen.delete(text)) {
      const isReadAnew = ALL_COLUMNS.test(text) || VALUES_MATTER.test(text);
      names.set(text, isReadAnew ? undefined : createHash('sha256').update(text).digest('base64url'));
    } else {
      if (seen.size >= MOST_SEEN) seen.clear();
      seen.add(text);
    }
    return names.get(text);
  };

  return class extends pg.Client {
    // As the pool's users call it: a text and its values. All else goes as it comes. `never` fits each of pg's overloads.
    override query(...asked: unknown[]): never {
      return this.#ask(asked) as never;
    }

    #ask(asked: unknown[]): unknown {
      const [text, values] = asked;
      const isPlain = asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = isPlain ? nameOf(text) : undefined;
      const send = super.query as (...args: unknown[]) => unknown;
      const answer = send.apply(this, name ? [{ name, text, values }] : asked);
      if (!(answer instanceof Promise)) return answer;
      return answer.catch(async (error: Error & { code?: string }) => {
        // From now on this statement is not prepared any more.
        if (name && OTHER_TYPES.has(error.code ?? '')) names.set(text as string, undefined);
        // The other end is gone without a word: the pool drops this connection once it is closed.
        const { stream } = this.connection;
        if (error.message === SILENT && !stream.destroyed) await once(stream.destroy(), 'close');
        throw error;
      });
    }
  };
}
