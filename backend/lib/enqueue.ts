import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/types.gen.ts';
import type { Job } from './context.ts';

/** What the queue gives a job that says nothing of its time. */
const SECONDS = 900;

/**
 * Adds a job in the caller's transaction: the job table is the outbox, so the job runs if and only if the transaction commits.
 * Written as SQL, which pg-boss documents: the role of requests may add jobs and read none. `requestId` follows into the logs.
 */
export async function enqueue<P extends object>(
  trx: Kysely<DB>,
  { name, seconds = SECONDS }: Job<P>,
  payload: P,
  requestId: string,
): Promise<void> {
  await sql`insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds)
    values (${name}, ${JSON.stringify({ ...payload, requestId })}::jsonb, 8, 10, true, ${seconds})`.execute(trx);
}
