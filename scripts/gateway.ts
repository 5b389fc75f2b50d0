/** `npm run gateway`: the gateway alone, for other systems, in front of the dealer API at UPSTREAM_URL. */
import { resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { keptSecret } from '../backend/lib/work/data-folder.ts';
import { readConfig } from '#config';
import { createGateway } from '../gateway/app.ts';
import { openFront } from '../server/http.ts';

const DRAIN_MS = 10_000;

async function start(): Promise<void> {
  const upstream = process.env.UPSTREAM_URL;
  if (!upstream)
    throw new Error(
      "Manca UPSTREAM_URL: l'indirizzo dell'API della concessionaria, per esempio https://api.example.it",
    );
  const dataDir = resolve(import.meta.dirname, '..', process.env.DATA_DIR || '.data');
  process.env.SESSION_SECRET ||= await keptSecret(resolve(dataDir, 'session.key'));
  const { PORT, HOST, TRUSTED_PROXIES } = readConfig(process.env);
  const front = await openFront(PORT, HOST, { strangers: { proxies: TRUSTED_PROXIES } });
  process.env.PUBLIC_ORIGIN ||= `http://localhost:${front.port}`;
  const gateway = createGateway({ config: readConfig(process.env) });
  const app = new Hono().route('/api', gateway.app);
  /** Any answer of the upstream proves that it lives. */
  const isReady = () =>
    fetch(upstream, { method: 'HEAD', signal: AbortSignal.timeout(500) }).then(
      () => true,
      () => false,
    );
  front.serve(getRequestListener(app.fetch, { overrideGlobalObjects: false }), isReady);
  console.log(`Gateway pronto: http://${HOST}:${front.port}/api → ${upstream}`);
  const stop = () => void front.close(DRAIN_MS).then(() => process.exit(0));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, stop);
}

start().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
