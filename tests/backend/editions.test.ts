import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { publicationJob } from '#backend/catalog/editions/publish.ts';
import { circleIn } from '#domain/catalog/editions/checks.ts';
import { MOST_PRICE, catalogTables, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { addDays } from '#domain/dates.ts';
import type { CallName } from '#domain/endpoints.ts';
import { keysOf } from '#domain/record/machine.ts';
import { testDatabase } from '#tests/support/database.ts';
import { rounds } from '#tests/support/rounds.ts';
import type { Sent, TestUser } from '#tests/support/area.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { alfa, call, car, clock, query } = world;
afterAll(() => world.close());
const start = clock.now;
beforeEach(() => (clock.now = start));

const editor = await world.user(10, EVERY);
const other = await world.user(10, EVERY);
const dealer = await world.user(alfa.companyId, EVERY);
const { versionId, makerId, options } = car;

type Row = { kind: CatalogKind; key: string; version?: number; values: Record<string, unknown> | null };

async function send(name: CallName, sent: Sent, as: TestUser = editor) {
  const { status, body } = await call(as, name, sent);
  expect([name, status, status < 300 ? '' : JSON.stringify(body)]).toEqual([name, status < 300 ? status : 200, '']);
  return body;
}
const begin = async (input: object = {}, as = editor): Promise<number> =>
  (await send('POST /catalog/editions', { body: { name: 'Listino', ...input } }, as)).id;
const rowsOf = (rows: readonly Row[]) => ({ rows: rows.map((row) => ({ version: 0, ...row })) });
const change = (id: number, rows: readonly Row[], as = editor) =>
  call(as, 'POST /catalog/editions/:id/rows', { params: { id }, body: rowsOf(rows) });
const versionOf = async (id: number): Promise<number> =>
  (await send('GET /catalog/editions/:id', { params: { id } })).edition.version;
const move = async (
  id: number,
  name: 'ready' | 'publish' | 'schedule' | 'roll_back' | 'reopen',
  body?: object,
  as = editor,
) =>
  call(as, `POST /catalog/editions/:id/${name}`, {
    params: { id },
    version: await versionOf(id),
    ...(body && { body }),
  });

/** An edition with these rows that is ready to be published. */
async function readied(rows: readonly Row[], as = editor): Promise<number> {
  const id = await begin({}, as);
  const saved = await change(id, rows, as);
  expect([saved.status, JSON.stringify(saved.body.fields ?? saved.body.conflicts)]).toEqual([200, '[]']);
  const ready = await move(id, 'ready', undefined, as);
  expect([ready.status, JSON.stringify(ready.body.missing ?? '')]).toEqual([200, '""']);
  return id;
}
const published = async (rows: readonly Row[]): Promise<number> => {
  const id = await readied(rows);
  expect((await move(id, 'publish')).status).toBe(200);
  return id;
};
const back = async (id: number) => expect((await move(id, 'roll_back', { reason: 'wrong_price' })).status).toBe(200);

const price = (cents: number): Row => ({ kind: 'versionPrices', key: `${versionId}:day`, values: { price: cents } });
const hook = `${versionId}:${options.hook}`;
const hookPrice = (cents: number): Row => ({
  kind: 'versionOptionPrices',
  key: `${hook}:day`,
  values: { price: cents },
});
const sheet = async () =>
  (await send('GET /quotes/sheets/:versionId', { params: { versionId } }, dealer)) as {
    version: { listPrice: number };
    options: { id: number; price: number }[];
  };
const listed = async () => (await sheet()).version.listPrice;
/** Everything that the catalogue holds, row by row. */
async function everything(): Promise<string[]> {
  const all = await Promise.all(
    keysOf(catalogTables).map((kind) =>
      query(`select to_jsonb(t)::text as text from ${catalogTables[kind].table} t order by 1`),
    ),
  );
  return all.flat().map(({ text }) => String(text));
}

describe('an edition of the catalogue', () => {
  test('is seen by a dealer after its publication and not before, and no more when it is taken back', async () => {
    const before = await sheet();
    const id = await begin();
    const rows = [
      price(2_540_000),
      hookPrice(80_000),
      { kind: 'options', key: String(options.hook), values: { name: 'Gancio estraibile' } } as const,
    ];
    expect((await change(id, rows)).status).toBe(200);
    expect(await sheet()).toEqual(before);
    expect((await move(id, 'ready')).status).toBe(200);
    expect(await sheet()).toEqual(before);
    expect((await move(id, 'publish')).status).toBe(200);
    const after = await sheet();
    expect(after.version.listPrice).toBe(2_540_000);
    expect(after.options.find((one) => one.id === options.hook)).toMatchObject({
      price: 80_000,
      name: 'Gancio estraibile',
    });
    const preview = await send('GET /catalog/editions/:id/opposite', { params: { id } });
    expect(preview.changes).toHaveLength(3);
    expect(preview.stays).toEqual([]);
    await back(id);
    expect(await sheet()).toEqual(before);
    const [opposite] = await send('GET /catalog/editions', {});
    expect(opposite).toMatchObject({ undoes: id, state: 'published', changes: 3 });
  });

  test('random edits, published and taken back, leave what was there byte by byte', async () => {
    const cents = fc.integer({ min: 1, max: MOST_PRICE });
    const text = fc.constantFrom('Uno', 'Due', 'L’altro');
    const option = fc.constantFrom(...Object.values(options));
    const edit: fc.Arbitrary<Row> = fc.oneof(
      cents.map(price),
      fc.tuple(option, cents).map(([id, of]): Row => ({
        kind: 'versionOptionPrices',
        key: `${versionId}:${id}:day`,
        values: { price: of },
      })),
      fc.tuple(option, text).map(([id, name]): Row => ({ kind: 'options', key: String(id), values: { name } })),
      option.map((id): Row => ({ kind: 'versionOptions', key: `${versionId}:${id}`, values: { standard: true } })),
      option.map((id): Row => ({ kind: 'versionOptions', key: `${versionId}:${id}`, values: { retiredOn: 'day' } })),
      fc
        .constantFrom('excludes')
        .map((kind): Row => ({ kind: 'optionRules', key: `${options.red}:${kind}:${options.hook}`, values: {} })),
      fc.constant<Row>({
        kind: 'optionRules',
        key: `${options.winter}:includes:${options.hook}`,
        values: { retiredOn: 'day' },
      }),
      fc
        .tuple(text, fc.integer({ min: 1, max: 300 }))
        .map(([name, kw]): Row => ({ kind: 'versions', key: String(versionId), values: { name, kw } })),
      text.map((name): Row => ({ kind: 'makers', key: String(makerId), values: { name } })),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(edit, { minLength: 1, maxLength: 8, selector: ({ kind, key }) => `${kind} ${key}` }),
        fc.nat(3),
        async (rows, days) => {
          clock.now = start;
          const [before, seen] = [await everything(), await sheet()];
          const id = await begin();
          const saved = (await change(id, rows)).body;
          expect(saved.conflicts).toEqual([]);
          if (saved.saved.length === 0) return;
          await move(id, 'ready');
          expect((await move(id, 'publish')).status).toBe(200);
          expect(await everything()).not.toEqual(before);
          clock.now = new Date(start.getTime() + days * 86_400_000);
          await back(id);
          expect(await everything()).toEqual(before);
          clock.now = start;
          expect(await sheet()).toEqual(seen);
        },
      ),
      { numRuns: rounds(12), seed: 3 },
    );
  });

  test('new rows that others may point to are retired when it is taken back, and no dealer sees them', async () => {
    const seen = await sheet();
    const rows: Row[] = [
      { kind: 'options', key: '-1', values: { makerId, code: `N${Date.now()}`, name: 'Telecamera', kind: 'optional' } },
      { kind: 'versionOptions', key: `${versionId}:-1`, values: { standard: false } },
      { kind: 'versionOptionPrices', key: `${versionId}:-1:day`, values: { price: 55_000 } },
    ];
    const id = await published(rows);
    expect((await sheet()).options).toHaveLength(seen.options.length + 1);
    await back(id);
    expect(await sheet()).toEqual(seen);
  });

  test('what somebody changed since stays and is named', async () => {
    const first = await published([price(2_500_000), hookPrice(81_000)]);
    const second = await published([price(2_600_000)]);
    const { changes, stays } = await send('GET /catalog/editions/:id/opposite', { params: { id: first } });
    expect(changes.map(({ kind }: Row) => kind)).toEqual(['versionOptionPrices']);
    expect(stays).toMatchObject([{ kind: 'versionPrices', before: 2_500_000, now: 2_600_000 }]);
    await back(first);
    expect(await listed()).toBe(2_600_000);
    expect((await sheet()).options.find((one) => one.id === options.hook)!.price).toBe(75_000);
    await back(second);
    await query(`delete from version_prices where version_id = $1 and valid_from > '2020-01-01'`, [versionId]);
  });
});

describe('two people', () => {
  test('who change the same row are told; others are not disturbed', async () => {
    const id = await begin();
    expect((await change(id, [price(2_700_000)])).body.saved).toHaveLength(1);
    const { body } = await change(id, [price(2_800_000), hookPrice(90_000)], other);
    expect(body.saved.map(({ kind }: Row) => kind)).toEqual(['versionOptionPrices']);
    expect(body.conflicts).toMatchObject([
      { kind: 'versionPrices', mine: { price: 2_800_000 }, theirs: { price: 2_700_000 }, version: 1 },
    ]);
    expect((await change(id, [{ ...price(2_800_000), version: 1 }], other)).body.conflicts).toEqual([]);
    // Taken back row by row, nothing of it is left.
    const gone = (await change(id, [{ ...price(0), values: null, version: 2 }])).body;
    expect(gone.gone).toHaveLength(1);
    expect(gone.edition.changes).toBe(1);
  });

  test('who publish the same price at once: one is in force, the other is refused field by field', async () => {
    const [one, two] = [await readied([price(2_510_000)]), await readied([price(2_520_000)], other)];
    const answers = await Promise.all([move(one, 'publish'), move(two, 'publish', undefined, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers[0].status === 409 ? one : two;
    expect(answers.find(({ status }) => status === 409)!.body.missing).toHaveLength(1);
    const { moved } = await send('GET /catalog/editions/:id', { params: { id: refused } });
    expect(moved).toMatchObject([{ kind: 'versionPrices', field: 'price', before: 2_490_000, now: await listed() }]);
    // Back in its draft it takes what is in force as its base, and comes after it on the same day.
    await move(refused, 'reopen');
    await send('POST /catalog/editions/:id/rebase', {
      params: { id: refused },
      body: { rows: [{ kind: 'versionPrices', key: `${versionId}:day` }] },
    });
    await move(refused, 'ready');
    expect((await move(refused, 'publish')).status).toBe(200);
    await back(refused);
    await back(refused === one ? two : one);
    expect(await listed()).toBe(2_490_000);
  });

  test('a publication that breaks in the middle has changed nothing, and can be made again', async () => {
    const id = await readied([price(2_530_000), hookPrice(77_000)]);
    const before = await everything();
    await query(
      `create function broken() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`,
    );
    await query('create trigger broken before insert on version_option_prices execute function broken()');
    expect((await move(id, 'publish')).status).toBe(500);
    await query('drop function broken cascade');
    expect(await everything()).toEqual(before);
    expect((await move(id, 'publish')).status).toBe(200);
    await back(id);
  });
});

describe('on a day', () => {
  const planned = async (rows: readonly Row[], day: string, as = editor) => {
    const id = await readied(rows, as);
    expect((await move(id, 'schedule', { day }, as)).status).toBe(200);
    return id;
  };
  const run = async (id: number) => {
    const outside = world.outside();
    await publicationJob.run(outside, { id });
    await outside.finish();
  };

  test('it comes at midnight in Rome, also where clocks change and who planned it has left', async () => {
    clock.now = new Date('2027-03-01T09:00:00Z');
    const leaving = await world.user(10, EVERY);
    const id = await planned([price(2_550_000)], '2027-03-28', leaving);
    const [job] = await query(
      `select start_after - now() as wait, data from pgboss.job where name = 'catalog.publish' and data->>'id' = $1`,
      [String(id)],
    );
    expect(job).toBeDefined();
    await query('update users set archived_at = now() where id = $1', [leaving.id]);
    clock.now = new Date('2027-03-27T22:59:00Z');
    await run(id);
    expect(await listed()).toBe(2_490_000);
    clock.now = new Date('2027-03-27T23:00:00Z');
    await run(id);
    await run(id);
    expect(await listed()).toBe(2_550_000);
    const { edition } = await send('GET /catalog/editions/:id', { params: { id } });
    expect(edition).toMatchObject({ state: 'published', day: '2027-03-28', publisherGone: true });
    await back(id);
  });

  test('it goes back to its draft and says why where its base has changed meanwhile', async () => {
    const day = addDays(TODAY, 3);
    const id = await planned([hookPrice(99_000)], day);
    const between = await published([hookPrice(76_000)]);
    clock.now = new Date(`${day}T00:00:00Z`);
    await run(id);
    const { edition } = await send('GET /catalog/editions/:id', { params: { id } });
    expect(edition).toMatchObject({ state: 'draft', day: null });
    expect(edition.refusal).toContain('era 750,00');
    clock.now = start;
    await back(between);
    const late = await readied([price(2_560_000)]);
    expect((await move(late, 'schedule', { day: TODAY })).status).toBe(422);
  });
});

describe('what an edition must not do', () => {
  test('prices have two ends, codes are given once, rows point to what is there', async () => {
    const id = await begin();
    const fault = async (row: Row) => {
      const { status, body } = await change(id, [row]);
      return [status, Object.keys(body.fields ?? {})];
    };
    expect(await fault(price(0))).toEqual([422, ['rows.0.price']]);
    expect(await fault(price(1_000_000_000))).toEqual([422, ['rows.0.price']]);
    expect(await fault({ kind: 'versions', key: String(versionId), values: { retiredOn: '2027-01-01' } })).toEqual([
      422,
      ['rows.0.retiredOn'],
    ]);
    expect(await fault({ kind: 'versionPrices', key: '987654:day', values: { price: 1 } })).toEqual([
      422,
      ['rows.0.key'],
    ]);
    expect(await fault({ kind: 'models', key: '-1', values: { makerId, name: 'Senza carrozzeria' } })).toEqual([
      422,
      ['rows.0.body'],
    ]);
    const values = { makerId, code: 'O01', name: 'Doppio', kind: 'optional' };
    expect((await change(id, [{ kind: 'options', key: '-1', values }])).status).toBe(200);
    const { status, body } = await move(id, 'ready');
    expect([status, body.missing]).toEqual([409, [{ sentence: 'Codice già usato: O01' }]]);
  });

  test('rules that lead in a circle, or want and exclude, block it; so does an option without a price', async () => {
    const id = await begin();
    const rule = (from: number, kind: string, to: number): Row => ({
      kind: 'optionRules',
      key: `${from}:${kind}:${to}`,
      values: {},
    });
    await change(id, [
      rule(options.hook, 'requires', options.red),
      rule(options.red, 'requires', options.winter),
      rule(options.red, 'excludes', options.hook),
    ]);
    const { problems } = await send('GET /catalog/editions/:id', { params: { id } });
    const blocking = problems
      .filter(({ blocks }: { blocks: boolean }) => blocks)
      .map(({ code }: { code: string }) => code);
    expect(new Set(blocking)).toEqual(new Set(['circle', 'contradiction']));
    expect((await move(id, 'ready')).status).toBe(409);
    const bare = await begin();
    await change(bare, [
      {
        kind: 'options',
        key: '-1',
        values: { makerId, code: `P${Date.now()}`, name: 'Senza prezzo', kind: 'optional' },
      },
      { kind: 'versionOptions', key: `${versionId}:-1`, values: { standard: false } },
    ]);
    expect((await move(bare, 'ready')).body.missing[0].sentence).toContain('senza prezzo');
  });

  test('a circle of thousands of options is found', () => {
    const ring = Array.from({ length: 5000 }, (_, at) => ({ optionId: at, otherId: (at + 1) % 5000 }));
    expect(circleIn(ring)).toHaveLength(5001);
    expect(circleIn(ring.slice(0, -1))).toBeNull();
  });

  test('nobody but the manufacturer’s writers gets near it', async () => {
    const id = await begin();
    for (const as of [dealer, await world.user(10, [1])])
      expect((await call(as, 'GET /catalog/editions/:id', { params: { id } })).status).toBe(403);
  });
});
