import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '#domain/passwords.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { startScript } from '#tests/support/script.ts';

const { ownerUrl, appUrl, jobsUrl, db } = await testDatabase();
const folder = await mkdtemp(join(tmpdir(), 'backend-'));
afterAll(() => rm(folder, { recursive: true }));

const settings = {
  DATABASE_URL: ownerUrl,
  // The role of requests belongs to the whole cluster of the tests, and its password follows from this key.
  SESSION_SECRET: inject('cluster').sessionSecret,
  PUBLIC_ORIGIN: 'https://prova.example.it',
  DATA_DIR: folder,
  DEMO: 'off',
};

test('a gateway in another process logs in through it and lists quotes; both end on SIGTERM', async () => {
  const backend = startScript('scripts/backend.ts', settings);
  const upstream = await backend.address();
  const gateway = startScript('scripts/gateway.ts', {
    UPSTREAM_URL: upstream,
    DATA_DIR: folder,
    PUBLIC_ORIGIN: settings.PUBLIC_ORIGIN,
    SESSION_SECRET: settings.SESSION_SECRET,
  });
  const api = await gateway.address();
  for (const address of [upstream, api])
    for (const probe of ['/healthz', '/readyz']) expect((await fetch(new URL(probe, address))).status).toBe(200);

  const login = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-session': 'bearer' },
    body: JSON.stringify({ email: 'giulia.ferrari@brera.example.it', password: DEMO_PASSWORD }),
  });
  expect(login.status).toBe(200);
  const { token } = (await login.json()) as { token: string };
  const list = async (address: string) => {
    const answer = await fetch(`${address}/quotes`, { headers: { authorization: `Bearer ${token}` } });
    return [answer.status, ((await answer.json()) as { rows?: unknown[] }).rows?.length];
  };
  expect(await list(api)).toEqual([200, 50]);
  // It trusts no gateway: whoever reaches it needs a session, too.
  expect(await list(upstream)).toEqual([200, 50]);
  expect((await fetch(`${upstream}/quotes`)).status).toBe(401);

  for (const { child, exit } of [gateway, backend]) {
    child.kill('SIGTERM');
    expect(await exit).toBe(0);
  }
});

test('without the owner it answers, runs jobs, and no connection of it is the owner’s', async () => {
  const { DATABASE_URL: _owner, ...rest } = settings;
  const backend = startScript('scripts/backend.ts', { ...rest, DATABASE_APP_URL: appUrl, DATABASE_JOBS_URL: jobsUrl });
  const address = await backend.address();
  const post = (path: string, body: object) =>
    fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const email = 'giulia.ferrari@brera.example.it';
  expect((await post('/auth/login', { email, password: DEMO_PASSWORD })).status).toBe(200);
  expect((await post('/auth/reset', { email })).status).toBe(204);
  const sent = async () => (await readdir(join(folder, 'outbox')).catch(() => [])).length;
  await expect.poll(sent, { timeout: 20_000 }).toBe(1);
  // The one of the question itself, and those of this test's own pool, are not the process's.
  const { rows } = await sql<{ name: string }>`select distinct usename as name from pg_stat_activity
    where datname = current_database() and usename is not null and pid <> pg_backend_pid() order by name`.execute(db);
  expect(rows.map(({ name }) => name)).toEqual(['volante_app', 'volante_jobs']);
  backend.child.kill('SIGTERM');
  expect(await backend.exit).toBe(0);
});

test('without the owner it starts on no schema but the newest, and with no unsafe role', async () => {
  const { DATABASE_URL: _owner, ...rest } = settings;
  const refused = async (given: Record<string, string>) => {
    const backend = startScript('scripts/backend.ts', { ...rest, ...given });
    expect(await backend.exit).toBe(1);
    return backend.said.text;
  };
  const both = { DATABASE_APP_URL: appUrl, DATABASE_JOBS_URL: jobsUrl };
  expect(await refused({ ...both, DATABASE_JOBS_URL: ownerUrl })).toContain('Correggere DATABASE_JOBS_URL');
  expect(await refused({ DATABASE_JOBS_URL: jobsUrl })).toContain('servono DATABASE_APP_URL e DATABASE_JOBS_URL');
  const rename = (from: string, to: string) =>
    asOwner(ownerUrl, 'update migrations set name = $2 where name = $1', [from, to]);
  await rename('0001_tenancy.sql', 'another');
  expect(await refused(both)).toContain('eseguire npm run db:migrate.\n  0001_tenancy.sql');
  await rename('another', '0001_tenancy.sql');
});

test('it refuses a role that sees past row level security, and names the address that it misses', async () => {
  const unsafe = startScript('scripts/backend.ts', { ...settings, DATABASE_APP_URL: ownerUrl });
  expect(await unsafe.exit).toBe(1);
  expect(unsafe.said.text).toContain('vedrebbe i dati di tutte le aziende');
  const lost = startScript('scripts/backend.ts', { ...settings, PUBLIC_ORIGIN: '' });
  expect(await lost.exit).toBe(1);
  expect(lost.said.text).toBe("Manca PUBLIC_ORIGIN: l'indirizzo del sito, a cui portano i messaggi inviati\n");
});
