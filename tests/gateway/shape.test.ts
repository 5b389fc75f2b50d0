import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { split } from '#domain/endpoint.ts';
import type { ErrorBody } from '#domain/errors.ts';
import { fittingOf, sampleOf } from '#tests/support/arbitrary.ts';
import { rounds } from '#tests/support/rounds.ts';
import { allPrivileges, open, requestOf, table, tokenOf } from '#tests/support/upstream.ts';

const { app, upstream } = open();
const token = tokenOf(21, allPrivileges);
const get = (path: string) => app.request(path, { headers: { authorization: `Bearer ${token}` } });
const post = (
  body: BodyInit,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  path = '/accessories',
) =>
  app.request(path, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { authorization: `Bearer ${token}`, ...headers },
  } as RequestInit);
const fieldsOf = async (answer: Response) => ((await answer.json()) as ErrorBody).fields;

describe('addresses', () => {
  test('unknown ones are 404, for whoever asks', async () => {
    for (const path of [
      '/',
      '/nothing',
      '/quotes/',
      '/quotes//7',
      '/quotes/7/nothing',
      '/QUOTES',
      '/auth/user/..',
      '/healthz',
    ]) {
      expect([path, (await app.request(path)).status]).toEqual([path, 404]);
    }
  });

  test('known ones with another method are 405 with the methods there are', async () => {
    for (const [name] of table) {
      const answer = await app.request(split(name).path.replace(/:\w+/g, '7'), {
        method: 'PATCH',
        headers: { 'x-session': 'bearer' },
      });
      expect([name, answer.status]).toEqual([name, 405]);
      expect(answer.headers.get('allow')!.split(', ')).toContain(split(name).method);
    }
  });

  test('parameters are positive safe integers in plain digits, else 404', async () => {
    const before = upstream.calls().length;
    for (const id of [
      '0',
      '-1',
      '1.0',
      '1e3',
      '0x10',
      '007',
      '+7',
      '%207',
      '7%20',
      '9007199254740992',
      '99999999999999999999',
      'abc',
      '７',
      '7%00',
      '..%2f7',
      'NaN',
    ]) {
      expect([id, (await get(`/quotes/${id}`)).status]).toEqual([id, 404]);
    }
    expect(upstream.calls().length).toBe(before);
    expect((await get('/quotes/9007199254740991')).status).toBe(200);
  });

  test('a fixed word is not taken for a number', async () => {
    await app.request('/companies/network', { headers: { authorization: `Bearer ${tokenOf(10)}` } });
    expect(upstream.seen.at(-1)!.name).toBe('GET /companies/network');
  });
});

describe('query', () => {
  test.each([
    ['unknown', '/quotes?colour=red', 'colour'],
    ['on a call without query', '/releases?limit=1', 'limit'],
    ['repeated', '/quotes?limit=1&limit=2', 'limit'],
    ['repeated and equal', '/quotes?q=a&q=a', 'q'],
    ['out of range', '/quotes?limit=100000', 'limit'],
    ['no number', '/quotes?offset=abc', 'offset'],
    ['not of the enumeration', '/quotes?state=draft,nothing', 'state'],
    ['as an array', '/quotes?limit[]=1', 'limit[]'],
  ])('a key that is %s is 422 by name', async (_, path, field) => {
    const before = upstream.calls().length;
    const answer = await get(path);
    expect(answer.status).toBe(422);
    expect(Object.keys((await fieldsOf(answer))!)).toEqual([field]);
    expect(upstream.calls().length).toBe(before);
  });

  test.each(['/quotes?__proto__=1', '/quotes?q=%00'])('%s is refused', async (path) => {
    expect((await get(path)).status).toBe(422);
  });

  test('goes on as it was written; a value that is empty is none', async () => {
    await get('/quotes?state=draft,issued&q=citt%C3%A0+%26+co&locationId=');
    expect(Object.fromEntries(new URLSearchParams(upstream.seen.at(-1)!.search))).toEqual({
      state: 'draft,issued',
      q: 'città & co',
    });
  });
});

describe('body', () => {
  test.each([
    ['malformed', '{"code":'],
    ['empty', ''],
    ['not an object', '[]'],
    ['null', 'null'],
    ['nested beyond reason', '['.repeat(900)],
    ['with a NUL', '{"code":"a\\u0000"}'],
  ])('%s: 422, never forwarded', async (_, body) => {
    const before = upstream.calls().length;
    expect((await post(body)).status).toBe(422);
    expect(upstream.calls().length).toBe(before);
  });

  test('says what is wrong with each field, in Italian', async () => {
    const answer = await post(JSON.stringify({ ...(sampleOf(z.object({})) as object), code: '', price: -5 }));
    expect(await fieldsOf(answer)).toMatchObject({
      code: 'Inserire il codice',
      price: 'L’importo non può essere negativo',
      description: 'Campo obbligatorio',
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-patch'])(
    'a body of type %s is refused',
    async (type) => {
      expect((await post('{}', { 'content-type': type })).status).toBe(422);
    },
  );

  test('with more values than the call takes is 413 before it is parsed, however they stand', async () => {
    const { app, upstream } = open();
    const send = (path: string, body: string) =>
      app.request(path, {
        method: 'POST',
        body,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      });
    const parse = vi.spyOn(JSON, 'parse');
    const keys = Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join();
    for (const body of [
      `{"area":"customers","name":"x","shared":true,"state":{${keys}}}`,
      `{"area":"customers","name":"x","shared":true,"state":${'['.repeat(450_000)}${']'.repeat(450_000)}}`,
      '{"a":'.repeat(1_100),
    ])
      expect((await send('/users/me/views', body)).status).toBe(413);
    expect(parse.mock.calls.some(([text]) => text.length > 5000)).toBe(false);
    parse.mockRestore();
    expect(upstream.seen.filter(({ name }) => name === 'POST /users/me/views')).toEqual([]);
  });

  test('a list that is far too long is refused at its field, wherever it stands', async () => {
    const to = async (more: object) =>
      fieldsOf(await post(JSON.stringify({ ...more, name: 'a,[{"b":' }), undefined, '/automatic-reports'));
    const ids = Array.from({ length: 10_000 }, (_, n) => n + 1);
    const addresses = ids.map((n) => ({ address: `n${n}@posta.example.it` }));
    expect(await to({ filter: { a: [1, 2, [3]] }, userIds: ids })).toEqual({ userIds: 'Sono troppi: al massimo 50' });
    expect(await to({ userIds: [1, 2], addresses })).toEqual({ addresses: 'Sono troppi: al massimo 20' });
  });

  test('as many values as a call takes pass, and a record with more fields than it takes', async () => {
    const view = {
      area: 'customers',
      name: '[{,"\\'.repeat(5),
      shared: true,
      state: {},
      beside: Array(900).fill('[,{"'),
    };
    expect((await post(JSON.stringify(view), undefined, '/users/me/views')).status).toBe(201);
    const rows = Array.from({ length: 5000 }, (_, index) => ({ id: index + 1, version: 1 }));
    expect((await post(JSON.stringify({ rows, action: 'archive' }), undefined, '/accessories/bulk')).status).toBe(200);
  });

  test('over 1 MB is 413, with and without a declared length', async () => {
    const before = upstream.calls().length;
    const big = 'x'.repeat(1_100_000);
    const declared = await post(big, { 'content-type': 'application/json', 'content-length': '1100000' });
    const streamed = await post(new Blob([big]).stream());
    expect([declared.status, streamed.status]).toEqual([413, 413]);
    expect(upstream.calls().length).toBe(before);
  });

  test('loses what the table does not know before it goes on', async () => {
    const [path, init] = requestOf('POST /accessories', token);
    const body = { ...(JSON.parse(init.body as string) as object), company_id: 22, privileges: [40], version: 9 };
    expect((await app.request(path, { ...init, body: JSON.stringify(body) })).status).toBe(201);
    expect(JSON.parse(upstream.seen.at(-1)!.body)).toEqual(JSON.parse(init.body as string));
  });

  // Bodies are parsed by the gateway and again by the backend.
  test.each(table.filter(([, { body }]) => body))('%s: parsing twice is parsing once', (_, { body }) => {
    fc.assert(
      fc.property(fittingOf(body!), (value) => {
        const once = JSON.parse(JSON.stringify(body!.parse(value))) as unknown;
        expect(JSON.parse(JSON.stringify(body!.parse(once)))).toEqual(once);
      }),
      { numRuns: rounds(10) },
    );
  });
});

describe('versions and keys', () => {
  const put = async (version: string | undefined) => {
    const [path, init] = requestOf('PUT /accessories/:id', token);
    const { 'if-match': _, ...headers } = init.headers as Record<string, string>;
    return (
      await app.request(path, {
        ...init,
        headers: version === undefined ? headers : { ...headers, 'if-match': version },
      })
    ).status;
  };

  test('a change without a version is 428, with something else 412', async () => {
    expect([await put(undefined), await put('*'), await put('"7"'), await put('"v7", "v8"')]).toEqual([
      428, 412, 412, 412,
    ]);
  });

  test('the version goes on, also when a proxy has weakened it', async () => {
    for (const version of ['"v12"', 'W/"v12"']) {
      expect(await put(version)).toBe(200);
      expect(upstream.seen.at(-1)!.headers.get('if-match')).toBe('"v12"');
    }
  });

  test('an idempotency key goes on with creating calls only', async () => {
    const key = { 'idempotency-key': 'k-1' };
    await app.request(...requestOf('POST /quotes', token, { headers: key }));
    expect(upstream.seen.at(-1)!.headers.get('idempotency-key')).toBe('k-1');
    await app.request(...requestOf('PUT /accessories/:id', token, { headers: key }));
    expect(upstream.seen.at(-1)!.headers.has('idempotency-key')).toBe(false);
    const long = await app.request(
      ...requestOf('POST /quotes', token, { headers: { 'idempotency-key': 'k'.repeat(256) } }),
    );
    expect(long.status).toBe(422);
  });
});
