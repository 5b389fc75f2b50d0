import { describe, expect, test } from 'vitest';
import { split } from '#domain/endpoint.ts';
import { open, table, tokenOf } from '#tests/support/upstream.ts';

interface Operation {
  parameters?: { name: string; in: string; required: boolean }[];
  requestBody?: { content: Record<string, { schema: object }> };
  responses: Record<string, { content?: Record<string, { schema: object }>; $ref?: string }>;
  security: object[];
  'x-privileges': number[];
}
interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { responses: object; securitySchemes: object };
}

const { app } = open();
const get = (path: string, token = tokenOf()) => app.request(path, { headers: { authorization: `Bearer ${token}` } });

describe('openapi.json', async () => {
  const description = (await (await get('/openapi.json')).json()) as Description;

  test('describes exactly the calls of the table', () => {
    const described = Object.entries(description.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    );
    expect(described.toSorted()).toEqual(table.map(([name]) => name as string).toSorted());
  });

  test.each(table)('%s: parts as the table has them', (name, endpoint) => {
    const { method, path } = split(name);
    const operation = description.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!;
    const expected = [
      ...[...path.matchAll(/:(\w+)/g)].map(([, param]) => `path ${param}`),
      ...Object.keys(endpoint.query?.shape ?? {}).map((key) => `query ${key}`),
      ...(endpoint.versioned ? ['header If-Match'] : []),
      ...(endpoint.keyed ? ['header Idempotency-Key'] : []),
      ...(endpoint.cached ? ['header If-None-Match'] : []),
    ];
    expect((operation.parameters ?? []).map((parameter) => `${parameter.in} ${parameter.name}`)).toEqual(expected);
    expect(operation.requestBody !== undefined).toBe(Boolean(endpoint.body ?? endpoint.upload));
    expect(Object.keys(operation.responses)).toContain(endpoint.creates ? '201' : endpoint.answer ? '200' : '204');
    expect(Object.keys(operation.responses).includes('304')).toBe(endpoint.cached === true);
    expect(operation['x-privileges']).toEqual(endpoint.privileges ?? []);
    expect(operation.security).toEqual(endpoint.audience === 'public' ? [] : [{ cookie: [] }, { bearer: [] }]);
  });

  test('leaves no reference open and gives every operation its own id', () => {
    const refs = [...JSON.stringify(description).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, ref]) => ref!);
    const open = refs.filter(
      (ref) =>
        !ref
          .split('/')
          .reduce<unknown>((node, key) => (node as Record<string, unknown> | undefined)?.[key], description),
    );
    expect([refs.length > 0, open]).toEqual([true, []]);
    const ids = [...JSON.stringify(description).matchAll(/"operationId":"([^"]+)"/g)].map(([, id]) => id!);
    expect(new Set(ids).size).toBe(table.length);
  });

  test('fields that a body needs are told from those it may leave out', () => {
    const { schema } = description.paths['/auth/login']!['post']!.requestBody!.content['application/json']!;
    expect(schema).toMatchObject({ type: 'object', required: ['email', 'password'] });
  });
});

describe('reference', () => {
  test('names every call, without script, and its policy lets nothing else in', async () => {
    const answer = await get('/reference');
    const page = await answer.text();
    for (const [name] of table) expect(page).toContain(`<b>${split(name).method}</b><code>${split(name).path}</code>`);
    expect(page).not.toMatch(/<script|javascript:|https?:\/\/|\son\w+=|\sstyle=/i);
    expect(answer.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/=]+'; base-uri 'none'/,
    );
  });

  test('its style is the one that the policy names', async () => {
    const answer = await get('/reference');
    const style = /<style>(.*?)<\/style>/s.exec(await answer.text())![1]!;
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(style));
    expect(answer.headers.get('content-security-policy')).toContain(
      `'sha256-${Buffer.from(digest).toString('base64')}'`,
    );
  });
});

test.each(['/openapi.json', '/reference'])('%s is for logged-in users', async (path) => {
  expect([(await app.request(path)).status, (await get(path, 'unknown')).status]).toEqual([401, 401]);
});
