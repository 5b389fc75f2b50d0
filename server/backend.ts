import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../backend/db/open.ts';
import { startJobs } from '../backend/jobs.ts';
import type { Config } from '#config';
import { prepareDatabase } from './database.ts';

export interface RunningBackend {
  /** None where the process was given the roles of requests and jobs alone. */
  ownerUrl: string | undefined;
  appUrl: string;
  /** Does the database answer within half a second? */
  answers: () => Promise<boolean>;
  /** Lets running jobs end. */
  stopJobs: () => Promise<void>;
  /** Last of all: the included PostgreSQL. */
  stop: () => Promise<void>;
}

/** What the dealer API stands on: the database, brought up to date, and the jobs. Every replica may do it at once. */
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
