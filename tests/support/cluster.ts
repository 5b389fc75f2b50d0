import { rm } from 'node:fs/promises';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '#backend/db/migrate.ts';
import { startPostgres } from '#backend/db/postgres.ts';
import { seedDemo } from '#backend/db/seed/demo.ts';
import { temporaryFolder } from './folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: { ownerUrl: string; sessionSecret: string };
  }
}

/** Starts a temporary server once per run, with one migrated and seeded database, which `testDatabase` copies. */
export default async function setup(project: TestProject) {
  const dataDir = await temporaryFolder();
  const postgres = await startPostgres({ dataDir, fsync: false });
  const sessionSecret = 'soltanto-per-le-prove-automatiche';
  const owner = new pg.Client({ connectionString: postgres.ownerUrl });
  await owner.connect();
  await owner.query('create database volante_template');
  await owner.end();
  const template = new URL(postgres.ownerUrl);
  template.pathname = '/volante_template';
  await migrate(template.href, { sessionSecret });
  await seedDemo(template.href);
  project.provide('cluster', { ownerUrl: postgres.ownerUrl, sessionSecret });
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
}
