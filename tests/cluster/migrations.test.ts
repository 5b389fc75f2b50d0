import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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
const { ownerUrl } = await clusterDatabase();
const last = files.slice(-10);
for (const file of files.slice(0, files.length - last.length)) await cp(join(migrations, file), join(folder, file));
/** And one with all that migrations do, as those are few at first. */
const SAMPLE = `
create table later_things (
  company_id int not null references companies,
  id bigint generated always as identity,
  customer_id bigint,
  maker_id bigint references makers,
  name text not null check (name <> ''),
  primary key (company_id, id),
  foreign key (company_id, customer_id) references customers (company_id, id)
);
select tenant_table('later_things');
create index later_things_name on later_things (company_id, name);
alter table customers add column later int not null default 0;
alter table customers add constraint later_positive check (later >= 0);
alter table customers no force row level security;
update customers set later = 1 where type = 'private';
alter table customers force row level security;
create index customers_later on customers (company_id, later);
alter table makers add column later boolean not null default false;
update makers set later = true;
insert into notices (color, title, body, starts_at) values ('#ffffff', 'Dopo', 'x', now());
create view later_things_words with (security_invoker = true) as
  select company_id, id as record_id, word from later_things, unnest(words_of(name)) word where word <> '';
drop view later_things_words;
`;

/** What a schema says, whatever server it is on: `rows` in an order that no collation decides. */
async function said(ownerUrl: string) {
  const rows = async (text: string) => (await asOwner(ownerUrl, text)).map((row) => JSON.stringify(row)).toSorted();
  return {
    columns: await rows(
      `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'
         and table_name !~ '^(citus|pg)_|_[0-9]{6}$'`,
    ),
    constraints: await rows(
      `select conrelid::regclass::text as table, contype, pg_get_constraintdef(oid) as says from pg_constraint
       where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text !~ '_[0-9]{6}$'`,
    ),
    policies: await rows(
      `select tablename, policyname, qual, with_check from pg_policies where schemaname = 'public' and tablename !~ '_[0-9]{6}$'`,
    ),
  };
}

test('the last ten migrations, and one with all that they do, change a schema whose tables are spread as any other', async () => {
  // Tables of companies that one of them drops stand in no list any more, but were spread before.
  const told = await Promise.all(last.map((file) => readFile(join(migrations, file), 'utf8')));
  const gone = told.flatMap((text) => [...text.matchAll(/^drop table (\w+)/gm)].map(([, name]) => name!));
  distributed.push(...gone);
  await spread(ownerUrl, folder);
  distributed.splice(-gone.length, gone.length);
  for (const [id, name] of [
    [10, 'Costruttore'],
    [901, 'Alfa'],
    [902, 'Beta'],
  ])
    await asOwner(ownerUrl, "insert into companies (company_id, name, province) values ($1, $2, 'MI')", [id, name]);
  await asOwner(ownerUrl, "insert into customers (company_id, type, name) values (901, 'private', 'Ada Neri')");
  const { applied } = await migrate(ownerUrl, inject('cluster'));
  expect(applied.filter((name) => files.includes(name))).toEqual(last);
  expect(await said(ownerUrl)).toEqual(await said((await testDatabase()).ownerUrl));

  await cp(migrations, folder, { recursive: true });
  await writeFile(join(folder, '9990_sample.sql'), SAMPLE);
  distributed.push('later_things');
  expect((await migrate(ownerUrl, { ...inject('cluster'), folder })).applied).toEqual(['9990_sample.sql']);
  expect(await asOwner(ownerUrl, 'select later from customers where company_id = 901')).toEqual([{ later: 1 }]);

  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  // Nothing is left to spread: new tables lie where their list says.
  expect(await distribution(owner).finally(() => owner.end())).toEqual([]);
  const spreadOut = await asOwner(ownerUrl, 'select logicalrelid::text as name from pg_dist_partition order by 1');
  expect(spreadOut.map(({ name }) => name)).toEqual([...distributed, ...reference].toSorted());
  distributed.pop();
});
