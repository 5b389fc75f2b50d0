import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { jobs } from '#backend/areas.ts';
import { distributed } from '#backend/db/distribution.ts';
import { verifyAudit } from '#backend/lib/records/audit-chain.ts';
import { withTenant } from '#backend/db/tenant.ts';
import { asOwner } from '#tests/support/database.ts';
import { importFile, workAt } from '#tests/support/imports.ts';
import { spreadDatabase } from '#tests/support/spread.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const database = await spreadDatabase();
const world = await makeWorld(database);
afterAll(() => world.close());
const { call } = world;
const [ada, ugo] = [await world.user(901, EVERY), await world.user(902, EVERY)];
const companies = [
  ['one company', 901, ada],
  ['another', 902, ugo],
] as const;

test.each(companies)('%s imports a thousand customers, who are found', async (_, companyId, as) => {
  const rows = Array.from({ length: 1000 }, (_unused, n) => `Rossi${n};Mario;rossi${n}@posta.it;333${1000000 + n}`);
  const csv = ['Cognome;Nome;E-mail;Cellulare', ...rows].join('\n');
  const work = (id: number) => workAt(() => world.outside(), as, id);
  expect(await importFile(call, as, 'customers', { csv, work })).toMatchObject({
    state: 'done',
    created: 1000,
    refused: 0,
  });
  const found = await call(as, 'GET /customers', { query: { q: 'rossi997', limit: 20 } });
  expect(found.body.rows).toHaveLength(1);
  const anywhere = await call(as, 'GET /search', { query: { q: 'rossi997' } });
  expect(JSON.stringify(anywhere.body)).toContain('Rossi997');
  expect((await call(as, 'GET /customers', { query: { limit: 20 } })).body.total).toBeGreaterThanOrEqual(1000);
  const chain = await withTenant(database.db, { companyId, userId: null }, (trx) => verifyAudit(trx, companyId));
  expect(chain).toMatchObject({ broken: null });
});

test('the jobs of the night run', async () => {
  expect(jobs.some(({ cron }) => cron)).toBe(true);
  for (const { name, cron, run } of jobs)
    if (cron) await expect(run(world.outside(), {} as never), name).resolves.toBeUndefined();
});

describe('rows of another company', () => {
  const nodes = [
    ['the coordinator', database.ownerUrl] as const,
    ...database.workers.map((url, n) => [`worker ${n + 1}`, url] as const),
  ];

  test.each(nodes)('are invisible on %s, in the tables and in their shards', async (_, url) => {
    const shards = await asOwner(
      url,
      `select c.relname as name from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
         and c.relname ~ ('^(' || $1 || ')_[0-9]+$')`,
      [distributed.join('|')],
    );
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('set role volante_app');
    try {
      for (const company of ['', '901']) {
        await client.query("select set_config('app.company_id', $1, false)", [company]);
        let seen = 0;
        for (const { name } of shards) {
          const { rows } = await client.query(`select distinct company_id from "${name as string}"`);
          seen += rows.length;
          expect([name, rows.filter((row) => String(row.company_id) !== company)]).toEqual([name, []]);
        }
        if (company === '') expect(seen).toBe(0);
      }
      await client.query("begin; set local citus.propagate_set_commands = 'local'; set local app.company_id = '901'");
      for (const name of distributed) {
        const { rows } = await client.query(`select distinct company_id from "${name}"`);
        expect([name, rows.filter((row) => row.company_id !== 901)]).toEqual([name, []]);
      }
      await client.query('commit');
    } finally {
      await client.end();
    }
  });
});
