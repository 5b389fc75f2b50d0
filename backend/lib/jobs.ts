import { sql, type Kysely } from 'kysely';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Config } from '../../config.ts';
import { openDatabase } from '../db/open.ts';
import type { DB } from '../db/types.gen.ts';
import { jobHandlers } from '../job-handlers.ts';
import { createLog } from './log.ts';

/** What jobs carry. The company stands in every payload but the reset's: its address may belong to nobody. */
export interface Payloads {
  'reset-mail': { email: string; requestId: string };
  'password-notice': { companyId: number; userId: number };
  housekeeping: Record<string, never>;
}
export type JobName = keyof Payloads;
export type JobPayload<N extends JobName> = Payloads[N];

/** What a running job may use. */
export interface JobTools {
  db: Kysely<DB>;
  config: Config;
  now: Date;
}

/**
 * Adds a job in the caller's transaction: the job table is the outbox, so the job runs if and only if the transaction commits.
 * Written as SQL, which pg-boss documents: the role of requests may add jobs and read none.
 */
export async function enqueue<N extends JobName>(trx: Kysely<DB>, name: N, payload: Payloads[N]): Promise<void> {
  await sql`insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff)
    values (${name}, ${JSON.stringify(payload)}::jsonb, 8, 10, true)`.execute(trx);
}

/**
 * Starts the worker of this process: e-mails within a second, housekeeping every hour. `stop` lets running jobs end.
 * Jobs run as the role of requests and enter one company at a time; only the queue itself is read as owner.
 */
export async function startJobs(options: {
  ownerUrl: string;
  appUrl: string;
  config: Config;
  now?: () => Date;
  log?: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { ownerUrl, appUrl, config, now = () => new Date(), log = createLog(config) } = options;
  const db = openDatabase(appUrl, { max: 4 });
  const boss = new PgBoss({ connectionString: ownerUrl, max: 3 });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  for (const name of Object.keys(jobHandlers) as JobName[]) {
    await boss.createQueue(name);
    await work(name);
  }
  await boss.schedule('housekeeping', '17 * * * *', {}, { tz: 'Europe/Rome' });

  async function work<N extends JobName>(name: N) {
    await boss.work<Payloads[N]>(name, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
      if (!job) return;
      log.info({ job: job.id, name }, 'job');
      await jobHandlers[name]({ db, config, now: now() }, job.data).catch((error: unknown) => {
        // The queue tries again later and tells nobody.
        log.error({ err: error, job: job.id, name }, 'job failed');
        throw error;
      });
    });
  }

  return {
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
      await db.destroy();
    },
  };
}
