/** `npm run backend`: the dealer API alone, for gateways on other machines, whose UPSTREAM_URL is its address. */
import { getRequestListener } from '@hono/node-server';
import { createBackend } from '../backend/app.ts';
import { openDatabase } from '../backend/db/open.ts';
import { readConfig } from '#config';
import { startBackend, type RunningBackend } from '../server/backend.ts';
import { prepareConfig } from '../server/database.ts';
import { openFront, type Front } from '../server/http.ts';

const DRAIN_MS = 10_000;
let front: Front | undefined;
let running: Promise<RunningBackend> | undefined;
let stopping = false;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
start().catch((error: Error) => {
  if (stopping) return;
  console.error(error.message);
  void stop(1);
});

async function start(): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  if (!process.env.PUBLIC_ORIGIN)
    throw new Error("Manca PUBLIC_ORIGIN: l'indirizzo del sito, a cui portano i messaggi inviati");
  const { PORT, HOST } = await prepareConfig();
  front = await openFront(PORT, HOST);
  const config = readConfig(process.env);
  running = startBackend(config);
  const { appUrl, answers } = await running;
  // Files written from now on (uploads, outgoing mail) are private to this user of the system.
  process.umask(0o077);
  const backend = createBackend({ db: openDatabase(appUrl), config });
  front.serve(getRequestListener(backend.fetch, { overrideGlobalObjects: false }), answers);
  console.log(`Backend pronto: http://${HOST}:${front.port}`);
}

/** Stops in order: report not ready, end running requests and jobs (10 s), stop PostgreSQL, exit. */
async function stop(code: number) {
  if (stopping) return;
  stopping = true;
  const say = (error: Error) => console.error(error.message);
  const started = running?.catch(() => undefined);
  await Promise.all([front?.close(DRAIN_MS), started?.then((backend) => backend?.stopJobs()).catch(say)]);
  await started?.then((backend) => backend?.stop()).catch(say);
  process.exit(code);
}
