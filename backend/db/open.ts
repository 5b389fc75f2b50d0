import { CamelCasePlugin, Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { CALLS, connectionsOf } from '../lib/work/lanes.ts';
import { getTypeParser } from './parsers.ts';
import { preparingClient } from './prepared.ts';
import type { DB } from './types.gen.ts';

/**
 * The database for requests: names in camelCase (keys inside jsonb unchanged), int8 and numeric as numbers, dates as
 * `YYYY-MM-DD`, instants as ISO text in UTC. At most `max` connections. Throws `unavailable` after 2 s without a free
 * connection, and after `silentMs` milliseconds without an answer. Tables are read only through `withTenant`, never
 * directly.
 */
export function openDatabase(appUrl: string, { max = connectionsOf(CALLS), silentMs = 10_000 } = {}): Kysely<DB> {
  const pool = new pg.Pool({
    connectionString: appUrl,
    Client: preparingClient(),
    max,
    connectionTimeoutMillis: 2000,
    // Connections stay open for an hour: a new one would make the next click wait for connecting and for its first
    // statements.
    idleTimeoutMillis: 0,
    maxLifetimeSeconds: 3600,
    keepAlive: true,
    // Sooner than a firewall forgets the connection.
    keepAliveInitialDelayMillis: 60_000,
    statement_timeout: 8000,
    query_timeout: silentMs,
    idle_in_transaction_session_timeout: 10_000,
    lock_timeout: 2000,
    options: '-c TimeZone=Europe/Rome -c DateStyle=ISO',
    types: { getTypeParser },
  });
  // When the server ends a connection, pg emits an error event, which ends the process unless somebody listens.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
  });
}

/**
 * Throws, naming the setting, when a role bypasses row level security: a superuser, one with BYPASSRLS, or (a member
 * of) the owner.
 */
export async function assertSafeRole(db: Kysely<DB>, setting = 'DATABASE_APP_URL'): Promise<void> {
  const { rows } = await sql<{ name: string; superuser: boolean; bypass: boolean; owner: boolean }>`
    select rolname as name, rolsuper as superuser, rolbypassrls as bypass, exists (
      select from pg_class where relnamespace = 'public'::regnamespace and pg_has_role(current_user, relowner, 'member')
    ) as owner from pg_roles where rolname = current_user`.execute(db);
  const role = rows[0];
  if (role && !role.superuser && !role.bypass && !role.owner) return;
  const why = role?.superuser ? 'è superutente' : role?.bypass ? 'ha BYPASSRLS' : 'possiede le tabelle';
  throw new Error(`Il ruolo «${role?.name}» ${why}: vedrebbe i dati di tutte le aziende. Correggere ${setting}.`);
}
