import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { buildIfNeeded } from '#server/build.ts';
import { startApplication } from './application.ts';
import { joinCluster } from './cluster.ts';

/** Starts once per run one application for each worker with a browser, on a copy of the seeded database; the files of a worker share it in turn. */
export default async function setup(project: TestProject) {
  // Once for all: applications that start together would build into one folder.
  await buildIfNeeded();
  const { leave, ...cluster } = await joinCluster();
  const { ownerUrl, sessionSecret } = cluster;
  project.provide('cluster', cluster);
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const databases = Array.from({ length: project.config.maxWorkers }, (_, worker) => `volante_browser_${worker}`);
  for (const name of databases) await owner.query(`create database ${name} template volante_template`);
  await owner.end();
  const applications = await Promise.all(
    databases.map(async (name) => {
      const url = new URL(ownerUrl);
      url.pathname = `/${name}`;
      // What a page is made of is garbage once it is sent: with more room for the young less of it is moved about before.
      const flags = ['--max-semi-space-size=64'];
      const started = await startApplication({ DATABASE_URL: url.href, SESSION_SECRET: sessionSecret }, flags);
      return { ...started, ownerUrl: url.href };
    }),
  );
  project.provide(
    'applications',
    applications.map(({ url, dataDir, ownerUrl: database }) => ({ url, dataDir, ownerUrl: database })),
  );
  return async () => {
    await Promise.all(applications.map(({ stop }) => stop()));
    await leave();
  };
}
