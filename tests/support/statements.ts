import pg from 'pg';
import { afterAll } from 'vitest';
import { distributed } from '#backend/db/distribution.ts';

/** Statements that read across companies, for the manufacturer and for housekeeping. */
const network = /^select "company_id" from "companies"$|from companies c where c\.company_id <>/;
const words = new Set(
  'as on where set join left right inner cross group order limit for values using returning'.split(' '),
);

/**
 * The company tables, by their name in the statement, for which the statement does not name the company. Row level
 * security separates the rows anyway, but a cluster would ask every shard and the planner would have to guess.
 */
export function nameless(statement: string): string[] {
  const found = known.get(statement) ?? findNameless(statement);
  known.set(statement, found);
  return found;
}
/** A cache: few statements run many thousand times each. */
const known = new Map<string, string[]>();

function findNameless(statement: string): string[] {
  const text = statement.toLowerCase().replaceAll('"', '');
  if (network.test(text.replace(/\s+/g, ' ')) || network.test(statement)) return [];
  const uses = [...text.matchAll(/\b(from|join|update|into)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/g)]
    .filter(([, , table]) => distributed.includes(table!))
    .map(([, verb, table, alias]) => ({ verb, name: alias && !words.has(alias) ? alias : table! }));
  const named = (name: string) =>
    // The company is named in a condition, or among the columns of an insert.
    new RegExp(`\\b${name}\\.company_id\\b`).test(text) ||
    (uses.length === 1 && /\b(where|on)\b[\s\S]*\bcompany_id\b/.test(text));
  return uses
    .filter(
      ({ verb, name }) =>
        !(verb === 'into' && /\binto\s+\w+(\s+as\s+\w+)?\s*\(\s*[^)]*\bcompany_id\b/.test(text)) && !named(name),
    )
    .map(({ name }) => name);
}

/** Until the file ends every statement of the request role in this process must name its company. */
export function watchStatements(): void {
  const { query } = pg.Client.prototype as { query: (...args: unknown[]) => unknown };
  if (query.name === 'watched') return;
  pg.Client.prototype.query = function watched(this: pg.Client, ...args: unknown[]) {
    const [given] = args;
    const text = typeof given === 'string' ? given : (given as { text?: string } | undefined)?.text;
    const missing = this.user === 'volante_app' && text ? nameless(text) : [];
    if (missing.length > 0) throw new Error(`${missing.join(', ')} without company_id: ${text}`);
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query;
  afterAll(() => void (pg.Client.prototype.query = query as typeof pg.Client.prototype.query));
}
