import { afterAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { OWN, withTenant } from '#backend/db/tenant.ts';
import { refusals, refusalsOfView } from '#tests/support/cluster-rules.ts';
import { testDatabase } from '#tests/support/database.ts';
import { catalogOf } from '#tests/support/statements.ts';
import { makeWorld } from '#tests/support/world.ts';

/** Every test that makes a world, so also those that walk all calls, stops at a statement that a cluster refuses. */
const database = await testDatabase();
const world = await makeWorld(database);
afterAll(() => world.close());
const catalog = await catalogOf((text) => world.owner.query(text));
const tenant = { companyId: 901, userId: null };

describe('a request', () => {
  test('is refused when it leaves its company to row level security', async () => {
    const read = (named: boolean) =>
      withTenant(database.db, tenant, (trx) =>
        trx
          .selectFrom('customers')
          .select('id')
          .$if(named, (query) => query.where('companyId', '=', 901))
          .execute(),
      );
    await expect(read(false)).rejects.toThrow('customers: no value for its company');
    await expect(read(true)).resolves.toHaveLength(1);
  });

  test('is refused when it writes a table of every node after it has asked every shard', async () => {
    const national = (asks: boolean) =>
      withTenant(database.db, { companyId: 10, userId: null, scope: 'fms' }, async (trx) => {
        if (asks) await trx.selectFrom('companies').select('companyId').execute();
        await trx.updateTable('makers').set({ name: 'Nessuna' }).where('id', '=', 0).execute();
      });
    await expect(national(true)).rejects.toThrow('makers is written after every shard was asked');
    await expect(national(false)).resolves.toBeUndefined();
  });

  test('finds the company of its transaction as a value where a statement was written before', async () => {
    const names = sql<{ name: string }>`select name from companies where company_id = ${OWN}`;
    for (const [companyId, name] of [
      [901, 'ALFAMARCHIO'],
      [902, 'BETAMARCHIO'],
    ] as const) {
      const { rows } = await withTenant(database.db, { companyId, userId: null }, (trx) => names.execute(trx));
      expect(rows).toEqual([{ name: expect.stringContaining(name) }]);
    }
  });
});

const VALUE = 'no value for its company';
const OF_ROW = 'no value for the company of what is inserted';
const UNSTEADY = 'of a column, in case, coalesce or returning of a write';
const COMPARES = 'case x when in a write compares with null';
const COPIED = 'insert … select is gathered and copied';

test.each([
  // A value for each table, as it is or over the company's column of a join.
  ['select id from quotes where id = $1', [`quotes: ${VALUE}`]],
  ['select id from quotes where company_id = $1 and id = $2', []],
  ["select id from quotes where company_id = '901'::int", []],
  ['select company_id from quotes', [`quotes: ${VALUE}`]],
  ['select id from quotes where company_id = $1 or id = $2', [`quotes: ${VALUE}`]],
  ['select id from quotes where company_id in ($1, $2)', [`quotes: ${VALUE}`]],
  ['select id from quotes where company_id = any($1)', [`quotes: ${VALUE}`]],
  ['select id from quotes where not company_id = $1', [`quotes: ${VALUE}`]],
  ['select q.id from quotes q join users u on u.id = q.seller_id where q.company_id = $1', [`u: ${VALUE}`]],
  ['select q.id from quotes q join users u on u.company_id = q.company_id where q.company_id = $1', []],
  ['select q.id from quotes q, users u where u.company_id = q.company_id and q.company_id = $1', []],
  ['select q.id from quotes q left join users u on u.company_id = q.company_id where q.company_id = $1', []],
  ['select q.id from quotes q left join users u on u.company_id = q.company_id and u.company_id = $1', [`q: ${VALUE}`]],
  ['select q.id from quotes q left join users u on q.company_id = $1 and u.company_id = $1', [`q: ${VALUE}`]],
  ['select q.id from quotes q join users u on u.company_id = q.seller_id where q.company_id = $1', [`u: ${VALUE}`]],
  // A part of its own, however it is tied to the rest.
  [
    'select (select name from users u where u.company_id = q.company_id and u.id = q.seller_id) from quotes q where q.company_id = $1',
    [`u: ${VALUE}`],
  ],
  [
    'select (select name from users u where u.company_id = $1 and u.id = q.seller_id) from quotes q where q.company_id = $1',
    [],
  ],
  [
    'select id from quotes q where q.company_id = $1 and exists (select from users u where u.company_id = q.company_id)',
    [`u: ${VALUE}`],
  ],
  ['with q as (select id from quotes) select id from q', [`quotes: ${VALUE}`]],
  ['with q as (select id from quotes where company_id = $1) select id from q', []],
  ['select id from quotes where company_id = $1 union select id from users', [`users: ${VALUE}`]],
  ['declare c cursor for select id from quotes', [`quotes: ${VALUE}`]],
  ['select word from quotes_words where record_id = $1', [`quotes_words: ${VALUE}`]],
  ['select name from makers', []],
  ['select name from campaigns where company_id in ($1, $2)', []],
  [
    'select q.id from quotes q join login_throttles on true where q.company_id = $1',
    ['login_throttles: lies on the coordinator alone'],
  ],
  // Writes.
  ['update "users" set "name" = $1 where "id" = $2', [`users: ${VALUE}`]],
  ['update users u set name = p.name from jsonb_to_recordset($1) p(id int, name text) where u.company_id = $2', []],
  ['update users u set name = c.name from companies c where u.company_id = $1', [`c: ${VALUE}`]],
  ['delete from "sessions" where "company_id" = $1', []],
  ['insert into "sessions" ("user_id") values ($1)', [`sessions: ${OF_ROW}`]],
  ['insert into "sessions" ("company_id", "user_id") values ($1, $2), ($3, $4) returning "id"', []],
  ['insert into sessions (company_id, user_id) values ($1, $2), (default, $3)', [`sessions: ${OF_ROW}`]],
  [
    'insert into sessions (company_id, user_id) select $1, id from users where company_id = $1',
    [`sessions: ${COPIED}`],
  ],
  ['insert into sessions (company_id, user_id) select $1, id from users where company_id = $1 returning id', []],
  ['insert into sessions (company_id, user_id) select $1, unnest($2::int[]) on conflict do nothing', []],
  [
    'insert into sessions (company_id, user_id) select id, id from users where company_id = $1 returning id',
    [`sessions: ${OF_ROW}`],
  ],
  [
    'insert into sessions (company_id, user_id) select $1, u.id from users u join quotes q on q.company_id = u.company_id where u.company_id = $1 returning id',
    ['sessions: insert … select of users, quotes at once'],
  ],
  ['insert into makers (name) select $1', [`makers: ${COPIED}`]],
  [
    'with gone as (delete from sessions where company_id = $1 returning id) select id from gone',
    ['gone: a part of a statement writes'],
  ],
  [
    "update users set name = coalesce(to_char($1::timestamptz, 'YYYY'), name) where company_id = $2",
    [`to_char() ${UNSTEADY}`],
  ],
  ['update users set name = coalesce(lower($1), name) where company_id = $2', []],
  ['update users set updated_at = now() where company_id = $1', []],
  ["update users set name = concat_ws(' ', name, $1) where company_id = $2", [`concat_ws() ${UNSTEADY}`]],
  ['delete from users u where company_id = $1 returning to_jsonb(u)', [`to_jsonb() ${UNSTEADY}`]],
  [
    'insert into sessions (company_id, user_id) values ($1, (select 1))',
    ['sessions: a part reads within insert … values'],
  ],
  ['update users set updated_at = case when name = $1 then now() end where company_id = $2', [`now() ${UNSTEADY}`]],
  [
    "update users set name = case role_name when 'A' then $1 else name end where company_id = $2",
    [`users: ${COMPARES}`],
  ],
  ['delete from users where company_id = $1 and id = case name when $2 then 1 end', [`users: ${COMPARES}`]],
  [
    "with a as (select case name when 'A' then 1 end as n from users where company_id = $1) update users set updated_at = $2 from a where company_id = $1 and id = a.n",
    [`users: ${COMPARES}`],
  ],
  ["update users set name = case when role_name = 'A' then $1 else name end where company_id = $2", []],
  ["select case name when 'A' then 1 end from users where company_id = $1", []],
])('%s', (statement, why) => {
  expect(refusals(statement, catalog)).toEqual(why);
});

test('views are joined over the company, so that a value for theirs is one for each of their tables', () => {
  expect([...catalog.views.keys()]).toEqual(
    expect.arrayContaining(['quotes_words', 'b2b_quotes_words', 'consents_now']),
  );
  for (const [name, definition] of catalog.views)
    expect([name, refusalsOfView(definition, catalog)]).toEqual([name, []]);
});

test('views and functions of SQL compare by a condition, as a write that reads one is sent on with what it says', async () => {
  const { rows } = await world.owner.query(`select name from (
      select viewname as name, definition as text from pg_views where schemaname = 'public'
      union all select proname, prosrc from pg_proc join pg_language l on l.oid = prolang
        where pronamespace = 'public'::regnamespace and lanname = 'sql') said
    where text ~* '\\mcase\\M(?!\\s+when)' order by name`);
  expect(rows).toEqual([]);
});
