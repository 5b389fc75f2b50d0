import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { migrate, statementsOf, withoutOpening } from '#backend/db/migrate.ts';
import { assertSafeRole, openDatabase } from '#backend/db/open.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';

const { ownerUrl } = await testDatabase({ empty: true });
const { sessionSecret } = inject('cluster');
const own = join(import.meta.dirname, '../../backend/db/migrations');
const folder = await mkdtemp(join(tmpdir(), 'volante-migrations-'));
await cp(own, folder, { recursive: true });
afterAll(() => rm(folder, { recursive: true }));

const run = () => migrate(ownerUrl, { sessionSecret, folder });

test('a file is run by its statements, whatever holds a semicolon', () => {
  const file = `-- One; of them
create table a (id int); /* two; */ insert into a values ('it''s; "one"');
create function f() returns text language sql as $$ select 'x;'; $$; do $body$ begin perform 1; end $body$;
comment on table a is $$;$$; -- the end;
`;
  expect(statementsOf(file).map(({ statement }) => statement.trim())).toEqual([
    '-- One; of them\ncreate table a (id int);',
    `/* two; */ insert into a values ('it''s; "one"');`,
    "create function f() returns text language sql as $$ select 'x;'; $$;",
    'do $body$ begin perform 1; end $body$;',
    'comment on table a is $$;$$;',
  ]);
});

test('an owner whom no policy binds locks no table only to look into it', () => {
  const file = `alter table a no force row level security;
-- What moves.
alter table b no force row level security; update a set x = 1; alter table a force row level security;
alter table b force row level security; alter table c force row level security; alter table c add column y int;`;
  expect(withoutOpening(statementsOf(file)).map(({ statement }) => statement.trim())).toEqual([
    'update a set x = 1;',
    'alter table c force row level security;',
    'alter table c add column y int;',
  ]);
});

describe('migrations', () => {
  test('two runners at once build the schema once; running again changes nothing', async () => {
    const both = await Promise.all([run(), run()]);
    expect(both.map(({ applied }) => applied.length).toSorted((a, b) => a - b)[0]).toBe(0);
    const before = await asOwner(ownerUrl, 'select * from migrations order by name');
    expect(before.length).toBeGreaterThan(10);
    expect((await run()).applied).toEqual([]);
    expect(await asOwner(ownerUrl, 'select * from migrations order by name')).toEqual(before);
    const db = openDatabase(both[0].appUrl, { max: 1 });
    await expect(assertSafeRole(db)).resolves.toBeUndefined();
    await db.destroy();
  });

  test('a file that fails leaves nothing behind and is applied once it is mended', async () => {
    const file = join(folder, '9001_half.sql');
    await writeFile(file, 'create table half (id int);\nselect nothing;');
    await expect(run()).rejects.toThrow(/9001_half\.sql, riga 2: column "nothing" does not exist/);
    expect(await asOwner(ownerUrl, "select to_regclass('half') as found")).toEqual([{ found: null }]);
    await writeFile(file, 'create table half (id int);');
    expect((await run()).applied).toEqual(['9001_half.sql']);
  });

  test('a file changed after it was applied is refused', async () => {
    await writeFile(join(folder, '9001_half.sql'), 'create table half (id bigint);');
    await expect(run()).rejects.toThrow(/9001_half\.sql è cambiata/);
    await rm(join(folder, '9001_half.sql'));
    // A replica of the version before meets newer migrations and starts all the same.
    expect((await run()).applied).toEqual([]);
  });

  test('waits for a lock without standing in the way of readers', async () => {
    await writeFile(join(folder, '9002_wait.sql'), 'alter table companies add column probe int;');
    const reader = new pg.Client({ connectionString: ownerUrl });
    await reader.connect();
    await reader.query('begin');
    await reader.query('select from companies');
    const running = run();
    // Longer than one try waits: the runner gives way and tries again.
    await reader.query('select pg_sleep(2.5)');
    await reader.query('commit');
    expect((await running).applied).toEqual(['9002_wait.sql']);
    await reader.end();
  });

  test('rows are moved while others read them', async () => {
    await writeFile(
      join(folder, '9003_move.sql'),
      `alter table companies no force row level security;
update companies set name = name; select pg_advisory_xact_lock(9003);
alter table companies force row level security;`,
    );
    const reader = new pg.Client({ connectionString: ownerUrl, lock_timeout: 100 });
    await reader.connect();
    await reader.query('select pg_advisory_lock(9003)');
    const running = run();
    const waiting = "select from pg_locks where locktype = 'advisory' and objid = 9003 and not granted";
    await expect.poll(async () => (await reader.query(waiting)).rowCount, { timeout: 10_000 }).toBe(1);
    await expect(reader.query('select from companies')).resolves.toBeDefined();
    await reader.query('select pg_advisory_unlock(9003)');
    expect((await running).applied).toEqual(['9003_move.sql']);
    await reader.end();
  });

  test('an owner that is no superuser can migrate an empty database, and one with companies whose rows its policies hide', async () => {
    const name = `plain_${process.pid}`;
    // Up to here a company gave itself its reasons at its first record; the newest moves had none then.
    const older = await mkdtemp(join(tmpdir(), 'volante-older-'));
    const files = (await readdir(own)).filter((file) => file < '0788');
    for (const file of files) await cp(join(own, file), join(older, file));
    await asOwner(ownerUrl, `create role ${name} login createrole password 'x'`);
    await asOwner(ownerUrl, `grant app_rw, volante_app, app_jobs, volante_jobs to ${name} with admin option`);
    await asOwner(ownerUrl, `create database ${name} owner ${name}`);
    const url = new URL(ownerUrl);
    [url.username, url.password, url.pathname] = [name, 'x', `/${name}`];
    const { applied } = await migrate(url.href, { sessionSecret, folder: older });
    expect(applied).toEqual(files);
    const root = Object.assign(new URL(ownerUrl), { pathname: name }).href;
    await asOwner(
      root,
      `insert into companies (company_id, name, province) values (901, 'Con motivi', 'MI'), (902, 'Nuova', 'MI');
      insert into move_reasons (company_id, entity, move, label, place) values (901, 'lead', 'lose', 'Altro', 0), (901, 'event', 'miss', 'Altro', 0);`,
    );
    await migrate(url.href, { sessionSecret });
    const reasons = await asOwner(
      root,
      `select company_id, entity, move, count(*)::int as n from move_reasons
       where (entity, move) in (('lead', 'fail'), ('event', 'hostMiss')) group by 1, 2, 3 order by 2`,
    );
    expect(reasons).toEqual([
      { company_id: 901, entity: 'event', move: 'hostMiss', n: 4 },
      { company_id: 901, entity: 'lead', move: 'fail', n: 5 },
    ]);
    await rm(older, { recursive: true });
    await asOwner(ownerUrl, `drop database ${name} with (force)`);
    await asOwner(ownerUrl, `drop role ${name}`);
  });
});
