import { describe, expect, test } from 'vitest';
import type { ErrorBody } from '#domain/errors.ts';
import { allPrivileges, open, requestOf, tokenOf } from '#tests/support/upstream.ts';

const token = tokenOf(21, allPrivileges);

describe('request headers', () => {
  const refused = [
    'cookie',
    'host',
    'x-user-id',
    'x-company-id',
    'x-user',
    'x-company',
    'x-privileges',
    'x-role',
    'x-tenant',
    'x-admin',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-port',
    'x-forwarded-server',
    'x-forwarded-user',
    'x-forwarded-email',
    'x-forwarded-prefix',
    'x-real-ip',
    'x-client-ip',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x-method-override',
    'forwarded',
    'via',
    'true-client-ip',
    'cf-connecting-ip',
    'origin',
    'referer',
    'sec-fetch-site',
    'connection',
    'keep-alive',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
    'upgrade',
    'x-session',
    'if-none-match',
    'range',
    'traceparent',
    'x-api-key',
  ];

  test.each(refused)('%s does not arrive', async (header) => {
    const { app, upstream } = open();
    await app.request(...requestOf('PUT /accessories/:id', token, { headers: { [header]: 'planted' } }));
    const { headers } = upstream.calls().at(-1)!;
    expect([...headers.values()].join()).not.toContain('planted');
  });

  test('exactly these arrive', async () => {
    const { app, upstream } = open();
    await app.request(
      ...requestOf('PUT /accessories/:id', token, {
        headers: {
          'accept-language': 'it',
          'user-agent': 'Prova/1',
          accept: 'application/json',
          'x-forwarded-for': '6.6.6.6',
          'x-request-id': 'id-from-the-page',
        },
      }),
    );
    expect(Object.fromEntries(upstream.calls().at(-1)!.headers)).toEqual({
      accept: 'application/json',
      'accept-language': 'it',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'if-match': '"v7"',
      'user-agent': 'Prova/1',
      'x-forwarded-for': 'local',
      'x-request-id': 'id-from-the-page',
    });
  });

  test('a request id that is not well formed is replaced', async () => {
    const { app } = open();
    const answer = await app.request('/releases', { headers: { 'x-request-id': 'a b"}' } });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    expect(((await answer.json()) as ErrorBody).requestId).toBe(answer.headers.get('x-request-id'));
  });

  test.each([
    [0, '6.6.6.6, 1.2.3.4', 'local'],
    [1, '6.6.6.6, 1.2.3.4', '1.2.3.4'],
    [2, '6.6.6.6, 1.2.3.4, 10.0.0.1', '1.2.3.4'],
    [1, 'not an address', 'local'],
    [2, '1.2.3.4', 'local'],
  ])('behind %i trusted proxies, %s is %s', async (TRUSTED_PROXIES, chain, address) => {
    const { app, upstream } = open({ TRUSTED_PROXIES });
    await app.request('/releases', { headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': chain } });
    expect(upstream.seen.at(-1)!.headers.get('x-forwarded-for')).toBe(address);
  });

  test('a public call carries nobody’s token', async () => {
    const { app, upstream } = open();
    await app.request(...requestOf('POST /auth/reset', token));
    expect(upstream.seen.map(({ name, headers }) => [name, headers.has('authorization')])).toEqual([
      ['POST /auth/reset', false],
    ]);
  });
});
