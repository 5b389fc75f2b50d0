import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startScript } from '#tests/support/script.ts';
import { createUpstream, tokenOf } from '#tests/support/upstream.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** `npm run gateway` without npm. */
const start = (env: Record<string, string>) => startScript('scripts/gateway.ts', { DATA_DIR: folder, ...env });

test('the gateway alone says which setting it needs', async () => {
  const { said, exit } = start({});
  expect(await exit).toBe(1);
  expect(said.text).toBe(
    "Manca UPSTREAM_URL: l'indirizzo dell'API della concessionaria, per esempio https://api.example.it\n",
  );
});

test('the gateway alone serves /api in front of another host, and ends on SIGTERM', async () => {
  const upstream = createUpstream();
  const server = createServer(
    getRequestListener((request) => upstream.fetch(request), { overrideGlobalObjects: false }),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  const gateway = start({ UPSTREAM_URL: `http://127.0.0.1:${port}` });
  const { child, exit } = gateway;
  const address = await gateway.address();

  const answer = await fetch(`${address}/releases`, { headers: { authorization: `Bearer ${tokenOf()}` } });
  const ready = await fetch(new URL('/readyz', address));
  expect([answer.status, ready.status]).toEqual([200, 200]);
  expect(upstream.calls()[0]!.name).toBe('GET /releases');

  child.kill('SIGTERM');
  expect(await exit).toBe(0);
  server.closeAllConnections();
  server.close();
});
