import { sql, type Kysely } from 'kysely';
import type { DB } from '../db/types.gen.ts';
import type { Job } from './context.ts';

/** Default time limit of a job in the queue, in seconds. */
const SECONDS = 900;

/**
 * Adds a job in the caller's transaction: the job runs if and only if the transaction commits. It is written as SQL, as
 * pg-boss documents, because the database role of requests may add jobs but not read them. `requestId` appears in the
 * logs of the job. `wait`: seconds before it runs.
 */
export async function enqueue<P extends object>(
  trx: Kysely<DB>,
  { name, seconds = SECONDS }: Job<P>,
  payload: P,
  requestId: string,
  wait = 0,
): Promise<void> {
  await sql`insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff, expire_seconds, start_after)
    values (${name}, ${JSON.stringify({ ...payload, requestId })}::jsonb, 8, 10, true, ${seconds},
      now() + make_interval(secs => ${wait}))`.execute(trx);
}
