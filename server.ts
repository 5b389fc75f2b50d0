/** `npm start`: one process with site, gateway and backend, and the included PostgreSQL as its child. */
import type { RequestListener } from 'node:http';
import { flushCompileCache } from 'node:module';
import { join } from 'node:path';
import { readConfig } from './config.ts';
import { announce } from './server/announce.ts';
import { loadAssets } from './server/assets.ts';
import { startBackend, type RunningBackend } from './server/backend.ts';
import { buildIfNeeded } from './server/build.ts';
import { prepareConfig } from './server/database.ts';
import { openFront, type Front } from './server/http.ts';

const DRAIN_MS = 10_000;
const dist = join(import.meta.dirname, 'dist');
const stopping = new AbortController();
let front: Front | undefined;
let backend: Promise<RunningBackend> | undefined;

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void stop(0));
start().catch((error: Error) => {
  if (stopping.signal.aborted) return;
  console.error(process.env.LOG_LEVEL === 'debug' ? error : error.message);
  void stop(1);
});

async function start(): Promise<void> {
  process.env.NODE_ENV ??= 'production';
  const { PORT, HOST, TRUSTED_PROXIES } = await prepareConfig();
  front = await openFront(PORT, HOST, { strangers: { proxies: TRUSTED_PROXIES } });
  // With PORT=0 the system chooses the port, and site and mails need its number.
  process.env.PUBLIC_ORIGIN ||= `http://localhost:${front.port}`;
  const config = readConfig(process.env);
  backend = config.UPSTREAM_URL ? undefined : startBackend(config);
  const [ready] = await Promise.all([backend, buildIfNeeded(stopping.signal)]);
  // Files written from now on (uploads, outgoing mail) are readable by this user only.
  process.umask(0o077);
  const { handler } = (await import(join(dist, 'server/entry.mjs'))) as { handler: RequestListener };
  const serveAsset = await loadAssets(join(dist, 'client'));
  const serve: RequestListener = (request, response) => {
    if (!isDecodable(request.url)) request.url = request.url?.startsWith('/api/') ? '/api/404' : '/404';
    if (!serveAsset(request, response)) void handler(request, response);
  };
  front.serve(serve, ready?.answers ?? (async () => true));
  // The first page loads the renderer, so the server requests it before any visitor waits.
  const host = ['0.0.0.0', '::'].includes(config.HOST)
    ? 'localhost'
    : config.HOST.includes(':')
      ? `[${config.HOST}]`
      : config.HOST;
  await fetch(`http://${host}:${front.port}/`).then((page) => page.text());
  // Node keeps what it has compiled when it ends well: after a kill the next start would compile all of it again.
  flushCompileCache();
  await announce(process.env.PUBLIC_ORIGIN, config, ready?.ownerUrl);
}

/**
 * Can the path be decoded? A path such as `/%E0%A4` cannot, and gets the 404 of pages or calls. The query is not
 * checked: every query can be read.
 */
function isDecodable(url = '/'): boolean {
  try {
    decodeURI(url.split('?')[0]!);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stops the process: it reports not ready, lets running requests and jobs end (10 s), stops PostgreSQL, exits. A
 * second signal changes nothing.
 */
async function stop(code: number) {
  if (stopping.signal.aborted) return;
  stopping.abort();
  const say = (error: Error) => console.error(error.message);
  // The backend may still be starting: then it stops after its start.
  const running = backend?.catch(() => undefined);
  await Promise.all([front?.close(DRAIN_MS), running?.then((started) => started?.stopJobs()).catch(say)]);
  await running?.then((started) => started?.stop()).catch(say);
  process.exit(code);
}
