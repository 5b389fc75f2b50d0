import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Config } from '#config';
import { effects, jobs } from './areas.ts';
import { openDatabase } from './db/open.ts';
import type { Job, PublicCtx } from './lib/work/context.ts';
import { openFiles } from './lib/files/files.ts';
import { SIGN_OF_LIFE } from './lib/work/enqueue.ts';
import { connectionsOf, createLanes, JOBS } from './lib/work/lanes.ts';
import { createLog } from './lib/work/log.ts';
import { Refused } from './lib/work/refused.ts';
import { openCall, type Ground } from './lib/work/run.ts';

interface Where {
  appUrl: string;
  config: Config;
  now?: () => Date;
  log?: Logger;
}

/** What jobs run on: connections with the role of requests, which enter one company at a time. */
function openGround({ appUrl, config, now = () => new Date(), log = createLog(config) }: Where): Ground {
  return {
    db: openDatabase(appUrl, { max: connectionsOf(JOBS) }),
    config,
    now,
    log,
    files: openFiles(config),
    effects,
    lanes: createLanes(JOBS),
    // Jobs cache no sessions; other processes notice changes within some seconds.
    forget: () => {},
  };
}

const nobody = { ip: '', userAgent: '' };

/** Milliseconds between two looks for due jobs. */
const LOOK_MS = 500;

/** Seconds after which the queue library looks for jobs of a name by itself, should the looks of this file fail. */
const FALLBACK_SECONDS = 30;

/** The names, among `$1`, of which a job is due: an index answers for each. */
const DUE = `select name from unnest($1::text[]) as kind (name) where exists (
  select from pgboss.job where job.name = kind.name and state < 'active' and not blocked and start_after <= now())`;

/** Runs the work of a job once, now, for a command line; returns its result. */
export async function runOnce<T>(where: Where, work: (call: PublicCtx) => Promise<T>): Promise<T> {
  const ground = openGround(where);
  try {
    const { call, finish } = openCall(ground, { requestId: randomUUID(), ...nobody });
    const done = await work(call);
    await finish();
    return done;
  } finally {
    await ground.db.destroy();
  }
}

/** Makes the queues of all jobs, for a process that adds jobs where no worker has run yet. */
export async function makeQueues(jobsUrl: string): Promise<void> {
  const boss = new PgBoss({ connectionString: jobsUrl, supervise: false, schedule: false, max: 1, migrate: false });
  await boss.start();
  for (const { name } of jobs) await boss.createQueue(name);
  await boss.stop({ graceful: false });
}

/**
 * Starts the worker of this process: jobs run within a second, those with a `cron` at their time. `stop` lets running
 * jobs finish. Jobs run with the role of requests; the queue itself is read by a role that may read nothing else.
 */
export async function startJobs({
  jobsUrl,
  ...where
}: Where & { jobsUrl: string }): Promise<{ stop(): Promise<void> }> {
  const ground = openGround(where);
  const { db, log } = ground;
  const boss = new PgBoss({ connectionString: jobsUrl, max: 3, migrate: false });
  boss.on('error', (error) => log.error({ err: error }, 'jobs'));
  await boss.start();
  // What comes no more at a time of its own, as of an earlier version.
  for (const { name } of await boss.getSchedules())
    if (!jobs.some((job) => job.name === name && job.cron)) await boss.unschedule(name);
  for (const job of jobs) {
    await boss.createQueue(job.name);
    if (job.cron) await boss.schedule(job.name, job.cron, {}, { tz: 'Europe/Rome', heartbeatSeconds: SIGN_OF_LIFE });
  }
  // A failing job must not keep people from their work: it is logged and runs again at its next time. A successful run
  // is not logged.
  for (const job of jobs.filter(({ atStart }) => atStart))
    await perform(job, randomUUID(), {}, 'debug').catch(() => {});
  const workers = new Map<string, string[]>();
  for (const job of jobs)
    workers.set(job.name, await Promise.all(Array.from({ length: job.atOnce ?? 1 }, () => work(job))));
  const stopping = new AbortController();
  void look();

  async function perform(
    { name, run }: Job<never>,
    id: string,
    data: { requestId?: string },
    level: 'info' | 'debug' = 'info',
  ) {
    // The payload contains only what was put in the queue: verbs spread it into rows.
    const { requestId = id, ...payload } = data;
    log[level]({ job: id, name, requestId }, 'job');
    const { call, finish } = openCall(ground, { requestId, ...nobody });
    try {
      // The queue holds what `enqueue` was given for this very job.
      await run(call, payload as never);
    } catch (error) {
      if (error instanceof Refused) return log.warn({ err: error, job: id, name, requestId }, 'refused');
      // The queue tries again later without logging.
      log.error({ err: error, job: id, name, requestId }, 'job failed');
      throw error;
    }
    await finish();
  }

  function work(job: Job<never>): Promise<string> {
    return boss.work<{ requestId?: string }>(
      job.name,
      { pollingIntervalSeconds: FALLBACK_SECONDS },
      async ([taken]) => {
        if (taken) await perform(job, taken.id, taken.data ?? {});
      },
    );
  }

  /** Wakes the workers for which jobs are due. One query serves all of them, so that not each has to poll by itself. */
  async function look() {
    while (!stopping.signal.aborted) {
      try {
        const { rows } = await boss.getDb().executeSql(DUE, [[...workers.keys()]]);
        for (const { name } of rows as { name: string }[])
          for (const worker of workers.get(name)!) boss.notifyWorker(worker);
      } catch (error) {
        if (!stopping.signal.aborted) log.error({ err: error }, 'jobs');
      }
      await setTimeout(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  return {
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: 10_000 });
      await db.destroy();
    },
  };
}
