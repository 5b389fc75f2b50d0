/** One of the servers that `npm run bench` compares: `node scripts/bench-server.ts bare|backend|gateway|whole`; prints its port. */
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createBackend } from '../backend/app.ts';
import { openDatabase } from '../backend/db/open.ts';
import { readConfig } from '#config';
import { startJobs } from '../backend/jobs.ts';
import { createGateway } from '../gateway/app.ts';

const [role, page] = process.argv.slice(2);

function handler(): (request: Request) => Response | Promise<Response> {
  if (role === 'bare') {
    const html = readFileSync(page!, 'utf8');
    return new Hono().get('*', (c) => c.html(html)).fetch;
  }
  const config = readConfig(process.env);
  if (role === 'gateway' && config.UPSTREAM_URL) return new Hono().route('/api', createGateway({ config }).app).fetch;
  const backend = createBackend({ db: openDatabase(config.DATABASE_APP_URL!), config });
  if (role === 'backend') return backend.fetch;
  // The process of a dealer also runs the jobs.
  if (role === 'whole')
    void startJobs({ jobsUrl: config.DATABASE_JOBS_URL!, appUrl: config.DATABASE_APP_URL!, config });
  return new Hono().route('/api', createGateway({ upstream: backend.fetch, config }).app).fetch;
}

const server = serve({ fetch: handler(), port: 0, hostname: '127.0.0.1' }, () =>
  console.log((server.address() as AddressInfo).port),
);
