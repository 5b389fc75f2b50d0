import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MANUFACTURER, split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import { holdsAny, privileges } from '#domain/privileges.ts';
import { verbs } from '#backend/verbs.ts';
import { createGateway } from '#gateway/app.ts';
import { sealToken, sessionCookie } from '#gateway/session.ts';
import { testDatabase } from '#tests/support/database.ts';
import { accessory, areas, reference } from '#tests/support/records.ts';
import { makeWorld, type Answer, type Sent, type TestUser } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const gateway = createGateway({ upstream: world.backend.fetch, config: world.config });
const { alfa, beta, car, call, draft } = world;
afterAll(() => world.close());

const names = Object.keys(endpoints) as CallName[];
const table = endpoints as Record<CallName, Endpoint>;
const EVERY = Object.keys(privileges).map(Number);
const privateNames = names.filter((name) => table[name].audience !== 'public');

/** Ids of the other company's records, by the first word of the path. */
const foreign: Record<string, number> = {};
let manager: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  manager = await world.user(901, EVERY);
  stranger = await world.user(902, EVERY);
  const view = { area: 'quotes', name: 'BETAMARCHIO vista', shared: true, state: {} };
  const quote = (await call(stranger, 'POST /quotes', { body: draft(beta, { notes: 'BETAMARCHIO' }) })).body;
  await call(stranger, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: 1 });
  const sessions = (await call(stranger, 'GET /users/me/sessions')).body;
  Object.assign(foreign, {
    quotes: quote.id,
    ...Object.fromEntries(areas.map((area) => [area, beta[idOf[area]]])),
    customers: beta.customerId,
    companies: 902,
    users: stranger.id,
  });
  foreign['users/me/views'] = (await call(stranger, 'POST /users/me/views', { body: view })).body.id;
  foreign['users/me/sessions'] = sessions[0].id;
});

const customer = { type: 'private', firstName: 'Anna', lastName: 'Prova' };
/** Ids of the dealer's own or the other one's records of the reference areas. */
const idOf = { accessories: 'accessoryId', tyres: 'tyreId' } as const;

/** A body that the call accepts. */
function bodyOf(name: CallName): unknown {
  const bodies: Partial<Record<CallName, unknown>> = {
    'POST /quotes': draft(alfa),
    'PUT /quotes/:id': draft(alfa),
    'POST /quotes/:id/close': { reason: 'other' },
    'POST /customers': customer,
    'PUT /customers/:id': customer,
    ...Object.assign(
      {},
      ...areas.map((area) => ({
        [`POST /${area}`]: reference[area].body,
        [`PUT /${area}/:id`]: reference[area].body,
        [`PUT /${area}/:id/archived`]: { archived: true },
        [`POST /${area}/reprice`]: { ids: [beta[idOf[area]]], percent: 10 },
        [`POST /${area}/import`]: { csv: reference[area].csv, dryRun: true },
      })),
    ),
    'PUT /users/me': { name: 'Prova Prova', phone: null },
    'PUT /users/me/password': { current: 'x', password: 'quattro-gatti-sul-tetto' },
    'PUT /users/me/picture': { base64: 'AAAA' },
    'PUT /users/me/appearance': { theme: 'dark', density: 'compact', shortcuts: true },
    'POST /users/me/views': { area: 'quotes', name: 'Vista', shared: false, state: {} },
  };
  return bodies[name];
}
const queryOf = (name: CallName): Sent['query'] =>
  ({
    'GET /quotes/export': { format: 'csv' },
    ...Object.fromEntries(areas.map((area) => [`GET /${area}/export`, { format: 'csv' }])),
    'GET /customers/matches': { q: 'mario' },
    'GET /search': { q: 'mario' },
    'GET /users/me/views': { area: 'quotes' },
  })[name as string] ?? {};

function sentOf(name: CallName, id: number): Sent {
  const params = Object.fromEntries([...name.matchAll(/:(\w+)/g)].map(([, key]) => [key!, key === 'page' ? 1 : id]));
  const body = bodyOf(name);
  return {
    params,
    query: queryOf(name)!,
    ...(body !== undefined && { body }),
    ...(table[name].versioned && { version: 1 }),
  };
}

const textOf = ({ body }: Answer) => (Buffer.isBuffer(body) ? body.toString('latin1') : JSON.stringify(body ?? ''));

test('every call of the table has a verb and every verb a call', () => {
  expect(Object.keys(verbs).toSorted()).toEqual(names.toSorted());
});

/** The dealer API as other hosts call it, and the gateway in front of it as browsers call it. */
const doors = {
  backend: call,
  gateway: async (as: TestUser, name: CallName, sent: Sent) => {
    const cookie = `${sessionCookie(world.config).name}=${await sealToken(as.token, world.config)}`;
    return call(null, name, { ...sent, headers: { cookie, 'sec-fetch-site': 'same-origin' } }, gateway.app);
  },
};

describe.each(['backend', 'gateway'] as const)('another company, through the %s', (door) => {
  const ask = doors[door];
  const withRecord = privateNames.filter(
    (name) => /:(id|company_id)/.test(name) && !name.includes('/catalog/') && !name.includes('/releases/'),
  );

  test.each(withRecord)('%s answers 404 for its records, like for none', async (name) => {
    const area = Object.keys(foreign)
      .toSorted((a, b) => b.length - a.length)
      .find((key) => split(name).path.startsWith(`/${key}/`))!;
    const [theirs, nobodys] = [
      await ask(manager, name, sentOf(name, foreign[area]!)),
      await ask(manager, name, sentOf(name, 987_654_321)),
    ];
    expect([theirs.status, nobodys.status]).toEqual([404, 404]);
    expect({ ...theirs.body, requestId: '' }).toEqual({ ...nobodys.body, requestId: '' });
  });

  test.each(privateNames.filter((name) => !/(logout|sessions\/:id)/.test(name)))(
    '%s answers nothing of it',
    async (name) => {
      for (const id of [...Object.values(foreign), car.versionId]) {
        const answer = await ask(manager, name, sentOf(name, id));
        expect(answer.status, textOf(answer)).toBeLessThan(500);
        expect(textOf(answer)).not.toContain('BETAMARCHIO');
      }
    },
  );
});

describe('the manufacturer', () => {
  test('reads figures of the network and nothing else', async () => {
    const fms = await world.user(MANUFACTURER, EVERY);
    const network = await call(fms, 'GET /companies/network');
    expect(network.body.dealers.map(({ id }: { id: number }) => id)).toEqual(expect.arrayContaining([901, 902]));
    expect(Object.keys(network.body.dealers[0]).toSorted()).toEqual([
      'id',
      'name',
      'province',
      'quotesThisMonth',
      'users',
    ]);
    expect((await call(manager, 'GET /companies/network')).status).toBe(403);
    expect((await call(fms, 'GET /quotes')).status).toBe(403);
    expect((await call(fms, 'GET /accessories/:id', { params: { id: alfa.accessoryId } })).status).toBe(403);
  });
});

describe('privileges', () => {
  // Nobody's record: what passes the guard ends at 404 or 422, never at a change.
  const guarded = privateNames.filter((name) => table[name].privileges?.length);

  test('each number opens exactly the calls that the table gives it', async () => {
    const wrong: string[] = [];
    for (const number of [0, ...EVERY]) {
      const user = await world.user(901, number ? [number] : []);
      for (const name of guarded) {
        const { status } = await call(user, name, { ...sentOf(name, 987_654_321), body: {}, version: 1 });
        const allowed = holdsAny([number], table[name].privileges);
        if ((status !== 403) !== allowed) wrong.push(`${number} ${name}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);
  }, 120_000);

  test('every other number together opens none of them', async () => {
    for (const name of guarded) {
      const user = await world.user(
        901,
        EVERY.filter((number) => !table[name].privileges!.includes(number)),
      );
      expect((await call(user, name, sentOf(name, 987_654_321))).status, name).toBe(403);
    }
  });

  test('without a session every call but the public ones is 401, also with a body that makes no sense', async () => {
    for (const name of privateNames)
      expect((await call(null, name, { ...sentOf(name, 1), body: { da: 'buttare' } })).status, name).toBe(401);
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
    const fresh = await world.user(901, [3]);
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
      { code: '\u0000' },
      { ...accessory, code: 'nul\u0000' },
      { ...accessory, description: '\ud800' },
      { ...accessory, price: 1e300 },
      { ...accessory, makerId: Number.MAX_SAFE_INTEGER },
    ];
    for (const body of odd) {
      const { status, body: answer } = await call(manager, 'POST /accessories', { body });
      // A lone half of a character is stored as the replacement character.
      expect([201, 422], JSON.stringify(answer)).toContain(status);
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
