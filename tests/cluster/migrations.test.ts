import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { distributed, distribution, reference } from '#backend/db/distribution.ts';
import { migrate } from '#backend/db/migrate.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { clusterDatabase, spread } from '#tests/support/spread.ts';

const migrations = join(import.meta.dirname, '../../backend/db/migrations');
const files = (await readdir(migrations)).toSorted();
const folder = await mkdtemp(join(tmpdir(), 'volante-older-'));
afterAll(() => rm(folder, { recursive: true }));
/** The last ten, or what follows the first schema that can be spread. */
const last = files.slice(
  Math.max(
    files.length - 10,
    files.findIndex((name) => name > '0581'),
  ),
);
for (const file of files.slice(0, -last.length)) await cp(join(migrations, file), join(folder, file));

/** What a schema says, whatever server it is on. */
const said = async (ownerUrl: string) => ({
  columns: await asOwner(
    ownerUrl,
    `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'
       and table_name !~ '^(citus|pg)_' order by 1, 2`,
  ),
  constraints: await asOwner(
    ownerUrl,
    `select conrelid::regclass::text as table, contype, pg_get_constraintdef(oid) as says from pg_constraint
     where connamespace = 'public'::regnamespace and contype <> 'n' order by 1, 2, 3`,
  ),
  policies: await asOwner(
    ownerUrl,
    `select tablename, policyname, qual, with_check from pg_policies where schemaname = 'public' order by 1, 2`,
  ),
});

test('the last ten migrations change a schema whose tables are spread as any other', async () => {
  const { ownerUrl } = await clusterDatabase();
  await spread(ownerUrl, folder);
  for (const [id, name] of [
    [10, 'Costruttore'],
    [901, 'Alfa'],
    [902, 'Beta'],
  ])
    await asOwner(ownerUrl, "insert into companies (company_id, name, province) values ($1, $2, 'MI')", [id, name]);
  await asOwner(ownerUrl, "insert into customers (company_id, type, name) values (901, 'private', 'Ada Neri')");
  const { applied } = await migrate(ownerUrl, inject('cluster'));
  expect(applied.filter((name) => files.includes(name))).toEqual(last);

  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  // Nothing is left to spread: new tables lie where their list says.
  expect(await distribution(owner).finally(() => owner.end())).toEqual([]);
  const spreadOut = await asOwner(ownerUrl, 'select logicalrelid::text as name from pg_dist_partition order by 1');
  expect(spreadOut.map(({ name }) => name)).toEqual([...distributed, ...reference].toSorted());
  expect(await said(ownerUrl)).toEqual(await said((await testDatabase()).ownerUrl));
});
