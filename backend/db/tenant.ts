import {
  OperationNodeTransformer,
  sql,
  type Kysely,
  type KyselyPlugin,
  type Transaction,
  type ValueNode,
} from 'kysely';
import { Failure } from '#domain/errors.ts';
import { SILENT, STALE } from './prepared.ts';
import type { DB } from './types.gen.ts';

export interface Tenant {
  companyId: number;
  /** null: a job, without a user. */
  userId: number | null;
  /**
   * `fms`: the manufacturer reads across companies, only where a policy allows it. `door`: it has entered this company for
   * one call. To both the database shuts whatever holds persons, prices or ways in. It comes from the verified session and
   * the table of calls, never from input.
   */
  scope?: 'fms' | 'door' | undefined;
  /** Whom the manufacturer's rows may be for; without it, only those for everybody and for the company are read. */
  reader?: { roleName: string; brands: readonly number[] | null } | undefined;
  /** One of the manufacturer's writers: reads drafts and writes rows for an audience. */
  isWriter?: boolean | undefined;
  /** false: people of another company wait for the database, too, and each query takes one core. */
  isAlone?: boolean | undefined;
}

/**
 * The company of the transaction, as a value of a statement that is written before it is known whose it is: a cluster
 * finds a company's rows by a value, not by a column of another table.
 */
export const OWN = Symbol('the company of the transaction');

/**
 * The only access to a company's rows: one transaction that reads and writes only rows of `tenant.companyId`, by row
 * level security. Commits when `work` resolves, rolls back when it throws. Throws `unavailable` when the database does
 * not answer.
 */
export function withTenant<T>(db: Kysely<DB>, tenant: Tenant, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await set(trx, settingsOf(tenant), tenant.isAlone);
    return work(trx.withPlugin(naming(tenant.companyId)));
  });
}

/**
 * Runs a part of a transaction in another company (`there`) and comes back: for what two companies must both keep or
 * neither. The part names its company itself: `OWN` stays the first one's.
 */
export async function beside(
  trx: Transaction<DB>,
  { there, back }: { there: Tenant; back: Tenant },
  work: () => Promise<void>,
): Promise<void> {
  await set(trx, settingsOf(there));
  await work();
  await set(trx, settingsOf(back));
}

const settingsOf = ({ companyId, userId, scope, reader, isWriter }: Tenant) => ({
  company_id: String(companyId),
  user_id: String(userId ?? ''),
  scope: scope ?? '',
  role: reader?.roleName ?? '',
  brands: reader ? (reader.brands?.join(',') ?? '*') : '',
  writes: isWriter ? 'national' : '',
});

/** Puts the company where a statement says `OWN`. */
function naming(companyId: number): KyselyPlugin {
  const named = new (class extends OperationNodeTransformer {
    protected override transformValue(node: ValueNode): ValueNode {
      return node.value === OWN ? { ...node, value: companyId } : node;
    }
  })();
  return {
    transformQuery: ({ node, queryId }) => named.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  };
}

/**
 * A transaction before login, when only the typed e-mail address is known: it sees the row of `loginEmails` with this
 * address and no other row of any company.
 */
export function withEmail<T>(db: Kysely<DB>, email: string, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await set(trx, { login_email: email });
    return work(trx);
  });
}

/**
 * Sets the variables that policies read, until the transaction ends: the next user of the pooled connection starts
 * without them. On a Citus cluster the workers receive only values set by `set local`, and only when configured to.
 */
async function set(trx: Transaction<DB>, settings: Record<string, string>, isAlone = true) {
  const entries = Object.entries(settings).map(([name, value]) => [`app.${name}`, value] as const);
  const local = entries.map(([name, value]) => sql`set_config(${name}, ${value}, true)`);
  // PostgreSQL looks at it when a query begins, not when it is planned: a kept plan obeys, too.
  if (!isAlone) local.push(sql`set_config('max_parallel_workers', '0', true)`);
  const { rows } = await sql<{
    citus: string | null;
  }>`select ${sql.join(local)}, current_setting('citus.propagate_set_commands', true) as citus`.execute(trx);
  if (!rows[0]?.citus) return;
  // A plan for any values names no company, and changes would go to every shard; only what follows is sent to workers.
  const propagated = [
    ['plan_cache_mode', 'force_custom_plan'] as const,
    ['citus.propagate_set_commands', 'local'] as const,
    ...entries,
  ];
  await sql
    .join(
      propagated.map(([name, value]) => sql`set local ${sql.raw(name)} = ${sql.lit(value)}`),
      sql`; `,
    )
    .execute(trx);
}

async function inTransaction<T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  let isRolledBack = true;
  const whole = db.transaction().execute(async (trx) => {
    const value = await work(trx);
    // What happens from here on, while it commits, says nothing of whether it did.
    isRolledBack = false;
    return value;
  });
  return reached(
    () => whole,
    () => isRolledBack,
  );
}

/**
 * For the few statements outside of transactions. Throws `unavailable` when the database does not answer, with the
 * seconds to wait when nothing was changed.
 */
export async function reached<T>(work: () => Promise<T>, isUnchanged = () => true): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { code = '', message } = error as { code?: string; message: string };
    const retryAfter = CONTENDED.has(code) || message === STALE ? 1 : 5;
    throw new Failure('unavailable', undefined, { cause: error, ...(isUnchanged() && { retryAfter }) });
  }
}

/** Somebody else held what was needed, such as the rows of a company that moves to another node of a cluster. */
const CONTENDED = new Set(['55P03', '40P01']);

const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'],
  ...['57P01', '57P02', '57P03', '25P03'],
  // Connections, memory or disk exhausted.
  ...['53100', '53200', '53300'],
  // Timeouts: statement, lock, deadlock.
  ...['57014', '55P03', '40P01'],
]);

const NOT_CONNECTED =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/;

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const { code } = error as { code?: string };
  if (code) return UNAVAILABLE.has(code) || code.startsWith('08');
  // Errors of the pool, of a broken or silent connection, and of a statement that a migration has changed have no code.
  return error.message === SILENT || error.message === STALE || NOT_CONNECTED.test(error.message);
}
