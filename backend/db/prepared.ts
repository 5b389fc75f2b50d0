import { createHash } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';

/** So many texts that come again are told apart at most; each connection keeps a few kilobytes for one that is ready. */
const MOST_READY = 400;
/** And so many texts seen once are remembered. */
const MOST_SEEN = 2000;

/** What pg says when its `query_timeout` is over. */
export const SILENT = 'Query read timeout';

/** What it answers changes when a migration adds a column, and PostgreSQL then refuses it for as long as the connection lives. */
const ALL_COLUMNS = /(?:select|returning|[.,])\s*\*/i;
/**
 * How it is best looked for depends on the values, a day of quotes or ten years of them: a plan that is kept does not see them and takes a
 * pattern or what lies between two ends for little. Of one end it expects a third, which does no harm.
 */
const VALUES_MATTER =
  /between\s+\$\d|like\s+\$\d|([\w".)]+)\s*(?:>=?\s*\$\d[^]*?\1\s*<=?|<=?\s*\$\d[^]*?\1\s*>=?)\s*\$\d/i;

/**
 * What PostgreSQL says when a migration has given a column another type: that the answer would be another, or that a value is not of the type
 * that its parameter had when the statement was read.
 */
const OTHER_TYPES = new Set(['0A000', '42804', '42883', '22003', '22P02']);

/**
 * The class of a pool's connections, on which a statement with values that comes a second time is prepared under a name: PostgreSQL
 * then reads and checks it once for a connection, and plans it once where the plan does not depend on the values. Nine tenths of
 * the time of a page's calls were that (decision 022). Row level security looks at the settings of the transaction as before. One
 * that answers nothing within the pool's `query_timeout` is closed.
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
    // As the pool's users call it: a text and its values. All else goes as it comes.
    override query(...asked: unknown[]): never {
      const [text, values] = asked;
      const isPlain = asked.length === 2 && typeof text === 'string' && Array.isArray(values) && values.length > 0;
      const name = isPlain ? nameOf(text) : undefined;
      const send = super.query as (...args: unknown[]) => unknown;
      const answer = send.apply(this, name ? [{ name, text, values }] : asked);
      if (!(answer instanceof Promise)) return answer as never;
      return answer.catch(async (error: Error & { code?: string }) => {
        // From now on it is read anew each time.
        if (name && OTHER_TYPES.has(error.code ?? '')) names.set(text as string, undefined);
        // Whoever is at the other end has gone without a word: the pool forgets this connection once it is closed.
        const { stream } = this.connection;
        if (error.message === SILENT && !stream.destroyed) await once(stream.destroy(), 'close');
        throw error;
      }) as never;
    }
  };
}
