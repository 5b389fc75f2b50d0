import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../backend/db/open.ts';
import { startJobs } from '../backend/jobs.ts';
import type { Config } from '#config';
import { prepareDatabase } from './database.ts';

export interface RunningBackend {
  /** Absent when the process has only the roles of requests and jobs. */
  ownerUrl: string | undefined;
  appUrl: string;
  /** True when the database answers within half a second. */
  answers: () => Promise<boolean>;
  /** Stops the jobs after the running ones end. */
  stopJobs: () => Promise<void>;
  /** Stops the included PostgreSQL, after everything else. */
  stop: () => Promise<void>;
}

/** Starts what the dealer API needs: the database, migrated, and the jobs. Several replicas may do it at the same time. */
export async function startBackend(config: Config): Promise<RunningBackend> {
  const database = await prepareDatabase(config);
  const { ownerUrl, appUrl, jobsUrl } = database;
  const jobs = await startJobs({ jobsUrl, appUrl, config }).catch(async (error: Error) => {
    await database.stop();
    throw error;
  });
  const probe = openDatabase(appUrl, { max: 1 });
  return {
    ownerUrl,
    appUrl,
    answers: () =>
      Promise.race([
        sql`select`.execute(probe).then(
          () => true,
          () => false,
        ),
        sleep(500, false),
      ]),
    stopJobs: jobs.stop,
    async stop() {
      await probe.destroy();
      await database.stop();
    },
  };
}
