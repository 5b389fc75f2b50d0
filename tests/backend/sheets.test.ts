import { afterAll, describe, expect, test } from 'vitest';
import { createGateway } from '#gateway/app.ts';
import { sealToken, sessionCookie } from '#gateway/session.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, beta, car, call, draft, query } = world;
afterAll(() => world.close());
const gateway = createGateway({ upstream: world.backend.fetch, config: world.config });

const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const manager = await world.userWith('createQuotes', 'manageOwnQuotes', 'seeAllQuotes', 'manageAllQuotes', 'seeMargin');
const stranger = await world.strangerWith('createQuotes', 'manageOwnQuotes');
const doors = {
  backend: call,
  gateway: async (as: TestUser | null, name: Parameters<typeof call>[1], sent: Parameters<typeof call>[2]) => {
    const cookie = `${sessionCookie(world.config).name}=${await sealToken(as!.token, world.config)}`;
    const headers = { cookie, 'sec-fetch-site': 'same-origin', ...sent?.headers };
    return call(null, name, { ...sent, headers }, gateway.app);
  },
};
const ACCESSORIES = 300;
await query(
  `insert into accessories (company_id, code, description, price)
   select 901, 'FOGLIO-' || n, 'Accessorio n. ' || n, 10000 + n from generate_series(1, $1::int) n`,
  [ACCESSORIES],
);

const create = async (changes = {}) => (await call(seller, 'POST /quotes', { body: draft(alfa, changes) })).body;
const asked = (id: number, known?: string | null) => ({
  params: { id },
  ...(known && { headers: { 'if-none-match': known } }),
});
const issue = ({ id, version }: { id: number; version: number }, sheet?: string) =>
  call(seller, 'POST /quotes/:id/issue', { params: { id }, version, ...(sheet && { body: { sheet } }) });
const reprice = (price: number) => query('update accessories set price = $2 where id = $1', [alfa.accessoryId, price]);

test('a save answers the quote, whatever the sheet holds', async () => {
  const made = await create();
  const saved = await call(seller, 'PUT /quotes/:id', {
    params: { id: made.id },
    version: made.version,
    body: draft(alfa, { accessoryIds: [alfa.accessoryId] }),
  });
  for (const body of [made, saved.body]) {
    expect(JSON.stringify(body)).not.toMatch(/FOGLIO-|Accessorio n\./);
    expect(JSON.stringify(body).length).toBeLessThan(1100);
  }
  const sheet = await call(seller, 'GET /quotes/:id/sheet', asked(made.id));
  expect(sheet.body.accessories.length).toBeGreaterThanOrEqual(ACCESSORIES);
});

test('one hash stands for one sheet: another one by what the reader may see, and when a price changes', async () => {
  const quote = await create();
  const hash = async (as: TestUser) => (await call(as, 'GET /quotes/:id/sheet', asked(quote.id))).body.hash;
  const own = await hash(seller);
  expect([quote.sheetHash, await hash(seller)]).toEqual([own, own]);
  const ofVersion = await call(seller, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } });
  expect(ofVersion.body.hash).toBe(own);
  const withCosts = await hash(manager);
  expect(withCosts).not.toBe(own);
  await reprice(77_700);
  expect(await hash(seller)).not.toBe(own);
  expect(await hash(manager)).not.toBe(withCosts);
  const { body } = await call(seller, 'GET /quotes/:id', { params: { id: quote.id } });
  expect(body.sheetHash).toBe(await hash(seller));
});

describe.each(['backend', 'gateway'] as const)('through the %s', (door) => {
  const sheet = (as: TestUser, id: number, known?: string | null) =>
    doors[door](as, 'GET /quotes/:id/sheet', asked(id, known));

  test('a caller who has the sheet is told so and gets no bytes, until it is another', async () => {
    await reprice(88_800);
    const { id } = await create();
    const first = await sheet(seller, id);
    const etag = first.headers.get('etag');
    expect([etag, first.headers.get('cache-control')]).toEqual([`"${first.body.hash}"`, 'private, no-cache']);
    for (const known of [etag, `W/${etag}`, `"altro", ${etag}`]) {
      const again = await sheet(seller, id, known);
      expect([again.status, again.body.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
      expect(again.headers.get('cache-control')).toBe('private, no-cache');
    }
    await reprice(99_900);
    const after = await sheet(seller, id, etag);
    expect([after.status, after.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('the ETag of somebody else opens nothing', async () => {
    const { id } = await create();
    const etags = [
      (await sheet(seller, id)).headers.get('etag'),
      (await sheet(manager, id)).headers.get('etag'),
    ] as const;
    expect((await sheet(manager, id, etags[0])).body.costPercent).toBe(90);
    expect((await sheet(seller, id, etags[1])).body.costPercent).toBeNull();
    for (const known of etags) {
      const refused = await sheet(stranger, id, known);
      expect([refused.status, refused.headers.get('etag')]).toEqual([404, null]);
      expect(refused.headers.get('cache-control')).toContain('no-store');
      const own = await doors[door](stranger, 'GET /quotes/sheets/:versionId', {
        params: { versionId: car.versionId },
        headers: { 'if-none-match': known! },
      });
      expect(own.status).toBe(200);
      expect(own.body.accessories.map((one: { id: number }) => one.id)).toEqual([beta.accessoryId]);
    }
    const colleague = await world.userWith('createQuotes', 'manageOwnQuotes');
    expect((await sheet(colleague, id, etags[0])).status).toBe(403);
  });
});

describe('issuing', () => {
  test('at prices that are no longer those of today is refused, and is right with the new sheet', async () => {
    const quote = await create({ accessoryIds: [alfa.accessoryId] });
    await reprice(123_400);
    const refused = await issue(quote, quote.sheetHash);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'I prezzi sono cambiati: rivedere il preventivo prima di emetterlo.',
    ]);
    const now = (await call(seller, 'GET /quotes/:id', { params: { id: quote.id } })).body;
    expect(now).toMatchObject({ state: 'draft', number: null, version: quote.version });
    expect((await issue(quote, now.sheetHash)).body.state).toBe('issued');
  });

  test('without a word about prices it is at those of today', async () => {
    const quote = await create();
    await reprice(123_500);
    expect((await issue(quote)).body.state).toBe('issued');
  });

  test('keeps a sheet that prices the same and never changes', async () => {
    const quote = await create({ accessoryIds: [alfa.accessoryId] });
    const issued = (await issue(quote, quote.sheetHash)).body;
    const kept = await call(seller, 'GET /quotes/:id/sheet', asked(quote.id));
    expect(kept.body.accessories).toMatchObject([{ id: alfa.accessoryId, price: 123_500 }]);
    expect(issued.sheetHash).toBe(kept.body.hash);
    await reprice(1);
    const etag = kept.headers.get('etag');
    expect((await call(seller, 'GET /quotes/:id/sheet', asked(quote.id, etag))).status).toBe(304);
  });
});
