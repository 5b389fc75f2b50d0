import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '#backend/db/open.ts';
import { withTenant } from '#backend/db/tenant.ts';
import type { DB } from '#backend/db/types.gen.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';

const { ownerUrl, appUrl } = await testDatabase();

/** One connection, as requests open it. */
let db: Kysely<DB>;
beforeEach(() => {
  db = openDatabase(appUrl, { max: 1 });
});
afterEach(() => db.destroy());

const ready = async (like: string) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.filter(({ statement }) => statement.includes(like)).length;
};

describe('statements kept ready', () => {
  test('one that comes a second time is prepared once for its connection, one that came once is not', async () => {
    const ask = (id: number) => sql<{ twice: number }>`select 2 * ${id}::int as twice`.execute(db);
    expect((await ask(1)).rows).toEqual([{ twice: 2 }]);
    expect(await ready('as twice')).toBe(0);
    for (const id of [2, 3, 4]) expect((await ask(id)).rows).toEqual([{ twice: 2 * id }]);
    expect(await ready('as twice')).toBe(1);
  });

  test('a statement that looks for a range or a pattern is planned for its values, one with an open end is not', async () => {
    const ask = (name: string, condition: RawBuilder<unknown>) =>
      sql`select 1 as ${sql.ref(name)} from generate_series(1, 3) as rows (n) where ${condition}`.execute(db);
    for (let time = 0; time < 3; time++) {
      await ask('ranged', sql`rows.n >= ${time} and true and rows.n < ${3}`);
      await ask('backwards', sql`rows.n < ${3} and rows.n >= ${time}`);
      await ask('spanned', sql`n between ${time} and ${2}`);
      await ask('shaped', sql`n::text ilike ${`${time}%`}`);
      await ask('ended', sql`n >= ${time} and rows.n > ${0}`);
    }
    const names = ['ranged', 'backwards', 'spanned', 'shaped', 'ended'];
    expect(await Promise.all(names.map((name) => ready(`as "${name}"`)))).toEqual([0, 0, 0, 0, 1]);
  });

  test('beyond the most that are kept ready, what was asked for longest ago makes room', async () => {
    const ask = async (kind: number, id: number) => {
      const { rows } = await sql<{ sum: number }>`select ${sql.lit(kind)}::int + ${id}::int as sum`.execute(db);
      expect(rows).toEqual([{ sum: kind + id }]);
    };
    for (let kind = 0; kind < 310; kind++) {
      for (const id of [1, 2]) await ask(kind, id);
      if (kind === 200) await ask(0, 3);
    }
    const kept = (...kinds: number[]) => Promise.all(kinds.map((kind) => ready(`select ${kind}::int`)));
    expect([await ready('as sum'), ...(await kept(0, 1, 309))]).toEqual([300, 1, 0, 1]);
    await ask(1, 3);
    expect([await ready('as sum'), ...(await kept(1))]).toEqual([300, 1]);
  });

  test('companies by turns on one connection see their own rows only', async () => {
    const companies = (
      await asOwner(ownerUrl, "select company_id from companies where province = 'MI' or company_id = 10")
    ).map((row) => Number(row['company_id']));
    expect(companies.length).toBeGreaterThan(1);
    for (const companyId of [...companies, ...companies, ...companies]) {
      const seen = await withTenant(db, { companyId, userId: null }, (trx) =>
        trx
          .selectFrom('companies')
          .select('companyId')
          .where('name', '!=', '')
          .where('companyId', 'in', companies)
          .execute(),
      );
      expect(seen).toEqual([{ companyId }]);
    }
    expect(await ready('from "companies"')).toBe(1);
  });

  test('a migration under it costs one call at most, which is sent again: what answers all columns, too', async () => {
    await asOwner(
      ownerUrl,
      'create table migrated (id int, size int); insert into migrated values (1, 2); grant select on migrated to app_rw',
    );
    const ask = () =>
      withTenant(db, { companyId: 10, userId: null }, async (trx) => {
        const { rows: all } = await sql`select * from migrated where id = ${1}`.execute(trx);
        const { rows: one } = await sql`select size from migrated where id = ${1}`.execute(trx);
        return [...all, ...one];
      });
    for (let time = 0; time < 3; time++) await ask();
    expect(await ready('from migrated')).toBe(2);
    await asOwner(
      ownerUrl,
      'alter table migrated add column color text; alter table migrated alter column size type bigint',
    );
    // The gateway sends it again, once: by then nothing of it is as before.
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 1 } });
    for (let time = 0; time < 3; time++) expect(await ask()).toEqual([{ id: 1, size: 2, color: null }, { size: 2 }]);
  });

  test('a migration that widens what a statement writes or looks for costs one call at most', async () => {
    await asOwner(
      ownerUrl,
      'create table widened (id int, size int, code int); grant select, insert on widened to app_rw',
    );
    const put = (size: number) => sql`insert into widened (id, size) values (${1}, ${size})`.execute(db);
    const find = (size: number) => sql`select id from widened where size = ${size}`.execute(db);
    const name = (code: string) => sql`insert into widened (id, code) values (${2}, ${code})`.execute(db);
    const named = (code: string) => sql`select id from widened where code = ${code}`.execute(db);
    for (let time = 0; time < 3; time++) await Promise.all([put(1), find(1), name('7'), named('7')]);
    await asOwner(
      ownerUrl,
      'alter table widened alter column size type bigint; alter table widened alter column code type text',
    );
    const big = 3_000_000_000;
    await Promise.allSettled([put(big), find(big), name('A7'), named('A7')]);
    await put(big);
    expect((await find(big)).rows).toEqual([{ id: 1 }]);
    await name('A7');
    expect((await named('A7')).rows).toEqual([{ id: 2 }]);
  });

  test('one that fails while it is prepared is prepared again', async () => {
    const ask = () => sql<{ n: number }>`select n from late where n = ${1}`.execute(db);
    for (let time = 0; time < 3; time++) await expect(ask()).rejects.toThrow(/does not exist/);
    await asOwner(ownerUrl, 'create table late (n int); insert into late values (1); grant select on late to app_rw');
    for (let time = 0; time < 3; time++) expect((await ask()).rows).toEqual([{ n: 1 }]);
  });
});

test('a connection nobody asks for minutes is there for the next click', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const connection = async () =>
      (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]?.pid;
    const before = await connection();
    vi.advanceTimersByTime(10 * 60_000);
    expect(await connection()).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test('connections at whose other end nobody is any more cost one time-out each, then there are others', async () => {
  // A machine that falls over says no word of it: what was open stays so and answers nothing, new ones are answered.
  const open: Socket[] = [];
  const proxy = createServer((socket) => {
    const server = connect(join(new URL(appUrl).searchParams.get('host')!, '.s.PGSQL.5432'));
    open.push(
      socket
        .pipe(server)
        .pipe(socket)
        .on('error', () => {}),
      server.on('error', () => {}),
    );
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  const url = new URL(appUrl);
  url.search = '';
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const through = openDatabase(url.href, { max: 2, silentMs: 2000 });
  const ask = () =>
    withTenant(through, { companyId: 10, userId: null }, (trx) =>
      trx.selectFrom('companies').select('companyId').execute(),
    );
  try {
    await Promise.all([ask(), ask()]);
    const dead = open.splice(0);
    expect(dead).toHaveLength(4);
    for (const socket of dead) socket.unpipe().pause();
    const failed = await Promise.allSettled([ask(), ask()]);
    const unavailable = { status: 'rejected', reason: { code: 'unavailable' } };
    expect(failed).toMatchObject([unavailable, unavailable]);
    expect(await ask()).toEqual([{ companyId: 10 }]);
    for (const socket of dead) socket.destroy();
  } finally {
    await through.destroy();
    proxy.close();
  }
});
