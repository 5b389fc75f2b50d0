import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parseJson } from '#backend/lib/work/parse.ts';
import { ANSWER_MARK, markOf } from '#domain/answer-mark.ts';
import { split, type Endpoint } from '#domain/endpoint.ts';
import { endpoints, type CallName } from '#domain/endpoints.ts';
import type { Failure } from '#domain/errors.ts';
import { mustBeReadable } from '#domain/validation.ts';
import { fill } from '#tests/support/areas.ts';
import { arbitraryOf, hostile, mutated } from '#tests/support/arbitrary.ts';
import { testDatabase } from '#tests/support/database.ts';
import { leavesOf, withLeaf } from '#tests/support/leaves.ts';
import { pdfText } from '#tests/support/pdf-text.ts';
import { isSoak } from '#tests/support/rounds.ts';
import { makeWorld, TODAY } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { call } = world;
afterAll(() => world.close());

/** Few of each, because there are hundreds of calls. */
const RUNS = isSoak ? 200 : 3;

const table = endpoints as Record<CallName, Endpoint>;
const names = Object.keys(endpoints) as CallName[];
const side = await world.sideOf(world.alfa);
/** For what is only read. */
const shown = await world.sideOf(world.alfa, { kept: true });
type Made = ReturnType<typeof fill>;
const made = new Map<CallName, Made>();
/** How a call succeeds, made once: what is wrong with a body or a query is said before any record is read. */
function onceMade(name: CallName): Made {
  const known = made.get(name) ?? fill(name, split(name).method === 'GET' ? shown : side);
  made.set(name, known);
  return known;
}

// A quote keeps the company as it was when it was issued.
beforeAll(() =>
  world.query("update companies set registry = 'Prova', rea = 'MI-7654321', capital = 5000000 where company_id = 901"),
);

describe('answers', () => {
  const reading = names.filter((name) => split(name).method === 'GET' && table[name].answer instanceof z.ZodType);

  test.each(reading)('%s answers what the table promises and nothing more', async (name) => {
    const { as, sent } = await onceMade(name);
    const answer = await call(as, name, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((table[name].answer as z.ZodType).parse(answer.body)).toEqual(answer.body);
    const { cached, answer: promised } = table[name];
    expect(answer.headers.get(ANSWER_MARK)).toBe(markOf(promised as z.ZodType));
    expect(answer.headers.get('cache-control')).toBe(cached ? 'private, no-cache' : 'no-store');
    const version = typeof answer.body.version === 'number' ? `"v${answer.body.version}"` : null;
    expect(answer.headers.get('etag')).toBe(cached ? `"${answer.body.hash}"` : version);
  });
});

describe('whatever is printed', () => {
  // What was signed holds its papers as pictures; what was uploaded is not ours.
  const papers = /^GET (?!\/signing).*\/(document|comparison|annex|packet|agreement|price-list|sheet)$/;
  const printing = names.filter((name) => table[name].answer === 'file' && papers.test(name));

  test.each(printing)('%s states on each page what Civil Code 2250 asks of the company', async (name) => {
    const { as, sent } = await fill(name, shown);
    const { status, body } = await call(as, name, sent);
    expect(status, String(body)).toBe(200);
    const pages = pdfText(Buffer.from(body)).map((page) => page.replace(/\s+/g, ' '));
    expect(pages.length).toBeGreaterThan(0);
    for (const page of pages) expect(page).toContain('REA MI-7654321 · Capitale sociale 50.000,00 € i.v.');
  });
});

test('a database whose disk is full is away for a while, and goes on when there is room again', async () => {
  const { as, sent } = await fill('POST /accessories', side);
  await world.query(`create function no_room() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
    create trigger no_room before insert on accessories for each statement execute function no_room()`);
  const refused = await call(as, 'POST /accessories', sent);
  await world.query('drop function no_room cascade');
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    ...[503, '5'],
    expect.objectContaining({ error: 'unavailable', message: 'Servizio temporaneamente non disponibile' }),
  ]);
  expect((await call(as, 'POST /accessories', sent)).status).toBe(201);
});

/** What is said of a body that does not fit. */
function refusal(schema: z.ZodType, body: unknown): Failure['detail'] & { fields: object } {
  try {
    parseJson(schema, JSON.stringify(body), TODAY);
  } catch (error) {
    return { fields: {}, ...(error as Failure).detail };
  }
  return { fields: {} };
}

/** What the rule of readable texts says of a body. */
function ruledOut(body: unknown): Failure['detail'] {
  try {
    mustBeReadable(JSON.stringify(body), body);
  } catch (error) {
    return (error as Failure).detail;
  }
  return {};
}

describe('whatever is sent', () => {
  // A body may ask everybody of the company for a second factor, which changes what the calls of the login answer.
  afterEach(() => world.query('update companies set second_factor_required = false where company_id <> 10'));

  // Logging in hashes, and ending the own session would end the test.
  const writing = names.filter(
    (name) => table[name].body && !['POST /auth/login', 'POST /auth/password', 'PUT /users/me/password'].includes(name),
  );

  test.each(writing)('%s fails in an orderly way', async (name) => {
    const body = table[name].body!;
    const { params, version } = (await onceMade(name)).sent;
    const fitting = arbitraryOf(body);
    const value = fc.oneof(fitting, fitting.chain(mutated), hostile);
    await fc.assert(
      fc.asyncProperty(value, async (sent) => {
        const answer = await call(side.as, name, { ...(params && { params }), version: version ?? 1, body: sent });
        expect(answer.status, `${JSON.stringify(answer.body)} ${JSON.stringify(sent)?.slice(0, 500)}`).toBeLessThan(
          500,
        );
        if (answer.status >= 400)
          expect(answer.body).toMatchObject({
            error: expect.any(String),
            message: expect.any(String),
            requestId: expect.any(String),
          });
      }),
      { numRuns: RUNS },
    );
  });

  test.each(names.filter((name) => table[name].body))('%s refuses at the field what does not fit', async (name) => {
    const { as, sent } = await onceMade(name);
    const { params, version, body } = sent;
    const who = table[name].audience === 'public' ? null : as;
    const send = (wrong: unknown) =>
      call(who, name, { ...(params && { params }), ...(version !== undefined && { version }), body: wrong });
    expect((await send([])).status).toBe(422);
    const wrong = Object.keys(body as object).filter(
      (key) => !table[name].body!.safeParse({ ...(body as object), [key]: { no: 'value' } }).success,
    );
    expect(wrong).not.toEqual([]);
    for (const [place, key] of wrong.entries()) {
      const unfit = { ...(body as object), [key]: { no: 'value' } };
      // One is sent; the others are shown to what reads every body.
      const answer =
        isSoak || place === 0 ? await send(unfit) : { status: 422, body: refusal(table[name].body!, unfit) };
      expect([key, answer.status]).toEqual([key, 422]);
      expect(Object.keys(answer.body.fields).some((field) => field.startsWith(key))).toBe(true);
    }
  });

  test('a text that no database holds is refused at its field, in every call', async () => {
    const texts = ['\0', 'nu\0l', '\ud800', 'mezzo \udc00 carattere'];
    let turn = 0;
    for (const name of names.filter((each) => table[each].body)) {
      const { as, sent } = await onceMade(name);
      const leaves = leavesOf(sent.body).filter(({ value }) => typeof value === 'string');
      for (const [place, { path }] of leaves.entries())
        // In turn, because one rule refuses them all; the first text of a call is sent, the others are shown to the rule.
        for (const broken of isSoak ? texts : [texts[(turn += 1) % texts.length]!]) {
          const wrong = withLeaf(sent.body, path, broken);
          const refused =
            isSoak || place === 0
              ? await call(as, name, { ...sent, body: wrong })
              : { status: 422, body: ruledOut(wrong) };
          const at = path.join('.');
          expect({ name, at, broken, status: refused.status, fields: refused.body.fields }).toEqual({
            name,
            at,
            broken,
            status: 422,
            fields: { [at]: 'Contiene un carattere non ammesso: riscrivere il testo' },
          });
        }
    }
  });

  const asking = names.filter((name) => table[name].query);
  test.each(asking)('%s takes any query', async (name) => {
    const { params } = (await onceMade(name)).sent;
    const shape = Object.keys(table[name].query!.shape);
    const text = fc.oneof(
      fc.constantFrom(
        '',
        '0',
        '-1',
        '1e9',
        'NaN',
        'true',
        '2026-02-30',
        '%',
        '\\',
        "'",
        '\u0000',
        'asc',
        'csv',
        'draft,issued',
        'è🚗',
      ),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom(...shape, 'altro'), text), async (query) => {
        const answer = await call(side.as, name, { ...(params && { params }), query });
        expect(answer.status, JSON.stringify(query)).toBeLessThan(500);
      }),
      { numRuns: RUNS },
    );
  });
});
