import { sql, type Kysely } from 'kysely';
import type { DB } from '#backend/db/types.gen.ts';
import type { Due, Job, Pace } from './context.ts';

/** Default time limit of a job in the queue, in seconds. */
const SECONDS = 900;

/**
 * Seconds without a sign of life after which the process that runs a job counts as dead, and the job is tried again.
 * The queue's worker gives two signs in that time. Without them, what a killed process had begun would wait until its
 * time limit.
 */
export const SIGN_OF_LIFE = 60;

/** Days for which the queue keeps a job that could not run, counted from when it was due. */
const KEPT_DAYS = 14;

/**
 * How often a failed job is tried again, and after how many seconds: at first, then each time twice as long, up to
 * `most`.
 */
const TRIES = {
  /** For 43 minutes at least. */
  work: { limit: 8, first: 10, most: null },
  /** For half an hour at least: each may be paid for, and what an SMS says is soon old. */
  sms: { limit: 6, first: 30, most: null },
  /** For 72 hours at least (RFC 5321, 4.5.4.1: four to five days), every four hours in the end. */
  mail: { limit: 25, first: 60, most: 14_400 },
} satisfies Record<Pace, object>;

/**
 * Adds a job in the caller's transaction: the job runs if and only if the transaction commits. It is written as SQL, as
 * pg-boss documents, because the database role of requests may add jobs but not read them. `requestId` appears in the
 * logs of the job. `wait`: seconds before it runs.
 */
export async function enqueue<P extends object>(
  trx: Kysely<DB>,
  job: Job<P>,
  payload: P,
  requestId: string,
  { wait = 0, once, before = 0, pace = job.pace ?? 'work' }: Omit<Due, 'at'> & { wait?: number } = {},
): Promise<void> {
  const { name, seconds = SECONDS } = job;
  const start = sql`now() + make_interval(secs => ${wait})`;
  const { limit, first, most } = TRIES[pace];
  // The queue's unique index covers key and instant: with one fixed instant for all rows the key alone is unique.
  const key = once === undefined ? sql`null, null` : sql`${once}, timestamp 'epoch'`;
  await sql`insert into pgboss.job
      (name, data, retry_limit, retry_delay, retry_backoff, retry_delay_max, expire_seconds, heartbeat_seconds, start_after,
      keep_until, singleton_key, singleton_on, priority)
    values (${name}, ${JSON.stringify({ ...payload, requestId })}::jsonb, ${limit}, ${first}, true, ${most}, ${seconds}, ${SIGN_OF_LIFE},
      ${start}, ${start} + make_interval(days => ${KEPT_DAYS}), ${key}, ${-before})
    on conflict do nothing`.execute(trx);
}
