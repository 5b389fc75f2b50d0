import fc from 'fast-check';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { assertSafeRole, openDatabase } from '#backend/db/open.ts';
import { withEmail, withTenant } from '#backend/db/tenant.ts';
import type { Failure } from '#domain/errors.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import { rounds } from '#tests/support/rounds.ts';

const { db, ownerUrl, appUrl, jobsUrl } = await testDatabase();

test('queries of a company that is not alone take one core, and the next transaction of the connection is free again', async () => {
  const workers = (isAlone: boolean) =>
    withTenant(db, { companyId: 901, userId: null, isAlone }, async (trx) => {
      const { rows } = await sql<{ most: string }>`select current_setting('max_parallel_workers') as most`.execute(trx);
      return rows[0]!.most;
    });
  expect([await workers(false), await workers(true)]).toEqual(['0', '8']);
});

describe('catalogue: what the database itself promises', () => {
  test('every table with company_id forces row level security by a policy that names it, for reading and writing', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
         exists (select from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
           and p.qual like '%company_id%app_company()%' and p.with_check like '%company_id%app_company()%') as policy
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
       where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace`,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.filter(({ enabled, forced, policy }) => !enabled || !forced || !policy)).toEqual([]);
  });

  test('without row level security are only the migrations, closed to requests, and the login counters, which hold hashes', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select relname as name, has_table_privilege('app_rw', oid, 'select') as readable from pg_class
       where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not (relrowsecurity and relforcerowsecurity)
       order by 1`,
    );
    expect(rows).toEqual([
      { name: 'login_throttles', readable: true },
      { name: 'migrations', readable: false },
    ]);
  });

  test('no policy holds a subquery, which Citus refuses', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select polrelid::regclass::text as name, polname from pg_policy
       where concat(polqual, polwithcheck) like '%SUBLINK%' or concat(polqual, polwithcheck) like '%SUBPLAN%'`,
    );
    expect(rows).toEqual([]);
  });

  test('company_id is in every unique index and first in the primary key; e-mails are unique over all companies', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select i.indexrelid::regclass::text as name from pg_index i
       join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'company_id' and not a.attisdropped
       join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
       where i.indisunique and (a.attnum <> all (i.indkey) or i.indisprimary and i.indkey[0] <> a.attnum) order by 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(['login_emails_pkey']);
  });

  test('a query that names its company checks once that it is the one of the transaction, and reads an index', async () => {
    await asOwner(
      ownerUrl,
      `insert into companies (company_id, name, province) select 800 + i, 'Prova', 'MI' from generate_series(0, 9) i;
       insert into users (company_id, name, email, role_name) select 800 + i, 'Prova', 'piano@prova' || i || '.it', '' from generate_series(0, 9) i;
       insert into saved_views (company_id, user_id, area, name, state)
         select u.company_id, u.id, 'quotes', i, '{}' from users u, generate_series(1, 10000) i where u.company_id between 800 and 809;
       analyze saved_views`,
    );
    const plan = await withTenant(db, { companyId: 805, userId: null }, (trx) =>
      sql`explain select * from saved_views where company_id = ${805} and id = ${5}`.execute(trx),
    );
    const text = plan.rows.flatMap((row) => Object.values(row as object)).join('\n');
    expect(text).toMatch(/Index Cond: .*company_id = 805.* AND .*id = '5'/);
    expect(text).toMatch(/One-Time Filter: .*current_setting/);
    // That the manufacturer is not behind it is asked beside the index; nothing else is.
    expect(text).not.toMatch(/^ *Filter: (?!\(num_nulls\(NULLIF\(current_setting\('app\.scope')/m);
    expect(text).not.toContain('InitPlan');
    const whole = await withTenant(db, { companyId: 805, userId: null }, (trx) =>
      sql<{ 'QUERY PLAN': string }>`explain select * from saved_views where company_id = ${805}`.execute(trx),
    );
    // Of its 10,000 rows: a policy that hides most of them from the planner makes it read in any order.
    expect(Number(/rows=(\d+)/.exec(whole.rows[0]!['QUERY PLAN'])![1])).toBeGreaterThan(5000);
  });

  test('foreign keys between tables of a company carry the company', async () => {
    const rows = await asOwner(
      ownerUrl,
      `with tenant as (select attrelid as oid, attnum from pg_attribute where attname = 'company_id' and not attisdropped)
       select conname from pg_constraint k join tenant a on a.oid = k.conrelid join tenant b on b.oid = k.confrelid
       where contype = 'f' and not exists (
         select from unnest(k.conkey, k.confkey) as pair (mine, other) where mine = a.attnum and other = b.attnum)`,
    );
    expect(rows).toEqual([]);
  });

  test('views run with the rights of who asks', async () => {
    const rows = await asOwner(
      ownerUrl,
      `select relname from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
       and not coalesce(reloptions::text like '%security_invoker=true%', false)`,
    );
    expect(rows).toEqual([]);
  });
});

describe('the role of requests', () => {
  test('is safe; owner and superuser are refused', async () => {
    await expect(assertSafeRole(db)).resolves.toBeUndefined();
    const owner = openDatabase(ownerUrl, { max: 1 });
    await expect(assertSafeRole(owner)).rejects.toThrow(/è superutente/);
    await owner.destroy();
  });

  test('a role that owns a table or bypasses policies is refused', async () => {
    const name = `risky_${process.pid}`;
    const url = new URL(ownerUrl);
    [url.username, url.password] = [name, 'x'];
    await asOwner(ownerUrl, `create role ${name} login password 'x' in role app_rw bypassrls`);
    const risky = openDatabase(url.href, { max: 1 });
    await expect(assertSafeRole(risky)).rejects.toThrow(/BYPASSRLS/);
    await asOwner(ownerUrl, `alter role ${name} nobypassrls; create table mine (); alter table mine owner to ${name}`);
    await expect(assertSafeRole(risky)).rejects.toThrow(/possiede le tabelle/);
    await risky.destroy();
    await asOwner(ownerUrl, `drop table mine; drop role ${name}`);
  });

  test('adds jobs but reads none, rewrites no audit row and makes no table', async () => {
    const client = new pg.Client({ connectionString: appUrl });
    await client.connect();
    const denied = { code: '42501' };
    await expect(client.query('select data from pgboss.job')).rejects.toMatchObject(denied);
    await expect(client.query("update audit_events set action = ''")).rejects.toMatchObject(denied);
    await expect(client.query('delete from audit_events')).rejects.toMatchObject(denied);
    await expect(client.query('create table other (id int)')).rejects.toMatchObject(denied);
    await client.end();
  });
});

test('the role of jobs runs the queue and sees nothing else', async () => {
  const client = new pg.Client({ connectionString: jobsUrl });
  await client.connect();
  await expect(client.query('select data from pgboss.job')).resolves.toMatchObject({ rows: [] });
  const readable = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
    and has_table_privilege(oid, 'select, insert, update, delete, truncate')`;
  expect((await client.query(readable)).rows).toEqual([]);
  const owned = `select relname from pg_class where pg_has_role(relowner, 'member')`;
  expect((await client.query(owned)).rows).toEqual([]);
  await expect(client.query('create table pgboss.other (id int)')).rejects.toMatchObject({ code: '42501' });
  await client.end();
});

describe('the one door', () => {
  const companies = [901, 902, 903, 904, 905];

  beforeAll(async () => {
    for (const id of companies)
      await asOwner(
        ownerUrl,
        `insert into companies (company_id, name, province) values (${id}, 'Prova ${id}', 'MI');
         insert into users (company_id, name, email, role_name) values (${id}, 'Chi prova', 'chi@prova${id}.it', 'Venditore');
         insert into login_emails (email, company_id, user_id) select email, company_id, id from users where company_id = ${id}`,
      );
  });

  const seen = async (executor: typeof db) =>
    (await executor.selectFrom('users').select('companyId').distinct().execute()).map(({ companyId }) => companyId);

  test('without a company there is no row', async () => {
    expect(await seen(db)).toEqual([]);
    expect(await db.selectFrom('loginEmails').selectAll().execute()).toEqual([]);
  });

  test('random sequences over a small pool never show or change a row of another company', async () => {
    const pool = openDatabase(appUrl, { max: 3 });
    const step = fc.record({
      company: fc.constantFrom(...companies),
      act: fc.constantFrom('read', 'bare', 'error', 'throw', 'write', 'move', 'kill'),
    });
    const run = async ({ company, act }: { company: number; act: string }) => {
      if (act === 'bare') return expect(await seen(pool)).toEqual([]);
      const other = companies.find((id) => id !== company)!;
      const work = withTenant(pool, { companyId: company, userId: 1 }, async (trx) => {
        if (act === 'write') {
          const touched = await trx.updateTable('users').set({ phone: '1' }).where('companyId', '=', other).execute();
          expect(touched[0]?.numUpdatedRows).toBe(0n);
        }
        if (act === 'error') await sql`select 1/0`.execute(trx);
        if (act === 'throw') throw new Error('thrown');
        if (act === 'move') await trx.updateTable('users').set({ companyId: other }).execute();
        if (act === 'kill') await sql`select pg_terminate_backend(pg_backend_pid())`.execute(trx);
        expect(await seen(trx)).toEqual([company]);
      });
      if (act === 'read' || act === 'write') await work;
      else await expect(work).rejects.toThrow();
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30 }), async (steps) => {
        // Three at a time, so that connections change hands.
        for (let at = 0; at < steps.length; at += 3) await Promise.all(steps.slice(at, at + 3).map(run));
      }),
      { numRuns: rounds(10) },
    );
    await pool.destroy();
  });

  test('a row cannot point at another company', async () => {
    const insert = withTenant(db, { companyId: 901, userId: null }, async (trx) => {
      const [user] = await asOwner(ownerUrl, 'select id from users where company_id = 902');
      const values = { companyId: 901, userId: Number(user?.id), area: 'x', name: 'x', state: '{}' };
      await trx.insertInto('savedViews').values(values).execute();
    });
    await expect(insert).rejects.toMatchObject({ code: '23503' });
  });

  test('by the e-mail one address is found, and nothing else of any company', async () => {
    await withEmail(db, 'CHI@prova903.it', async (trx) => {
      const found = await trx.selectFrom('loginEmails').selectAll().execute();
      expect(found.map(({ companyId }) => companyId)).toEqual([903]);
      expect(await seen(trx)).toEqual([]);
    });
    expect(await db.selectFrom('loginEmails').selectAll().execute()).toEqual([]);
  });

  test('on a Citus cluster the settings are said by `set local`, which its workers hear, for one transaction', async () => {
    // A cluster has this setting; here it is only a name, so that the same statements run.
    await asOwner(
      ownerUrl,
      `alter database ${new URL(ownerUrl).pathname.slice(1)} set citus.propagate_set_commands = 'none'`,
    );
    await asOwner(
      ownerUrl,
      "insert into login_emails (email, company_id, user_id) values ('o''neil@prova901.it', 901, 0)",
    );
    const cluster = openDatabase(appUrl, { max: 1 });
    const told = async (executor: typeof db) =>
      (await sql<{ told: string }>`select current_setting('citus.propagate_set_commands') as told`.execute(executor))
        .rows;
    await withTenant(cluster, { companyId: 902, userId: null }, async (trx) => {
      expect(await seen(trx)).toEqual([902]);
      expect(await told(trx)).toEqual([{ told: 'local' }]);
    });
    await withEmail(cluster, "O'Neil@prova901.it", async (trx) => {
      const found = await trx.selectFrom('loginEmails').select('companyId').execute();
      expect(found).toEqual([{ companyId: 901 }]);
    });
    expect(await seen(cluster)).toEqual([]);
    expect(await told(cluster)).toEqual([{ told: 'none' }]);
    await cluster.destroy();
  });

  test('a database that does not answer, or not in time, is `unavailable`', async () => {
    const url = new URL(appUrl);
    url.searchParams.set('host', '/nowhere');
    const nowhere = openDatabase(url.href, { max: 1 });
    const failure = await withTenant(nowhere, { companyId: 1, userId: null }, seen).catch((error: Failure) => error);
    expect(failure).toMatchObject({ code: 'unavailable', detail: { retryAfter: 5 } });
    await nowhere.destroy();

    const narrow = openDatabase(appUrl, { max: 1 });
    let free = () => {};
    const busy = withTenant(narrow, { companyId: 901, userId: null }, () => new Promise<void>((done) => (free = done)));
    await expect(withTenant(narrow, { companyId: 901, userId: null }, seen)).rejects.toMatchObject({
      code: 'unavailable',
    });
    free();
    await busy;
    await narrow.destroy();
  });

  test('values come back as the product speaks of them', async () => {
    const row = await withTenant(db, { companyId: 901, userId: null }, (trx) =>
      sql<
        Record<string, unknown>
      >`select 12345678901::int8 as money_cents, 22.5::numeric as tax_rate, date '2026-03-29' as day,
        timestamptz '2026-03-29 03:30:00.123456+02' as at, array[1, 2]::int8[] as ids, '{"a_b": {"c_d": 1}}'::jsonb as state,
        date_trunc('day', timestamptz '2026-07-01 22:30:00Z')::date as roman_day`.execute(trx),
    );
    expect(row.rows[0]).toEqual({
      moneyCents: 12_345_678_901,
      taxRate: 22.5,
      day: '2026-03-29',
      at: '2026-03-29T01:30:00.123456Z',
      ids: [1, 2],
      state: { a_b: { c_d: 1 } },
      romanDay: '2026-07-02',
    });
  });
});
