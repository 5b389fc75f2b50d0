import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ANSWER_MARK, markOf } from '#domain/answer-mark.ts';
import { sampleOf } from '#tests/support/arbitrary.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import {
  allPrivileges,
  cookieFrom,
  open,
  requestOf,
  table,
  through,
  tokenOf,
  validAnswer,
} from '#tests/support/upstream.ts';

const token = tokenOf(21, allPrivileges);

describe('good answers', () => {
  test('keep these headers and no others', async () => {
    const { response } = await through(
      () =>
        validAnswer('POST /quotes', {
          etag: '"v1"',
          'idempotent-replayed': 'true',
          'set-cookie': 'a=b',
          server: 'x',
          'x-powered-by': 'x',
          location: '//evil.example',
          'access-control-allow-origin': '*',
          'content-security-policy': '*',
        }),
      'POST /quotes',
    );
    expect([response.status, Object.fromEntries(response.headers)]).toEqual([
      201,
      {
        'cache-control': 'private, no-store',
        'content-length': expect.any(String) as string,
        'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        'content-type': 'application/json',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        etag: '"v1"',
        'idempotent-replayed': 'true',
        'permissions-policy': 'camera=(), microphone=(), geolocation=()',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-request-id': expect.any(String) as string,
      },
    ]);
  });

  test('over https the browser is told to stay there', async () => {
    const { app } = open({ PUBLIC_ORIGIN: 'https://volante.example.it' });
    expect((await app.request('/releases')).headers.get('strict-transport-security')).toBe(
      'max-age=31536000; includeSubDomains',
    );
  });

  /** The value with one more key in every object that the schema describes. */
  function withExtras(schema: z.ZodType, value: unknown): unknown {
    if (schema instanceof z.ZodArray)
      return (value as unknown[]).map((item) => withExtras(schema.element as z.ZodType, item));
    if (schema instanceof z.ZodUnion) return withExtras(schema.options[0] as z.ZodType, value);
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      return value == null ? value : withExtras(schema.unwrap() as z.ZodType, value);
    if (schema instanceof z.ZodDiscriminatedUnion) {
      const options = schema.options as z.ZodType[];
      return withExtras(
        options.find((one) => one.safeParse(value).success)!,
        value,
      );
    }
    if (!(schema instanceof z.ZodObject)) return value;
    const known = Object.entries(value as object).map(
      ([key, item]) => [key, withExtras(schema.shape[key] as z.ZodType, item)] as const,
    );
    return { ...Object.fromEntries(known), passwordHash: 'leak' };
  }
  // Elsewhere: the user is assembled by the gateway itself; a list of names or counts has no object to hide a key in.
  const isPlain = (item: unknown): boolean =>
    item instanceof z.ZodNullable ? isPlain(item.unwrap()) : item instanceof z.ZodString || item instanceof z.ZodNumber;
  const plains = (answer: unknown) => answer instanceof z.ZodArray && isPlain(answer.element);
  const entries = ['POST /auth/login', 'POST /auth/code', 'POST /auth/activation/confirm'];
  const jsonCalls = table.filter(
    ([name, { answer }]) => typeof answer === 'object' && name !== 'GET /auth/user' && !plains(answer),
  );

  const { app, upstream } = open();
  test.each(jsonCalls)('%s: nothing beyond the schema comes out', async (name, { answer, audience, creates }) => {
    const leaking = withExtras(
      answer as z.ZodType,
      entries.includes(name) ? { ...(sampleOf(answer as z.ZodType) as object), token } : sampleOf(answer as z.ZodType),
    );
    upstream.answer = (seen) =>
      seen.name === name ? Response.json(leaking, { status: creates ? 201 : 200 }) : undefined;
    const response = await app.request(...requestOf(name, tokenOf(audience === 'fms' ? 10 : 21, allPrivileges)));
    const text = await response.text();
    expect([response.ok, JSON.stringify(leaking).includes('leak'), text.includes('leak')]).toEqual([true, true, false]);
  });

  describe('answers of an upstream that has checked them', () => {
    const name = 'GET /catalog/makers';
    const mark = markOf(endpoints[name].answer);
    const spaced = '[ {"id": 1, "name": "Lumera", "secret": "leak"} ]';
    const sent = (said: string) => () =>
      new Response(spaced, { headers: { 'content-type': 'application/json', [ANSWER_MARK]: said } });

    test('pass as they are when it was built from this table', async () => {
      const { response } = await through(sent(mark), name);
      expect([response.headers.get('content-length'), await response.text()]).toEqual([String(spaced.length), spaced]);
      expect(response.headers.get(ANSWER_MARK)).toBeNull();
    });

    test('are checked all the same when it was built from another', async () => {
      for (const other of ['', markOf(endpoints['GET /releases'].answer)]) {
        const { response } = await through(sent(other), name);
        expect(await response.text()).not.toContain('leak');
      }
    });

    test('a page reads them, and malformed ones are a bad answer to it', async () => {
      const { gateway, upstream } = open();
      const headers = new Headers({ cookie: await cookieFrom(gateway.app) });
      const session = await gateway.session(new Request('http://localhost:4321/', { headers }), { headers });
      upstream.answer = (seen) => (seen.name === name ? sent(mark)() : undefined);
      expect(await gateway.call(session, name, {}, { headers })).toMatchObject([{ name: 'Lumera' }]);
      const cut = () => new Response('[{', { headers: { 'content-type': 'application/json', [ANSWER_MARK]: mark } });
      upstream.answer = (seen) => (seen.name === name ? cut() : undefined);
      await expect(gateway.call(session, name, {}, { headers })).rejects.toMatchObject({ code: 'bad_answer' });
    });
  });

  describe('that callers keep', () => {
    const name = 'GET /quotes/sheets/:versionId';
    const known = { 'if-none-match': '"abc"' };
    const ask = async (status: number, headers: Record<string, string>, call: CallName = name) => {
      const { app, upstream } = open();
      upstream.answer = (seen) =>
        seen.name !== call
          ? undefined
          : status === 304
            ? new Response(null, { status, headers: { etag: '"abc"' } })
            : validAnswer(call, { etag: '"abc"', 'cache-control': 'public, max-age=9' });
      const response = await app.request(...requestOf(call, token, { headers }));
      return { response, sent: upstream.seen.at(-1)!.headers.get('if-none-match') };
    };

    test('are asked for by their hash and come as 304 when they still hold', async () => {
      const { response, sent } = await ask(304, known);
      expect([response.status, await response.text(), sent]).toEqual([304, '', '"abc"']);
      expect([response.headers.get('etag'), response.headers.get('cache-control')]).toEqual([
        '"abc"',
        'private, no-cache',
      ]);
    });

    test('the table says how they are kept, not the upstream', async () => {
      const { response } = await ask(200, {});
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-cache']);
      const other = await ask(200, known, 'GET /quotes/:id');
      expect([other.response.headers.get('cache-control'), other.sent]).toEqual(['private, no-store', null]);
    });

    test('a 304 that nobody asked for is a bad answer', async () => {
      expect((await ask(304, {})).response.status).toBe(502);
      expect((await ask(304, known, 'GET /quotes/:id')).response.status).toBe(502);
    });

    test('a page gets the value whatever its visitor has', async () => {
      const { gateway, upstream } = open();
      const cookie = await cookieFrom(gateway.app);
      const headers = new Headers({ cookie, ...known });
      const session = await gateway.session(new Request('http://localhost:4321/', { headers }), { headers });
      await gateway.call(session, name, { params: { versionId: 7 } }, { headers });
      expect(upstream.seen.at(-1)!.headers.get('if-none-match')).toBeNull();
    });
  });

  test('files are streamed, sandboxed and never sniffed', async () => {
    const file = () =>
      new Response('<svg/>', {
        headers: { 'content-type': 'image/svg+xml', 'content-disposition': 'inline; filename="p.svg"' },
      });
    const { response } = await through(file, 'GET /quotes/:id/document');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect(response.headers.get('content-disposition')).toBe('inline; filename="p.svg"');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.*; sandbox$/);
    expect([response.headers.get('x-content-type-options'), response.headers.get('cache-control')]).toEqual([
      'nosniff',
      'private, no-store',
    ]);
    expect(await response.text()).toBe('<svg/>');
  });

  test('a file goes on after the time of the headers has passed', async () => {
    const slow = () => {
      const body = new ReadableStream({
        async start(controller) {
          for (const part of ['a', 'b', 'c']) {
            controller.enqueue(new TextEncoder().encode(part));
            await new Promise((done) => setTimeout(done, 200));
          }
          controller.close();
        },
      });
      return new Response(body, { headers: { 'content-type': 'application/pdf' } });
    };
    const { response } = await through(slow, 'GET /quotes/:id/document', { UPSTREAM_TIMEOUT: 300 });
    expect(await response.text()).toBe('abc');
  });
});

describe('refusals of the upstream', () => {
  test.each([
    [400, 422, 'invalid'],
    [403, 403, 'forbidden'],
    [404, 404, 'not_found'],
    [409, 409, 'conflict'],
    [412, 412, 'stale'],
    [422, 422, 'invalid'],
    [428, 428, 'precondition_required'],
    [429, 429, 'too_many'],
  ] as const)('%i comes out as %i %s, with its message and fields', async (status, out, error) => {
    const sent = {
      error,
      message: 'Un motivo',
      requestId: 'upstream',
      fields: { code: 'No', evil: { a: 1 } },
      stack: 'secret',
      retryAfter: 9,
    };
    const { response, body } = await through(
      () => Response.json(sent, { status, headers: { 'retry-after': '9' } }),
      'POST /quotes',
    );
    expect(response.status).toBe(out);
    expect(body).toEqual({
      error,
      message: 'Un motivo',
      requestId: response.headers.get('x-request-id'),
      fields: { code: 'No' },
      retryAfter: 9,
    });
  });

  test('text that is not of our making stays inside', async () => {
    const { response, body } = await through(() => new Response('pg: relation "quotes" secret', { status: 409 }));
    expect([response.status, body.message]).toEqual([409, 'Operazione non possibile nello stato attuale.']);
  });

  test('a stale change brings the record as it is now, by its schema', async () => {
    const current = { ...((await validAnswer('PUT /quotes/:id').json()) as object), passwordHash: 'leak' };
    const { body } = await through(
      () => Response.json({ error: 'stale', message: 'x', requestId: 'x', current }, { status: 412 }),
      'PUT /quotes/:id',
    );
    const { passwordHash: _, ...record } = current;
    expect(body.current).toEqual(record);
  });
});
