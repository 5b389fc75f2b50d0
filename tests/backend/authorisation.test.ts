import { afterAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { holdsAny, privileges } from '#domain/privileges.ts';
import { verbs } from '#backend/areas.ts';
import { tokenScopes } from '#domain/users/rules.ts';
import type { Sent, TestUser } from '#tests/support/area.ts';
import { accessory } from '#tests/support/areas/accessories.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, call } = world;
afterAll(() => world.close());
const side = await world.sideOf(alfa);
const manager = side.as;

const names = Object.keys(endpoints) as CallName[];
const table = endpoints as Record<CallName, Endpoint>;
const privateNames = names.filter((name) => table[name].audience !== 'public');

/** Nobody's record and an empty body: what passes the guard ends at 404 or 422, never at a change. */
const pointless = (name: CallName): Sent => ({
  params: Object.fromEntries([...name.matchAll(/:(\w+)/g)].map(([, key]) => [key!, 987_654_321])),
  body: {},
  version: 1,
});

test('every call of the table has a verb and every verb a call', () => {
  expect(Object.keys(verbs).toSorted()).toEqual(names.toSorted());
});

describe('privileges', () => {
  // Those of the manufacturer are closed to a dealer's people, whatever they hold.
  const guarded = privateNames.filter((name) => table[name].privileges?.length && table[name].audience !== 'fms');
  const isMakers = (name: CallName) => (table[name].audience === 'fms' ? 1 : 0);
  const ofBothSides = async (held: readonly number[]) =>
    [await world.user(901, held), await world.user(10, held)] as const;

  test('each number opens exactly the calls that the table gives it', async () => {
    const wrong: string[] = [];
    for (const number of [0, ...EVERY]) {
      const people = await ofBothSides(number ? [number] : []);
      // What a number does not open is refused below to all such numbers together, so the long profile alone asks each by itself.
      const asked = number && !isSoak ? guarded.filter((name) => holdsAny([number], table[name].privileges)) : guarded;
      for (const name of asked) {
        const { status } = await call(people[isMakers(name)], name, pointless(name));
        const allowed = holdsAny([number], table[name].privileges);
        if ((status !== 403) !== allowed) wrong.push(`${number} ${name}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every other number together opens none of them', async () => {
    for (const name of guarded) {
      const user = await world.user(
        isMakers(name) ? 10 : 901,
        EVERY.filter((number) => !table[name].privileges!.includes(number)),
      );
      expect((await call(user, name, pointless(name))).status, name).toBe(403);
    }
  });

  test('without a session every call but the public ones is 401, also with a body that makes no sense', async () => {
    for (const name of privateNames)
      expect((await call(null, name, { ...pointless(name), body: { da: 'buttare' } })).status, name).toBe(401);
  });
});

describe('a token of another system', () => {
  const writes = privateNames.filter((name) => !name.startsWith('GET '));
  /** With all that a token may be given, of somebody who holds everything. */
  const make = async () => {
    const body = { name: 'Tutto', privileges: tokenScopes, days: 30 };
    return (await call(await side.colleague(), 'POST /users/tokens', { body })).body as TestUser;
  };

  test('is refused by every call that is for people alone, whatever it was given', async () => {
    const token = await make();
    for (const name of privateNames.filter((each) => table[each].peopleOnly)) {
      const { status, body } = await call(token, name, pointless(name));
      expect([name, status, body.message]).toEqual([name, 403, 'Lo può fare solo una persona, non un token.']);
    }
  });

  test('is given no number whose every change is for people alone', () => {
    // Who reads records may comment on them, which people do: a token is given such a number for reading.
    // An import asks for the privilege of its kind, and that of users is nobody's but a person's.
    const changes = writes.filter((name) => !name.endsWith('/comments') && !name.includes('/imports'));
    const opening = (number: number) => changes.filter((name) => table[name].privileges?.includes(number));
    const vain = EVERY.filter((number) => {
      const opened = opening(number);
      return opened.length > 0 && opened.every((name) => table[name].peopleOnly);
    });
    // Validating is a person's decision, though its number opens sections of a contract, too.
    const kept = [...new Set([...vain, privileges.approveContracts])].toSorted((a, b) => a - b);
    expect(EVERY.filter((number) => !tokenScopes.includes(number))).toEqual(kept);
  });
});

describe('what callers send', () => {
  test('fields that are not the caller’s to set are ignored', async () => {
    const sent = {
      ...accessory,
      code: 'MASS-1',
      id: 5,
      companyId: 902,
      company_id: 902,
      version: 99,
      archived: true,
      createdAt: '2001-01-01',
    };
    const { body } = await call(manager, 'POST /accessories', { body: sent });
    expect(body).toMatchObject({ code: 'MASS-1', version: 1, archived: false });
    expect(await world.query('select company_id from accessories where id = $1', [body.id])).toEqual([
      { company_id: 901 },
    ]);
    const fresh = await world.userWith('seeAccessories');
    const profile = await call(fresh, 'PUT /users/me', {
      version: 1,
      body: { name: 'Nuovo Nome', phone: '02 1234567', privileges: [1], company_id: 902, email: 'a@b.it' },
    });
    expect(profile.body).toMatchObject({
      name: 'Nuovo Nome',
      phone: '+39021234567',
      company_id: 901,
      email: fresh.email,
      version: 2,
    });
    expect(profile.body.privileges).toEqual([3]);
  });

  test('odd bodies, ids and headers are refused without an error of ours', async () => {
    const odd: unknown[] = [
      null,
      [],
      1,
      'x',
      { ...accessory, price: 1e300 },
      { ...accessory, makerId: Number.MAX_SAFE_INTEGER },
    ];
    for (const body of odd) {
      const { status, body: answer } = await call(manager, 'POST /accessories', { body });
      expect(status, JSON.stringify(answer)).toBe(422);
    }
    const raw = (path: string, init: RequestInit = {}) =>
      world.backend.request(`http://backend${path}`, {
        ...init,
        headers: { authorization: `Bearer ${manager.token}`, ...init.headers },
      });
    expect((await raw('/accessories', { method: 'POST', body: '{"code":' })).status).toBe(422);
    expect((await raw('/accessories', { method: 'POST', body: `"${'x'.repeat(1_000_001)}"` })).status).toBe(422);
    expect((await raw('/accessories?limit=1&limit=2')).status).toBe(422);
    for (const path of [
      '/accessories/0',
      '/accessories/-1',
      '/accessories/1e3',
      '/accessories/..%2f1',
      '/accessories/99999999999999999',
      '/quotes/1/preview/0',
      '/nulla',
      '/Accessories',
    ])
      expect((await raw(path)).status, path).toBe(404);
    for (const match of ['v1', '"1"', '*', 'W/"v1"', '"v1", "v2"'])
      expect(
        (
          await raw(`/accessories/${alfa.accessoryId}/archived`, {
            method: 'PUT',
            body: '{"archived":true}',
            headers: { 'if-match': match },
          })
        ).status,
      ).toBe(412);
    expect(
      (await raw('/accessories', { headers: { 'x-request-id': 'un id\u0001' } })).headers.get('x-request-id'),
    ).toBeNull();
  });
});
