import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { effects, jobs } from './areas.ts';
import { openDatabase } from './db/open.ts';
import type { Job } from './lib/context.ts';
import { openFiles } from './lib/files.ts';
import { createLanes } from './lib/lanes.ts';
import { createLog } from './lib/log.ts';
import { openCall, type Ground } from './lib/run.ts';

/**
 * Starts the worker of this process: jobs within a second, those with a `cron` at their time. `stop` lets running jobs end.
 * Jobs run as the role of requests and enter one company at a time; the queue itself is read by a role that sees nothing else.
 */
export async function startJobs(options: {
  jobsUrl: string;
  appUrl: string;
  config: Config;
  now?: () => Date;
  log?: Logger;
}): Promise<{ stop(): Promise<void> }> {
  const { jobsUrl, appUrl, config, now = () => new Date(), log = createLog(config) } = options;
  const db = openDatabase(appUrl, { max: 4 });
  // The sessions that this process believes are the business of its calls; others believe them for some seconds anyway.
  const ground: Ground = {
    db,
    config,
    now,
    log,
    files: openFiles(config),
    effects,
    lanes: createLanes(),
    forget: () => {},
  };
  const boss = new PgBoss({ connectionString: jobsUrl, max: 3, migrate: false });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name);
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'Europe/Rome' });
    await work(job);
  }

  async function work({ name, run }: Job<never>) {
    await boss.work<{ requestId?: string }>(name, { pollingIntervalSeconds: 0.5 }, async ([job]) => {
      if (!job) return;
      // The payload is what was put in the queue, and no key more: verbs spread it into rows.
      const { requestId = job.id, ...payload } = job.data ?? {};
      log.info({ job: job.id, name, requestId }, 'job');
      const { call, finish } = openCall(ground, { requestId, ip: '', userAgent: '' });
      try {
        await run(call, payload as never);
      } catch (error) {
        // The queue tries again later and tells nobody.
        log.error({ err: error, job: job.id, name, requestId }, 'job failed');
        throw error;
      }
      await finish();
    });
  }

  return {
    async stop() {
      await boss.stop({ graceful: true, timeout: 10_000 });
      await db.destroy();
    },
  };
}
