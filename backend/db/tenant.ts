import { sql, type Kysely, type Transaction } from 'kysely';
import { Failure } from '#domain/errors.ts';
import type { DB } from './types.gen.ts';

export interface Tenant {
  companyId: number;
  /** null: a job, nobody's request. */
  userId: number | null;
  /** `fms`: the manufacturer's reading across companies, only where a policy allows it. From the verified session, never from input. */
  scope?: 'fms' | undefined;
}

/** What somebody can show before the company is known: hashes in hexadecimal, the e-mail as typed. */
export interface Possession {
  tokenHash?: string;
  loginEmail?: string;
  resetHash?: string;
}

/**
 * The one door to a company's rows: one transaction that sees and writes the rows of `tenant.companyId` only, by row level
 * security. Commits when `work` resolves, rolls back when it throws. Throws `unavailable` when the database does not answer.
 */
export function withTenant<T>(db: Kysely<DB>, tenant: Tenant, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> {
  return inTransaction(db, async (trx) => {
    await enter(trx, tenant);
    return work(trx);
  });
}

/**
 * A transaction that sees the login, session or reset row that the caller can name, and no other row of any company. Once it is
 * found, `enter(tenant)` opens that company inside the same transaction.
 */
export function withPossession<T>(
  db: Kysely<DB>,
  { tokenHash = '', loginEmail = '', resetHash = '' }: Possession,
  work: (trx: Transaction<DB>, enter: (tenant: Tenant) => Promise<void>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (trx) => {
    await sql`select set_config('app.token_hash', ${tokenHash}, true), set_config('app.login_email', ${loginEmail}, true),
      set_config('app.reset_hash', ${resetHash}, true)`.execute(trx);
    return work(trx, (tenant) => enter(trx, tenant));
  });
}

async function enter(trx: Transaction<DB>, { companyId, userId, scope }: Tenant) {
  // Local to the transaction (third argument): the next user of the pooled connection starts with none.
  await sql`select set_config('app.company_id', ${String(companyId)}, true), set_config('app.user_id', ${String(userId ?? '')}, true),
    set_config('app.scope', ${scope ?? ''}, true)`.execute(trx);
}

const inTransaction = <T>(db: Kysely<DB>, work: (trx: Transaction<DB>) => Promise<T>): Promise<T> =>
  reached(() => db.transaction().execute(work));

/** For the few statements outside a transaction. Throws `unavailable` when the database does not answer. */
export async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw isUnavailable(error) ? new Failure('unavailable', undefined, { cause: error, retryAfter: 5 }) : error;
  }
}

const UNAVAILABLE = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH'],
  ...['57P01', '57P02', '57P03', '53300', '25P03'],
  // Out of time: statement, lock, deadlock.
  ...['57014', '55P03', '40P01'],
]);

function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const { code } = error as { code?: string };
  if (code) return UNAVAILABLE.has(code) || code.startsWith('08');
  // Errors of the pool and of a broken connection carry no code.
  return /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error)/.test(
    error.message,
  );
}
