import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { split } from '#domain/endpoint.ts';
import { endpoints } from '#domain/endpoints.ts';
import { arbitraryOf, hostile, mutated } from '#tests/support/arbitrary.ts';
import { rounds } from '#tests/support/rounds.ts';
import { allPrivileges, open, table, tokenOf } from '#tests/support/upstream.ts';

const REQUESTS = rounds(4000);
const token = tokenOf(21, allPrivileges);

/** Text of a part of an address: plain, or what a value becomes when somebody pastes it there. */
const piece = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 1, max: 99 }).map(String) },
  hostile.map((value) =>
    encodeURIComponent(String(typeof value === 'object' ? JSON.stringify(value) : value).toWellFormed()).slice(0, 500),
  ),
  fc.string({ unit: 'binary' }).map((text) => encodeURIComponent(text)),
);
const sometimes = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 1 });

const request = fc.constantFrom(...table).chain(([name, endpoint]) => {
  const valid = endpoint.body ? arbitraryOf(endpoint.body) : fc.constant(undefined);
  const body = fc.oneof(
    { weight: 2, arbitrary: valid },
    valid.chain((value) => (value === undefined ? fc.constant(value) : mutated(value))),
    hostile,
  );
  const keys = [...Object.keys(endpoint.query?.shape ?? {}), 'extra', '__proto__', 'constructor'];
  return fc.record({
    name: fc.constant(name),
    params: fc.array(piece, { minLength: 3, maxLength: 3 }),
    query: fc.array(fc.tuple(fc.constantFrom(...keys), piece), { maxLength: 2 }),
    body,
    type: fc.constantFrom('application/json', 'application/json', 'application/json; charset=utf-8', 'text/plain'),
    version: fc.constantFrom('"v7"', '"v7"', 'W/"v1"', '*', '', '"v99999999999"'),
    key: sometimes(fc.constantFrom('k', '', 'è', 'k'.repeat(300), 'a b')),
  });
});

test(
  `${REQUESTS} requests made from the schemas: never 5xx, and what comes out or goes on fits the table`,
  { timeout: 60_000 },
  async () => {
    const { app, upstream } = open();
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(request, async ({ name, params, query, body, type, version, key }) => {
        const { method, path } = split(name);
        let at = 0;
        const target =
          path.replace(/:\w+/g, () => params[at++]!) +
          (query.length > 0 ? `?${query.map(([k, v]) => `${k}=${v}`).join('&')}` : '');
        const headers = {
          authorization: `Bearer ${token}`,
          'content-type': type,
          'if-match': version,
          ...(key !== undefined && { 'idempotency-key': key }),
        };
        const before = upstream.seen.length;
        const answer = await app.request(target, {
          method,
          headers,
          body: method === 'GET' || body === undefined ? null : (JSON.stringify(body) ?? ''),
        });
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        expect(answer.status).toBeLessThan(500);
        const { answer: promised } = endpoints[name] as { answer?: z.ZodType | 'file' };
        if (answer.ok && typeof promised === 'object')
          expect(promised.safeParse(await answer.json()).success).toBe(true);
        for (const forwarded of upstream.seen.slice(before)) {
          expect(forwarded.name).toBeDefined();
          const { body: expected, bulk } = endpoints[forwarded.name!] as { body?: z.ZodType; bulk?: true };
          // A bulk of data goes on unread; the backend checks it in a thread.
          if (bulk) continue;
          if (expected) expect(expected.safeParse(JSON.parse(forwarded.body)).success).toBe(true);
          else expect(forwarded.body).toBe('');
        }
      }),
      { numRuns: REQUESTS },
    );
    // The dice must reach both sides of every check.
    expect([...seen.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 403, 404, 412, 422]));
  },
);
