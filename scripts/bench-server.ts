/** One of the servers that `npm run bench` compares: `node scripts/bench-server.ts astro|backend|gateway|whole`; prints its port. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serve, type ServerType } from '@hono/node-server';
import { Hono } from 'hono';
import { createBackend } from '../backend/app.ts';
import { openDatabase } from '../backend/db/open.ts';
import { readConfig } from '#config';
import { makeQueues, startJobs } from '../backend/jobs.ts';
import { createGateway } from '../gateway/app.ts';

const [role, entry] = process.argv.slice(2);

function handler(): (request: Request) => Response | Promise<Response> {
  const config = readConfig(process.env);
  if (role === 'gateway' && config.UPSTREAM_URL) return new Hono().route('/api', createGateway({ config }).app).fetch;
  const backend = createBackend({ db: openDatabase(config.DATABASE_APP_URL!), config });
  if (role === 'backend') return backend.fetch;
  // The process of a dealer also runs the jobs.
  if (role === 'whole')
    void startJobs({ jobsUrl: config.DATABASE_JOBS_URL!, appUrl: config.DATABASE_APP_URL!, config });
  return new Hono().route('/api', createGateway({ upstream: backend.fetch, config }).app).fetch;
}

const say = (server: Server | ServerType) => console.log((server.address() as AddressInfo).port);
if (role === 'astro') {
  const built = (await import(entry!)) as { handler: RequestListener };
  const server = createServer(built.handler).listen(0, '127.0.0.1', () => say(server));
} else {
  // Its calls add jobs that nobody runs.
  if (role === 'backend') await makeQueues(process.env.DATABASE_JOBS_URL!);
  const server = serve({ fetch: handler(), port: 0, hostname: '127.0.0.1' }, () => say(server));
}
