import { afterAll, expect, test } from 'vitest';
import { withTenant } from '#backend/db/tenant.ts';
import { testDatabase } from '#tests/support/database.ts';
import { nameless } from '#tests/support/statements.ts';
import { makeWorld } from '#tests/support/world.ts';

/** Every test that makes a world, so also those that walk all calls, stops at a statement that does not name its company. */
const database = await testDatabase();
const world = await makeWorld(database);
afterAll(() => world.close());

test('a statement of a request that leaves the company to row level security is refused', async () => {
  const tenant = { companyId: 901, userId: null };
  const read = (named: boolean) =>
    withTenant(database.db, tenant, (trx) =>
      trx
        .selectFrom('customers')
        .select('id')
        .$if(named, (query) => query.where('companyId', '=', 901))
        .execute(),
    );
  await expect(read(false)).rejects.toThrow('customers without company_id');
  await expect(read(true)).resolves.toHaveLength(1);
});

test.each([
  ['select id from quotes where id = $1', ['quotes']],
  ['select id from quotes where company_id = $1 and id = $2', []],
  ['select company_id from quotes', ['quotes']],
  ['select q.id from quotes q join users u on u.id = q.seller_id where q.company_id = $1', ['u']],
  ['select q.id from quotes q join users as u on u.company_id = q.company_id where q.company_id = $1', []],
  ['update "users" set "name" = $1 where "id" = $2', ['users']],
  ['delete from "sessions" where "company_id" = $1', []],
  ['insert into "sessions" ("user_id") values ($1)', ['sessions']],
  ['insert into "sessions" ("company_id", "user_id") values ($1, $2) returning "id"', []],
  ['select name from makers', []],
])('%s', (statement, tables) => {
  expect(nameless(statement)).toEqual(tables);
});
