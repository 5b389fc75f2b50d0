/** `npm run dev`: database, jobs, and the site with hot reload of all parts. Jobs apply changes at the next start. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startJobs } from '../backend/jobs.ts';
import { announce } from '../server/announce.ts';
import { prepareConfig, prepareDatabase } from '../server/database.ts';

process.env.NODE_ENV ??= 'development';
const config = await prepareConfig();
const { ownerUrl, appUrl, jobsUrl, stop: stopDatabase } = await prepareDatabase(config);
const jobs = await startJobs({ jobsUrl, appUrl, config });
const astro = join(import.meta.dirname, '../node_modules/astro/bin/astro.mjs');
const site = spawn(process.execPath, [astro, 'dev', '--port', String(config.PORT), '--host', config.HOST], {
  stdio: 'inherit',
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => site.kill('SIGTERM'));
site.once('exit', async (code) => {
  await jobs.stop();
  await stopDatabase();
  process.exit(code ?? 0);
});
await announce(config.PUBLIC_ORIGIN, config, ownerUrl);
