import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { publicationJob } from '#backend/catalog/editions/publish.ts';
import { circleIn } from '#domain/catalog/editions/checks.ts';
import { offeredText, rowsOfCell, type GridCell } from '#domain/catalog/editions/grid.ts';
import { raise, raisedPrice } from '#domain/catalog/editions/raise.ts';
import { MOST_PRICE, catalogTables, type CatalogKind } from '#domain/catalog/editions/tables.ts';
import { addDays } from '#domain/dates.ts';
import type { CallName } from '#domain/endpoints.ts';
import { privileges } from '#domain/privileges.ts';
import { keysOf } from '#domain/record/machine.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aPhoto } from '#tests/support/areas/uploads.ts';
import { importFile } from '#tests/support/imports.ts';
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
const rule = (from: number, kind: string, to: number): Row => ({
  kind: 'optionRules',
  key: `${from}:${kind}:${to}`,
  values: {},
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
    expect(preview).toMatchObject({ total: { changes: 3, stays: 0 }, stays: [] });
    // A price of its day goes: what it comes back to is the one before it.
    const priced = preview.changes.filter(({ kind }: Row) => kind.endsWith('Prices'));
    expect(priced).toMatchObject([
      { before: { price: 80_000 }, after: { price: 75_000 } },
      { before: { price: 2_540_000 }, after: { price: before.version.listPrice } },
    ]);
    const ofVersions = await send('GET /catalog/editions/:id/versions', { params: { id } });
    expect(ofVersions.rows.at(-1)).toMatchObject({ before: before.version.listPrice, after: 2_540_000 });
    // A page of it begins where it is asked to.
    const rest = await send('GET /catalog/editions/:id/opposite', { params: { id }, query: { changes: 2 } });
    expect(rest).toEqual({ total: preview.total, changes: preview.changes.slice(2), stays: [] });
    await back(id);
    expect(await sheet()).toEqual(before);
    const editions: { id: number; undoes: number | null }[] = await send('GET /catalog/editions', {});
    const opposite = editions.find(({ undoes }) => undoes === id)!;
    expect(opposite).toMatchObject({ undoes: id, state: 'published', changes: 3 });
    // Its list of versions is read, too, though it took the price away.
    const of = { params: { id: car.modelId }, query: { edition: opposite.id } };
    const { versions } = await send('GET /catalog/lists/models/:id', of);
    expect(versions.find((one: { id: number }) => one.id === versionId)).toMatchObject({ next: null });
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

  test('a version is found by the name that it has since, by the manufacturer alone', async () => {
    const find = async (q: string, as = editor): Promise<string[]> =>
      (await send('GET /search', { query: { q } }, as)).map(({ href }: { href: string }) => href);
    const id = await published([{ kind: 'versions', key: String(versionId), values: { name: 'Zefiro 85' } }]);
    expect(await find('zefiro lampo')).toEqual([`/fms/catalog/${makerId}/${car.modelId}/${versionId}`]);
    expect(await find('zefiro', dealer)).toEqual([]);
    await back(id);
    expect(await find('zefiro')).toEqual([]);
  });

  test('a row that somebody changed since stays and is named', async () => {
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

  test('a name that somebody has given again since keeps an edition from being taken back, and is said', async () => {
    const [{ name }] = (await query('select name from models where id = $1', [car.modelId])) as [{ name: string }];
    const renamed = await published([
      { kind: 'models', key: String(car.modelId), values: { name: `${name} di prima` } },
    ]);
    const taken = await published([{ kind: 'models', key: '-1', values: { makerId, name, body: 'suv' } }]);
    const refused = await move(renamed, 'roll_back', { reason: 'wrong_price' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining(`Modello già presente: ${name}`),
    ]);
    await back(taken);
    await query('update models set name = $1 where maker_id = $2 and name = $3', [`${name} ${taken}`, makerId, name]);
    await back(renamed);
  });
});

describe('two people', () => {
  test('two people who change the same row are told; others are not disturbed', async () => {
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

  test('two who change one version in the same draft see each other, where, and that something was saved', async () => {
    const id = await begin();
    const look = async (as: TestUser, section?: string, edition = id) =>
      send(
        'GET /catalog/editions/:id/presence',
        { params: { id: edition }, query: { version: versionId, ...(section && { section }) } },
        as,
      );
    const { name } = (await query('select name from users where company_id = 10 and id = $1', [other.id]))[0]!;
    const first = await look(editor);
    expect(first.people).toEqual([]);
    await look(other);
    expect((await look(editor)).people).toEqual([{ name, section: null }]);
    await look(other, 'images');
    expect(await look(editor)).toEqual({ people: [{ name, section: 'images' }], stamp: first.stamp });
    // In another draft they are not in each other’s way.
    expect((await look(editor, 'price', await begin())).people).toEqual([]);
    await change(id, [price(2_500_000)], other);
    const then = (await look(editor)).stamp;
    expect(then).not.toBe(first.stamp);
    // What it shows of options and paints is no row of the version.
    await change(id, [{ kind: 'options', key: String(options.red), values: { name: 'Rosso fuoco' } }], other);
    expect((await look(editor)).stamp).not.toBe(then);
    // The grid of the model and the page of the edition are told, too; the edition’s lists who is anywhere in it.
    const at = async (query: object, as = editor) =>
      send('GET /catalog/editions/:id/presence', { params: { id }, query: { ...query } }, as);
    await at({ model: car.modelId }, other);
    const [grid, whole] = [await at({ model: car.modelId }), await at({})];
    expect([grid.people, whole.people]).toEqual([[{ name, section: null }], [{ name, section: null }]]);
    await change(id, [hookPrice(81_000)], other);
    expect((await at({ model: car.modelId })).stamp).not.toBe(grid.stamp);
    await send('PUT /catalog/editions/:id', { params: { id }, version: await versionOf(id), body: { name: 'Altro nome' } }); // prettier-ignore
    expect((await at({})).stamp).not.toBe(whole.stamp);
    clock.now = new Date(clock.now.getTime() + 41_000);
    expect((await look(editor)).people).toEqual([]);
    const unknown = { params: { id: 987_654 }, query: { version: versionId } };
    expect((await call(editor, 'GET /catalog/editions/:id/presence', unknown)).status).toBe(404);
  });

  test('two people publish the same price at once: one is in force, the other is refused field by field', async () => {
    const [one, two] = [await readied([price(2_510_000)]), await readied([price(2_520_000)], other)];
    const answers = await Promise.all([move(one, 'publish'), move(two, 'publish', undefined, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers[0].status === 409 ? one : two;
    expect(answers.find(({ status }) => status === 409)!.body.missing).toHaveLength(1);
    const { moved } = await send('GET /catalog/editions/:id', { params: { id: refused } });
    expect(moved).toMatchObject([{ kind: 'versionPrices', field: 'price', before: 2_490_000, now: await listed() }]);
    // Back in its draft it takes what is in force as its base, and comes after it on the same day.
    await move(refused, 'reopen');
    expect((await send('GET /catalog/editions/:id', { params: { id: refused } })).movedCount).toBe(1);
    // What it takes is what was seen: a price that has come since is looked at first.
    const { seen } = await send('GET /catalog/editions/:id', { params: { id: refused } });
    const later = await readied([price(2_530_000)]);
    expect((await move(later, 'publish')).status).toBe(200);
    const rebase = { params: { id: refused }, body: { seen } };
    expect((await call(editor, 'POST /catalog/editions/:id/rebase', rebase)).status).toBe(409);
    await back(later);
    await send('POST /catalog/editions/:id/rebase', rebase);
    expect((await send('GET /catalog/editions/:id', { params: { id: refused } })).movedCount).toBe(0);
    await move(refused, 'ready');
    expect((await move(refused, 'publish')).status).toBe(200);
    await back(refused);
    await back(refused === one ? two : one);
    expect(await listed()).toBe(2_490_000);
  });

  test('two people publish at once what only together leads in a circle: the second is refused', async () => {
    const one = await readied([rule(options.hook, 'requires', options.red)]);
    const two = await readied([rule(options.red, 'requires', options.hook)], other);
    const answers = await Promise.all([move(one, 'publish'), move(two, 'publish', undefined, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.missing[0].sentence).toContain('Giro di regole');
    await back(answers[0].status === 200 ? one : two);
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

  test('two of one day on other rows are both in force; a second on a row of the first goes back to its draft', async () => {
    const day = addDays(TODAY, 4);
    const [first, beside, second] = [
      await planned([hookPrice(81_000)], day),
      await planned([price(2_570_000)], day),
      await planned([hookPrice(82_000)], day),
    ];
    clock.now = new Date(`${day}T00:00:00Z`);
    for (const id of [first, beside, second]) await run(id);
    const stateOf = async (id: number) => (await send('GET /catalog/editions/:id', { params: { id } })).edition;
    expect([(await stateOf(first)).state, (await stateOf(beside)).state]).toEqual(['published', 'published']);
    expect(await stateOf(second)).toMatchObject({
      state: 'draft',
      day: null,
      refusal: expect.stringContaining('era 750,00'),
    });
    expect(await listed()).toBe(2_570_000);
    await back(beside);
    await back(first);
  });
});

describe('what an edition adds', () => {
  const listsOf = async (query: { edition?: number } = {}) => {
    const makers: { id: number; name: string; models: { id: number; versions: number }[] }[] = await send(
      'GET /catalog/lists',
      { query },
    );
    return makers;
  };

  test('a make with its model and version is listed with the edition and not without, and can be gone on with', async () => {
    const id = await begin();
    const add = async (kind: CatalogKind, values: object): Promise<number> =>
      (await change(id, [{ kind, key: '-1', values: { ...values } }])).body.ids['-1'];
    const maker = await add('makers', { name: `Marca ${id}`, costPercent: 88 });
    const model = await add('models', { makerId: maker, name: 'Prima', body: 'city' });
    const data = { fuel: 'petrol', kw: 50, cc: 999, gearbox: 'manual', drive: 'front', co2: 110, consumption: 5 };
    const version = await add('versions', {
      modelId: model,
      code: `V${id}`,
      name: 'Base',
      euroClass: 'Euro 6e',
      ...data,
    });
    const option = await add('options', { makerId: maker, code: 'X1', name: 'Radio', kind: 'optional' });
    const pair = `${version}:${option}`;
    await change(id, [
      { kind: 'versionOptions', key: pair, values: { standard: false } },
      { kind: 'versionOptionPrices', key: `${pair}:day`, values: { price: 30_000 } },
      { kind: 'versionPrices', key: `${version}:day`, values: { price: 1_500_000 } },
    ]);
    expect((await listsOf({ edition: id })).find((one) => one.id === maker)).toMatchObject({
      name: `Marca ${id}`,
      models: [{ id: model, name: 'Prima', versions: 1 }],
    });
    expect((await listsOf()).some((one) => one.id === maker)).toBe(false);
    const query = { edition: id };
    const { versions } = await send('GET /catalog/lists/models/:id', { params: { id: model }, query });
    expect(versions).toMatchObject([{ id: version, code: `V${id}`, price: null, next: 1_500_000 }]);
    const { options: of } = await send('GET /catalog/lists/makers/:id/options', { params: { id: maker }, query });
    expect(of).toEqual([{ id: option, code: 'X1', name: 'Radio', kind: 'optional' }]);
    const shown = await send('GET /catalog/lists/versions/:id', { params: { id: version }, query });
    expect(shown).toMatchObject({ maker: { id: maker }, model: { id: model }, version: { name: 'Base' }, prices: [] });
    expect(shown.rows.map(({ kind }: Row) => kind).toSorted()).toEqual([
      'options',
      'versionOptionPrices',
      'versionOptions',
      'versionPrices',
      'versions',
    ]);
    for (const name of ['GET /catalog/lists/versions/:id', 'GET /catalog/lists/models/:id'] as const)
      expect((await call(editor, name, { params: { id: version } })).status).toBe(404);
    // Without the option there is nothing that has the price.
    expect(
      (await change(id, [{ kind: 'versionOptions', key: pair, version: 1, values: null }])).body.edition.changes,
    ).toBe(5);
    expect((await move(id, 'ready')).status).toBe(200);
    expect((await move(id, 'publish')).status).toBe(200);
    expect((await listsOf()).find((one) => one.id === maker)?.models).toMatchObject([{ versions: 1 }]);
    await back(id);
  });

  test('a version of thousands of options is copied whole, as the edition has it', async () => {
    const many = 2600;
    const [large] = await query(
      `with m as (insert into makers (name, cost_percent) values ('Grande', 90) returning id),
         o as (insert into models (maker_id, name, body) select id, 'Lungo', 'suv' from m returning id),
         v as (insert into versions (model_id, code, name, fuel, gearbox, drive, kw, cc, co2, consumption, euro_class)
           select id, 'LNG-1', 'Lungo', 'petrol', 'manual', 'front', 74, 999, 120, 5.2, 'Euro 6e' from o returning id, model_id),
         x as (insert into options (maker_id, code, name, kind) select m.id, 'X' || n, 'Voce ' || n, 'optional' from m, generate_series(1, $1::int) n returning id),
         has as (insert into version_options select v.id, x.id, false from v, x),
         list as (insert into version_prices select id, '2020-01-01', 100 from v),
         cost as (insert into version_option_prices select v.id, x.id, '2020-01-01', 100 from v, x)
       select id, model_id, (select min(x.id) from x) as first, (select m.id from m) as maker from v`,
      [many],
    );
    const [from, modelId, first, maker] = [large!.id, large!.model_id, large!.first, large!.maker].map(Number) as [number, number, number, number]; // prettier-ignore
    const id = await begin();
    // Of so many some are answered, found by their words; those of a version are left out where others are looked for.
    const found = async (asked: object) => {
      const { total, options: of } = await send('GET /catalog/lists/makers/:id/options', { params: { id: maker }, query: { edition: id, ...asked } }); // prettier-ignore
      return [total, of.length];
    };
    expect(await found({})).toEqual([many, 200]);
    expect(await found({ offset: many - 1 })).toEqual([many, 1]);
    expect(await found({ q: 'x25  voce 259' })).toEqual([11, 11]);
    expect(await found({ without: from })).toEqual([0, 0]);
    await change(id, [{ kind: 'options', key: '-1', values: { makerId: maker, code: 'ZZ', name: 'Tetto voce', kind: 'optional' } }]); // prettier-ignore
    expect(await found({ without: from, q: 'TETTO' })).toEqual([1, 1]);
    expect(
      (await change(id, [{ kind: 'versionOptions', key: `${from}:${first}`, values: { retiredOn: 'day' } }])).status,
    ).toBe(200);
    const { body: it } = await call(editor, 'POST /catalog/editions', { body: { name: 'Copia' } });
    const values = { modelId, code: 'LNG-2', name: 'Copia', fuel: 'petrol', kw: 74, cc: 999, gearbox: 'manual', drive: 'front', co2: 120, consumption: 5, euroClass: 'Euro 6e' }; // prettier-ignore
    const rows = [{ kind: 'versions', key: '-1', version: 0, values }];
    const copied = async (edition: number) => {
      const { status, body } = await call(editor, 'POST /catalog/editions/:id/rows', { params: { id: edition }, body: { rows, copyOf: from } }); // prettier-ignore
      expect([status, body.fields]).toEqual([200, undefined]);
      return body.saved.length;
    };
    expect(await copied(it.id)).toBe(1 + 1 + 2 * many);
    expect(await copied(id)).toBe(1 + 1 + 2 * (many - 1));
    const none = await call(editor, 'POST /catalog/editions/:id/rows', { params: { id }, body: { rows: [price(1)].map((one) => ({ version: 0, ...one })), copyOf: from } }); // prettier-ignore
    expect(none.body.fields).toHaveProperty('copyOf');
  });

  test('a price of an option that the version does not have is refused at its place', async () => {
    const id = await begin();
    const values = { makerId, code: `N${id}`, name: 'Telone', kind: 'optional' };
    const alone = (await change(id, [{ kind: 'options', key: '-1', values }])).body.ids['-1'];
    const { status, body } = await change(id, [
      { kind: 'versionOptionPrices', key: `${versionId}:${alone}:day`, values: { price: 100 } },
    ]);
    expect([status, body.fields]).toEqual([422, { 'rows.0.key': 'La versione non ha questo optional' }]);
  });
});

test('a make and a model are read with what an edition makes of them; sold no more, dealers see neither nor their versions', async () => {
  const id = await begin();
  const name = `Lampo ${id}`;
  await change(id, [
    { kind: 'makers', key: String(makerId), values: { costPercent: 87.5 } },
    { kind: 'models', key: String(car.modelId), values: { name, body: 'offroad', published: false } },
  ]);
  const query = { edition: id };
  const maker = await send('GET /catalog/lists/makers/:id', { params: { id: makerId }, query });
  expect(maker.data).toMatchObject({ row: { costPercent: 90 }, after: { costPercent: 87.5 }, version: 1 });
  const ours = ({ models }: { models: { id: number }[] }) => models.find((one) => one.id === car.modelId);
  expect(ours(maker)).toMatchObject({ name, published: false, changed: true });
  const now = await send('GET /catalog/lists/makers/:id', { params: { id: makerId } });
  expect(ours(now)).toMatchObject({ name: 'Lampo', published: true, changed: false });
  const ofModel = { params: { id: car.modelId }, query };
  const left = await send('GET /catalog/lists/models/:id', ofModel);
  expect([left.data.after, left.model]).toEqual([{ name, body: 'offroad', published: false }, { id: car.modelId, name, body: 'offroad' }]); // prettier-ignore
  const added = (await change(id, [{ kind: 'makers', key: '-1', values: { name: `Marca ${id}`, costPercent: 88 } }])).body.ids['-1']; // prettier-ignore
  expect(await send('GET /catalog/lists/makers/:id', { params: { id: added }, query })).toMatchObject({ models: [], data: { row: null } }); // prettier-ignore
  expect((await call(editor, 'GET /catalog/lists/makers/:id', { params: { id: added } })).status).toBe(404);
  const sold = async () => (await call(dealer, 'GET /catalog/models/:id', { params: { id: car.modelId } })).status;
  expect(await sold()).toBe(200);
  await move(id, 'ready');
  expect((await move(id, 'publish')).status).toBe(200);
  expect(await sold()).toBe(404);
  await back(id);
  expect(await sold()).toBe(200);
});

test('an edition is read version by version: what it changes of each, and the rows of one', async () => {
  const id = await begin();
  const values = { makerId, code: `G${id}`, name: 'Barre', kind: 'optional' };
  await change(id, [
    price(2_600_000),
    hookPrice(80_000),
    { kind: 'options', key: '-1', values },
    { kind: 'versionOptions', key: `${versionId}:-1`, values: { standard: true } },
  ]);
  const params = { id };
  const found = await send('GET /catalog/editions/:id/versions', { params });
  const none = { makerId: null, modelId: null, isNew: false, before: null, after: null };
  expect(found).toEqual({
    total: 2,
    rows: [
      { ...none, id: 0, label: '', changes: 1 },
      { id: versionId, label: 'Lampo 1.0 Base', makerId, modelId: car.modelId, changes: 3, isNew: false, before: 2_490_000, after: 2_600_000 }, // prettier-ignore
    ],
  });
  expect(await send('GET /catalog/editions/:id/versions', { params, query: { offset: 2 } })).toEqual({ total: 2, rows: [] }); // prettier-ignore
  const rowsIn = async (ask: Record<string, unknown>) =>
    ((await send('GET /catalog/editions/:id/changes', { params, query: ask })) as { label: string }[]).map(({ label }) => label); // prettier-ignore
  expect(await rowsIn({ version: 0 })).toEqual([`Optional G${id} Barre`]);
  const [added] = await send('GET /catalog/editions/:id/changes', { params, query: { version: 0 } });
  expect(added.names).toEqual({ [`makerId ${makerId}`]: 'Prova Motori' });
  expect(await rowsIn({ version: versionId })).toContain(`Lampo 1.0 Base · G${id} Barre`);
  const own = await rowsIn({ version: versionId });
  expect([...(await rowsIn({ version: versionId, limit: 2 })), ...(await rowsIn({ version: versionId, offset: 2 }))]).toEqual(own); // prettier-ignore
  expect(await rowsIn({})).toHaveLength(4);
  expect((await call(editor, 'GET /catalog/editions/:id/versions', { params: { id: 987_654 } })).status).toBe(404);
});

describe('two price lists', () => {
  const compare = async (from: string | number, to: string | number) => {
    const { rows } = await send('GET /catalog/comparison', { query: { from: String(from), to: String(to) } });
    return (rows as { id: number }[]).find(({ id }) => id === versionId);
  };

  test('say what came, what went and by how much, of days and of drafts; also as a spreadsheet', async () => {
    const id = await begin();
    const values = { makerId, code: `C${id}`, name: 'Barre', kind: 'optional' };
    const rows: Row[] = [
      price(2_614_500),
      hookPrice(80_000),
      { kind: 'versionOptions', key: `${versionId}:${options.red}`, values: { retiredOn: 'day' } },
      { kind: 'options', key: '-1', values },
      { kind: 'versionOptions', key: `${versionId}:-1`, values: { standard: false } },
      { kind: 'versionOptionPrices', key: `${versionId}:-1:day`, values: { price: 20_000 } },
    ];
    await change(id, rows);
    const found = {
      state: 'changed',
      before: 2_490_000,
      after: 2_614_500,
      difference: 124_500,
      percent: 5,
      options: 3,
    };
    expect(await compare(TODAY, id)).toMatchObject(found);
    expect(await compare(id, TODAY)).toMatchObject({ difference: -124_500, percent: -4.76 });
    expect(await compare(TODAY, TODAY)).toMatchObject({ state: 'same', difference: 0, options: 0 });
    expect(await compare('2019-01-01', TODAY)).toMatchObject({ state: 'added', before: null, difference: null });
    await move(id, 'ready');
    clock.now = new Date(`${addDays(TODAY, 1)}T09:00:00Z`);
    expect((await move(id, 'publish')).status).toBe(200);
    expect(await compare(TODAY, id)).toMatchObject(found);
    const query = { from: TODAY, to: String(id), format: 'csv' };
    const sheetOf = await call(editor, 'GET /catalog/comparison/export', { query });
    expect([sheetOf.status, String(sheetOf.body)]).toEqual([200, expect.stringMatching(/LMP-1.*Cambiata/)]);
    expect((await call(editor, 'GET /catalog/comparison', { query: { from: '2026-13-01', to: 'x' } })).status).toBe(
      422,
    );
    await back(id);
  });
});

describe('two price lists, in their corners', () => {
  const asked = (from: string | number, to: string | number, page: object = {}) =>
    send('GET /catalog/comparison', { query: { from: String(from), to: String(to), ...page } });
  const against = async (rows: readonly Row[]) => {
    const id = await begin();
    await change(id, rows);
    const { rows: found } = await asked(TODAY, id);
    return (found as { id: number }[]).find((one) => one.id === versionId);
  };
  const has = (values: Row['values']): Row => ({ kind: 'versionOptions', key: hook, values });

  test('see options that were standard or retired, versions that come back, and what is sold no more', async () => {
    const standard = await published([has({ standard: true })]);
    expect(await against([has({ standard: false })])).toMatchObject({ state: 'changed', options: 1, difference: 0 });
    // The price of what is standard, or retired, changes nothing of a list.
    expect(await against([hookPrice(90_000)])).toMatchObject({ state: 'same', options: 0 });
    await back(standard);
    const retired = await published([has({ retiredOn: 'day' })]);
    expect(await against([has({ retiredOn: null })])).toMatchObject({ state: 'changed', options: 1 });
    expect(await against([hookPrice(90_000), price(2_500_000)])).toMatchObject({ options: 0, difference: 10_000 });
    await back(retired);
    const shut = { kind: 'versions', key: String(versionId) } as const;
    const gone = await published([{ ...shut, values: { published: false, retiredOn: 'day' } }]);
    expect(await against([{ ...shut, values: { published: true, retiredOn: null } }])).toMatchObject({
      state: 'added',
      after: 2_490_000,
    });
    await back(gone);
    expect(await against([{ kind: 'makers', key: String(makerId), values: { published: false } }])).toMatchObject({
      state: 'gone',
    });
    expect(await against([{ kind: 'makers', key: String(makerId), values: { name: 'Altra' } }])).toMatchObject({
      state: 'same',
      maker: 'Altra',
    });
  });

  test('an edition that was taken back is read as it was; its opposite gives what was before', async () => {
    const id = await published([price(2_540_000), hookPrice(80_000)]);
    await back(id);
    const { rows } = await asked(TODAY, id);
    expect((rows as { id: number }[]).find((one) => one.id === versionId)).toMatchObject({
      difference: 50_000,
      options: 1,
    });
    const oppositeOf = async (of: number): Promise<number> => {
      const all: { id: number; undoes: number | null }[] = await send('GET /catalog/editions', {});
      return all.find(({ undoes }) => undoes === of)!.id;
    };
    const opposite = await oppositeOf(id);
    await back(opposite);
    const { figures } = await asked(opposite, id);
    expect(figures.states).toMatchObject({ changed: 1, added: 0, gone: 0 });
    expect(await listed()).toBe(2_540_000);
    await back(await oppositeOf(opposite));
    expect((await asked(opposite, TODAY)).figures.states.changed).toBe(0);
  });

  test('are answered page by page, with figures of all', async () => {
    const id = await begin();
    await change(id, [price(2_614_500)]);
    const all = await asked(TODAY, id);
    expect(all).toMatchObject({ total: all.rows.length, most: 5, figures: { raised: 1, lowered: 0, onlyOptions: 0 } });
    // Those that are the same are counted, though they are not read row by row.
    const changed = await asked(TODAY, id, { state: 'changed' });
    expect(changed).toMatchObject({ total: 1, figures: all.figures, rows: [{ id: versionId }] });
    expect(await asked(TODAY, id, { state: 'raised' })).toMatchObject({ total: 1, rows: [{ id: versionId }] });
    expect(await asked(TODAY, id, { state: 'lowered' })).toMatchObject({ total: 0, figures: all.figures });
    expect(await asked(id, TODAY, { state: 'lowered' })).toMatchObject({ total: 1, rows: [{ id: versionId }] });
    const page = await asked(TODAY, id, { state: 'same', offset: 1, limit: 1 });
    const same = all.rows.filter(({ state }: { state: string }) => state === 'same');
    expect(page).toMatchObject({ total: same.length, rows: same.slice(1, 2), figures: all.figures });
    expect((await call(editor, 'GET /catalog/comparison', { query: { from: TODAY, to: TODAY, limit: 201 } })).status).toBe(422); // prettier-ignore
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
    const [{ name: maker }] = await query('select name from makers where id = $1', [makerId]);
    const [{ name: model }] = await query('select name from models where maker_id = $1 order by id limit 1', [makerId]);
    const kept = { makerId, body: 'suv' };
    const rows: Row[] = [
      { kind: 'makers', key: '-1', values: { name: maker, costPercent: 90 } },
      { kind: 'models', key: '-1', values: { ...kept, name: model } },
      { kind: 'models', key: '-2', values: { ...kept, name: 'Due volte' } },
      { kind: 'models', key: '-3', values: { ...kept, name: 'Due volte' } },
    ];
    const twice = await begin();
    expect((await change(twice, rows)).status).toBe(200);
    expect((await move(twice, 'ready')).body.missing.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      `Marca già presente: ${maker}`,
      'Modello già presente: Due volte',
      `Modello già presente: ${model}`,
    ]);
  });

  test('rules that lead in a circle, or want and exclude, block it; so does an option without a price', async () => {
    const id = await begin();
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
    const own = await begin();
    await change(own, [rule(options.hook, 'excludes', options.hook)]);
    expect((await move(own, 'ready')).body.missing[0].sentence).toContain('esclude sé stesso');
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

  test('what it brings is said before what the list in force has already, of the edition and of a version', async () => {
    const id = await begin();
    const [{ approval }] = await query('select approval from versions where id = $1', [versionId]);
    await query(`update versions set approval = '' where id = $1`, [versionId]);
    await change(id, [price(4_000_000)]);
    const said = (problems: { sentence: string; isOld: boolean }[]) =>
      problems
        .filter(({ sentence }) => /Lampo|omologazione/.test(sentence))
        .map(({ sentence, isOld }) => [sentence.replace(/^.*: /, ''), isOld]);
    const shown = await send('GET /catalog/editions/:id', { params: { id } });
    expect(said(shown.problems)).toContainEqual(['senza omologazione', true]);
    expect(shown.problems[0]).toMatchObject({ code: 'jump', isOld: false });
    expect([shown.own, shown.older]).toEqual([1, shown.problems.length - 1]);
    const of = { params: { id: versionId }, query: { edition: id } };
    expect((await send('GET /catalog/lists/versions/:id', of)).problems).toEqual(shown.problems);
    expect((await move(id, 'ready')).status).toBe(200);
    await query('update versions set approval = $2 where id = $1', [versionId, approval]);
  });

  test('open quotes of its models are counted by the last day on which they hold, and nothing else of them is said', async () => {
    const id = await begin();
    const touched = () => send('GET /catalog/editions/:id/quotes', { params: { id } });
    expect(await touched()).toMatchObject({ total: 0, companies: 0 });
    await change(id, [price(2_500_000)]);
    const before = await touched();
    const { body: quote } = await call(dealer, 'POST /quotes', { body: world.draft(alfa, {}) });
    const { body: issued } = await call(dealer, 'POST /quotes/:id/issue', { params: { id: quote.id }, version: 1 });
    const after = await touched();
    const on = (all: { ends: { day: string; count: number }[] }) =>
      all.ends.find(({ day }) => day === issued.expiresOn)?.count ?? 0;
    expect([after.total - before.total, on(after) - on(before)]).toEqual([1, 1]);
    // So many wait for a price of 100 euro more; one that falls, or is sold no more, is said, too.
    const many = after.versions.find((one: { id: number }) => one.id === versionId).count;
    const raised = (all: typeof after) => all.ends.reduce((sum: number, one: { raise: number }) => sum + one.raise, 0);
    expect([after.lowered, after.retired, raised(after)]).toEqual([0, 0, many * 10_000]);
    await change(id, [{ ...price(2_480_000), version: 1 }]);
    expect(await touched()).toMatchObject({ lowered: many, retired: 0 });
    const shut: Row = { kind: 'versions', key: String(versionId), values: { published: false, retiredOn: 'day' } };
    await change(id, [shut]);
    expect(await touched()).toMatchObject({ lowered: 0, retired: many });
    // With its model all of its versions go.
    const model: Row = { kind: 'models', key: String(car.modelId), values: { published: false } };
    await change(id, [{ ...shut, version: 1, values: null }, model]);
    expect(await touched()).toMatchObject({ lowered: 0, retired: after.models.find((one: { id: number }) => one.id === car.modelId).count }); // prettier-ignore
    expect(after.models).toContainEqual({ id: car.modelId, name: 'Prova Motori Lampo', count: expect.any(Number) });
    expect(Object.keys(after).toSorted()).toEqual([
      'companies',
      'ends',
      'lowered',
      'models',
      'retired',
      'total',
      'versions',
    ]);
  });

  test('a circle of thousands of options is found', () => {
    const ring = Array.from({ length: 5000 }, (_, at) => ({ optionId: at, otherId: (at + 1) % 5000 }));
    expect(circleIn(ring)).toHaveLength(5001);
    expect(circleIn(ring.slice(0, -1))).toBeNull();
  });

  test('pictures come into force with it: nobody sees one before, nor after it is taken back, and no quote is told', async () => {
    const send1 = async (place: number) => {
      const sent = await call(editor, 'POST /uploads', {
        query: { purpose: 'catalog_image', name: 'muso.jpg' },
        file: await aPhoto(60 + place),
      });
      expect([sent.status, sent.body.type]).toEqual([201, 'image/jpeg']);
      return sent.body.id as number;
    };
    const [first, second] = [await send1(1), await send1(2)];
    const imageRow = (id: number, place: number, paint?: number): Row => ({
      kind: 'versionImages',
      key: `${versionId}:${id}`,
      values: { place, ...(paint && { optionId: paint }) },
    });
    const see = (id: number, as: TestUser) => call(as, 'GET /catalog/images/:id', { params: { id } });
    const seen = async () => {
      const { models } = await send('GET /catalog/makers/:id', { params: { id: makerId } }, dealer);
      const { versions } = await send('GET /catalog/models/:id', { params: { id: car.modelId } }, dealer);
      const { images } = (await sheet()) as { images?: { id: number; optionId: number | null }[] };
      return [models[0].image, versions[0].image, images];
    };
    const before = await everything();
    const id = await begin();
    // A dealer’s person sends none, and another’s upload is taken by nobody.
    const theirs = await call(dealer, 'POST /uploads', {
      query: { purpose: 'catalog_image', name: 'x.jpg' },
      file: await aPhoto(),
    });
    expect(theirs.status).toBe(403);
    expect((await call(dealer, 'POST /uploads/links', { body: { purpose: 'catalog_image' } })).status).toBe(403);
    const stolen = await change(id, [imageRow(first, 2)], other);
    expect(stolen.body.fields).toHaveProperty('rows.0.key');
    expect((await change(id, [imageRow(first, 2, 987_654)])).body.fields).toHaveProperty('rows.0.key');
    const saved = await change(id, [imageRow(first, 2, options.red), imageRow(second, 1)]);
    expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
    expect([(await see(first, editor)).status, (await see(first, dealer)).status]).toEqual([200, 404]);
    expect(await seen()).toEqual([null, null, undefined]);
    expect((await move(id, 'ready')).status).toBe(200);
    const published = await move(id, 'publish');
    expect(published.status).toBe(200);
    // Each says which paint it shows, if one.
    const shown = [{ id: second, optionId: null }, { id: first, optionId: options.red }]; // prettier-ignore
    expect(await seen()).toEqual([second, second, shown]);
    // A copy has them, too, but not one that is shown no more.
    const copy = await begin();
    await change(copy, [{ ...imageRow(first, 2), values: { shown: false } }]);
    const [like] = await query('select to_jsonb(v) as row from versions v where id = $1', [versionId]);
    const {
      fuel,
      kw,
      cc,
      gearbox,
      drive,
      co2,
      consumption,
      euro_class: euroClass,
    } = like!.row as Record<string, never>;
    const values = { modelId: car.modelId, code: `CP${first}`, name: 'Copia', fuel, kw, cc, gearbox, drive, co2, consumption, euroClass }; // prettier-ignore
    const { saved: taken } = await send('POST /catalog/editions/:id/rows', { params: { id: copy }, body: { ...rowsOf([{ kind: 'versions', key: '-1', values }]), copyOf: versionId } }); // prettier-ignore
    const pictures = taken.filter((one: Row) => one.kind === 'versionImages');
    expect(pictures).toEqual([expect.objectContaining({ key: expect.stringMatching(new RegExp(`:${second}$`)), after: { place: 1, shown: true, optionId: null } })]); // prettier-ignore
    await send('DELETE /catalog/editions/:id', { params: { id: copy }, version: await versionOf(copy) });
    expect((await see(first, dealer)).status).toBe(200);
    const told = await query('select version_ids from catalog_editions where id = $1', [id]);
    expect(told).toEqual([{ version_ids: [] }]);
    // What a draft changes of a picture that went is nothing any more once it takes today's rows as its base.
    const late = await begin();
    await change(late, [{ ...imageRow(first, 5), version: 0 }]);
    await back(id);
    const { movedCount, seen: base } = await send('GET /catalog/editions/:id', { params: { id: late } });
    expect(movedCount).toBe(1);
    await send('POST /catalog/editions/:id/rebase', { params: { id: late }, body: { seen: base } });
    expect(await send('GET /catalog/editions/:id/changes', { params: { id: late } })).toEqual([]);
    expect(await everything()).toEqual(before);
    expect(await seen()).toEqual([null, null, undefined]);
    expect((await see(first, dealer)).status).toBe(404);
  });

  test('a picture that a draft no longer names is let go, and comes back within the day', async () => {
    const { body } = await call(editor, 'POST /uploads', {
      query: { purpose: 'catalog_image', name: 'a.jpg' },
      file: await aPhoto(),
    });
    const row = (values: Row['values'], version = 0): Row => ({
      kind: 'versionImages',
      key: `${versionId}:${body.id}`,
      version,
      values,
    });
    const held = async () =>
      (await query('select held_at is not null as held, (select count(*)::int from catalog_images i where i.id = u.id) as images from uploads u where id = $1', [body.id]))[0]; // prettier-ignore
    const id = await begin();
    const saved = await change(id, [row({ place: 1 })]);
    expect([saved.status, saved.body.fields]).toEqual([200, undefined]);
    expect(await held()).toEqual({ held: true, images: 1 });
    expect((await change(id, [row(null, 1)])).status).toBe(200);
    expect(await held()).toEqual({ held: false, images: 0 });
    // With a new paint that it shows it does not go: it shows any paint then.
    const paint: Row = { kind: 'options', key: '-1', values: { makerId, code: `V${id}`, name: 'Salvia', kind: 'colour' } }; // prettier-ignore
    const { ids } = (await change(id, [paint, row({ place: 1, optionId: -1 })])).body;
    expect(await held()).toEqual({ held: true, images: 1 });
    const lost: Row = { ...paint, key: String(ids['-1']), version: 1, values: null };
    // Nothing is sent that points to what is taken out with it.
    const pointing = await change(id, [lost, row({ place: 3, optionId: ids['-1'] }, 1)]);
    expect([pointing.status, Object.keys(pointing.body.fields ?? {})]).toEqual([422, ['rows.1.key']]);
    const taken = await change(id, [lost, row({ place: 2 }, 1)]);
    expect(taken.body.saved).toMatchObject([
      { kind: 'versionImages', version: 3, after: { place: 2, optionId: null } },
    ]);
    expect(await held()).toEqual({ held: true, images: 1 });
    await send('DELETE /catalog/editions/:id', { params: { id }, version: await versionOf(id) });
    expect(await held()).toEqual({ held: false, images: 0 });
    const many = await begin();
    expect((await change(many, [row({ place: 21 })])).body.fields).toHaveProperty('rows.0.place');
  });

  test('the grid of a model shows what is in force and what a draft makes of it, and what is typed comes back', async () => {
    const id = await begin();
    const read = async () =>
      send('GET /catalog/lists/models/:id/grid', { params: { id: car.modelId }, query: { edition: id } });
    const cellOf = async (optionId: number | null) => {
      const { versions, lines } = await read();
      const column = versions.findIndex((one: { id: number }) => one.id === versionId);
      const line = lines.find((one: { optionId: number | null }) => one.optionId === optionId);
      return line.cells[column] as GridCell;
    };
    const type = async (optionId: number | null, text: string) => {
      const rows = rowsOfCell(await cellOf(optionId), text)!;
      expect((await call(editor, 'POST /catalog/editions/:id/rows', { params: { id }, body: { rows } })).status).toBe(
        200,
      );
      return offeredText((await cellOf(optionId)).after);
    };
    const { hook, white } = options;
    expect(offeredText((await cellOf(white)).after)).toBe('S');
    expect(offeredText((await cellOf(hook)).after)).toBe('750');
    expect(await type(null, '25.500,50 €')).toBe('25.500,50');
    expect(await type(hook, 'S')).toBe('S');
    expect(await type(hook, '−')).toBe('−');
    expect(await type(hook, '812,5')).toBe('812,50');
    expect(await type(white, '300')).toBe('300');
    expect(await type(white, 's')).toBe('S');
    // A rule that the draft adds is shown with the version that has its option.
    const rule: Row = { kind: 'optionRules', key: `${hook}:excludes:${white}`, values: {} };
    expect((await change(id, [rule])).status).toBe(200);
    const shown = await send('GET /catalog/lists/versions/:id', {
      params: { id: versionId },
      query: { edition: id },
    });
    expect(shown.rows.find(({ key }: Row) => key === rule.key)).toMatchObject({ row: null, version: 1 });
    await change(id, [{ ...rule, version: 1, values: null }]);
    for (const optionId of [null, hook]) await type(optionId, '');
    expect((await send('GET /catalog/editions/:id', { params: { id } })).edition.changes).toBe(0);
    expect(['x', '-5', '99999999,99'].map((text) => rowsOfCell({ versionId, optionId: hook, inForce: { state: 'none', price: null }, change: 0, priceChange: 0 }, text))).toEqual([undefined, undefined, undefined]); // prettier-ignore
  });

  test('nobody but the manufacturer’s writers gets near it; its other people read what is in force and what was published', async () => {
    const id = await begin();
    const reader = await world.user(10, [privileges.seeStock]);
    const read = (name: CallName, sent: object) => call(reader, name, sent);
    expect((await call(dealer, 'GET /catalog/editions/:id', { params: { id } })).status).toBe(403);
    for (const name of ['', '/changes', '/versions'] as const)
      expect((await read(`GET /catalog/editions/:id${name}`, { params: { id } })).status).toBe(404);
    expect((await read('PUT /catalog/editions/:id', { params: { id }, version: 1, body: { name: 'Mia' } })).status).toBe(403); // prettier-ignore
    const ofVersion = { params: { id: versionId } };
    expect((await read('GET /catalog/lists/versions/:id', ofVersion)).status).toBe(200);
    expect((await read('GET /catalog/lists/versions/:id', { ...ofVersion, query: { edition: id } })).status).toBe(404);
    const { body } = await read('GET /catalog/editions', {});
    expect(body.some((one: { id: number }) => one.id === id)).toBe(false);
    expect(body.filter(({ state }: { state: string }) => !['published', 'rolled_back'].includes(state))).toEqual([]);
  });
});

describe('prices by a percentage', () => {
  const raising = { modelId: car.modelId, prices: 'all', percent: 3, rounding: '10' };
  const previewed = (id: number, query: object = {}) =>
    call(editor, 'GET /catalog/editions/:id/raise', { params: { id }, query: { ...raising, ...query } });
  const save = (id: number, seen: object, body: object = {}) =>
    call(editor, 'POST /catalog/editions/:id/raise', { params: { id }, body: { ...raising, ...body, seen } });

  test('are exact, go to full steps, half a step up, and never to nothing', () => {
    expect(raisedPrice(2_490_000, { percent: 5, rounding: '1' })).toBe(2_614_500);
    expect(raisedPrice(2_490_000, { percent: 2.3, rounding: '10' })).toBe(2_547_000);
    expect(raisedPrice(2_490_000, { percent: -5, rounding: '100' })).toBe(2_370_000);
    expect(raisedPrice(2_495_000, { percent: 0, rounding: '100' })).toBe(2_500_000);
    expect(raisedPrice(1000, { percent: -50, rounding: '100' })).toBe(10_000);
    expect(raisedPrice(0, { percent: 50, rounding: '100' })).toBe(0);
    for (const percent of [50.01, -50.01, null, '5'])
      expect(raise.safeParse({ ...raising, percent }).success).toBe(false);
  });

  test('are shown first, of versions and options that are sold, on top of what the draft already changes', async () => {
    const id = await begin();
    await change(id, [
      price(2_500_000),
      { kind: 'versionOptions', key: `${versionId}:${options.red}`, values: { retiredOn: 'day' } },
    ]);
    const { sum, rows } = (await previewed(id)).body;
    expect(rows).toEqual([
      { label: '1.0 Base', before: 2_500_000, after: 2_575_000 },
      { label: '1.0 Base · Gancio traino', before: 75_000, after: 77_000 },
      { label: '1.0 Base · Pacchetto inverno', before: 90_000, after: 93_000 },
    ]);
    expect(sum).toEqual({ count: 3, before: 2_665_000, after: 2_745_000 });
    expect((await previewed(id, { prices: 'versions' })).body.sum.count).toBe(1);
    // What goes on a later day is sold until then, what went is not.
    const goes = async (day: string | null) => {
      await query('update versions set retired_on = $1::date, published = $1::date is null where id = $2', [
        day,
        versionId,
      ]);
      await query('update version_options set retired_on = $1::date where version_id = $2 and option_id = $3', [day, versionId, options.hook]); // prettier-ignore
      return (await previewed(id)).body.sum.count;
    };
    expect([await goes(addDays(TODAY, 9)), await goes(TODAY), await goes(null)]).toEqual([3, 0, 3]);
    expect(await listed()).toBe(2_490_000);
    expect((await save(id, sum)).body.changes).toBe(4);
    // Pressed once more, it would raise what is already raised.
    expect((await save(id, sum)).status).toBe(409);
    const { rows: seen } = await send('GET /catalog/lists/versions/:id', {
      params: { id: versionId },
      query: { edition: id },
    });
    expect(seen.find(({ kind }: Row) => kind === 'versionPrices').after).toEqual({ price: 2_575_000 });
    await change(id, [{ ...price(MOST_PRICE), version: 2 }]);
    const beyond = await previewed(id);
    expect([beyond.status, beyond.body.fields]).toEqual([422, { percent: expect.stringContaining('al massimo') }]);
    expect((await previewed(id, { modelId: 999_999 })).status).toBe(404);
  });
});

describe('a simulation', () => {
  const sample = {
    name: 'Privato di Milano',
    versionId,
    optionIds: [options.red, options.hook],
    customer: 'private',
    province: 'MI',
    deposit: 500_000,
    months: 36,
    tan: 5,
  };
  const simulated = async (list: string | number, of: number) => {
    const { rows, ...rest } = await send('GET /catalog/simulation', { query: { list: String(list) } });
    return { ...rest, row: rows.find((one: { sample: { id: number } }) => one.sample.id === of) };
  };

  test('prices kept configurations by a draft, a planned edition and a day as quotes will, and writes nothing', async () => {
    const { id: of, version } = await send('POST /catalog/samples', { body: sample });
    const before = await everything();
    const id = await begin({ name: 'Rincaro' });
    await change(id, [price(2_590_000), hookPrice(80_000)]);
    const { name, row } = await simulated(id, of);
    expect([name, row.sample.vehicle]).toEqual(['Rincaro', 'Lampo 1.0 Base']);
    expect(row.before.list).toBe(2_490_000 + 70_000 + 75_000);
    expect(row.after.list).toBe(2_590_000 + 70_000 + 80_000);
    expect(row.after.keysInHand - row.before.keysInHand).toBe(105_000);
    expect(row.after.monthly).toBeGreaterThan(row.before.monthly);
    expect(await everything()).toEqual(before);
    expect(await listed()).toBe(2_490_000);
    // A planned edition counts from its day on.
    await move(id, 'ready');
    const tomorrow = addDays(TODAY, 1);
    expect((await move(id, 'schedule', { day: tomorrow })).status).toBe(200);
    expect((await simulated(TODAY, of)).row.after.list).toBe(row.before.list);
    expect((await simulated(tomorrow, of)).row.after).toEqual(row.after);
    expect(await simulated(id, of)).toMatchObject({ day: tomorrow, row: { after: row.after } });
    // As it is published, so it is priced.
    clock.now = new Date(`${tomorrow}T09:00:00Z`);
    expect((await move(id, 'publish')).status).toBe(200);
    expect((await simulated(tomorrow, of)).row.before).toEqual(row.after);
    await back(id);
    clock.now = start;
    await send('DELETE /catalog/samples/:id', { params: { id: of }, version });
  });

  test('tries a choice of options on the rules of a draft: what comes with it, what it costs, what no seller could choose', async () => {
    const id = await begin();
    const red = { kind: 'options', key: String(options.red), values: { name: 'Rosso, anche con P01' } } as const;
    await change(id, [rule(options.hook, 'excludes', options.red), hookPrice(80_000), red]);
    const params = { id: versionId };
    const choose = (more: object) =>
      send('GET /catalog/lists/versions/:id/choice', { params, query: { edition: id, ...more } });
    const first = await choose({ press: options.winter });
    expect(first).toMatchObject({ added: ['Gancio traino'], refused: null, sum: 2_490_000 + 90_000, left: 0 });
    expect(first.options.find((one: { id: number }) => one.id === options.hook)).toMatchObject({ on: 'included', price: 80_000 }); // prettier-ignore
    const chosen = first.chosen.join(',');
    expect((await choose({ chosen, press: options.hook })).refused).toBe('Gancio traino');
    expect(await choose({ chosen, press: options.red })).toMatchObject({ removed: expect.arrayContaining(['Pacchetto inverno']), sum: 2_490_000 + 70_000 }); // prettier-ignore
    // Words find options; what is on the car stays in sight.
    const found = await choose({ q: 'o01 TRAINO' });
    expect(found.options).toMatchObject([{ id: options.hook, on: null }]);
    expect((await choose({ q: 'rosso', chosen })).options.map((one: { id: number }) => one.id)).toEqual([options.hook, options.winter, options.red]); // prettier-ignore
    // Of those that hold a code the one whose code it is comes first.
    expect((await choose({ q: 'p01' })).options.map((one: { id: number }) => one.id)).toEqual([options.winter, options.red]); // prettier-ignore
    const stranger = { params, query: { press: 987_654 } };
    expect((await call(editor, 'GET /catalog/lists/versions/:id/choice', stranger)).status).toBe(404);
    await send('DELETE /catalog/editions/:id', { params: { id }, version: await versionOf(id) });
  });

  test('says what cannot be simulated, and keeps only what can be', async () => {
    const refused = async (list: string) => (await call(editor, 'GET /catalog/simulation', { query: { list } })).status;
    expect(await refused('1990-01-01')).toBe(422);
    expect(await refused('999999')).toBe(404);
    const id = await begin();
    const code = `D${Date.now()}`;
    const option = (key: string): Row => ({
      kind: 'options',
      key,
      values: { makerId, code, name: 'Doppio', kind: 'optional' },
    });
    await change(id, [option('-1'), option('-2')]);
    const twice = await call(editor, 'GET /catalog/simulation', { query: { list: String(id) } });
    expect([twice.status, twice.body.message]).toEqual([409, `Codice già usato: ${code}`]);
    const keep = async (values: object) => {
      const { status, body } = await call(editor, 'POST /catalog/samples', { body: { ...sample, ...values } });
      return [status, Object.keys(body.fields ?? {})];
    };
    expect(await keep({ versionId: 999_999 })).toEqual([422, ['versionId']]);
    expect(await keep({ province: 'XX' })).toEqual([422, ['province']]);
    expect(await keep({ months: 3 })).toEqual([422, ['months']]);
  });
});

describe('a price list as a file', () => {
  const heads = 'Codice versione;Codice optional;Descrizione;Tipo;Di serie;Prezzo';
  /** The lines under their heads, each with the draft that takes it. */
  const listOf = (edition: string, lines: readonly string[]) =>
    [`${heads};Edizione`, ...lines.map((line) => `${line};${edition}`)].join('\n');
  const changed = async (id: number): Promise<Row[]> => send('GET /catalog/editions/:id/changes', { params: { id } });

  test('becomes changes of a draft and nothing else; taken back, it leaves what others have changed since', async () => {
    const before = await everything();
    const id = await begin({ name: 'Da file' });
    const code = `F/${Date.now()}`;
    const csv = listOf(`Da file (n. ${id})`, [
      'LMP-1;O01;Gancio traino;Optional;No;810,00',
      `LMP-1;${code};Telecamera;Optional;No;550`,
      'LMP-1;C02;Rosso;Colore;Sì;',
      'LMP-9;O01;Gancio traino;Optional;No;1',
    ]);
    const planned = await importFile(call, editor, 'catalog/options', { csv, dryRun: true });
    expect(planned.rows[0].code).toBe(`O01 · LMP-1 · n. ${id}`);
    const it = await importFile(call, editor, 'catalog/options', { csv });
    expect(it).toMatchObject({ state: 'done', created: 3, refused: 1 });
    expect(it.errors).toMatchObject([{ row: 5, message: 'Codice versione: «LMP-9» non è a catalogo' }]);
    expect(await everything()).toEqual(before);
    const made = await changed(id);
    const added = made.find(({ kind }) => kind === 'options')!;
    expect(made.map(({ kind, key }) => `${kind} ${key.replace(added.key, 'N')}`).toSorted()).toEqual(
      [
        'options N',
        `versionOptionPrices ${hook}:day`,
        `versionOptionPrices ${versionId}:N:day`,
        `versionOptions ${versionId}:${options.red}`,
        `versionOptions ${versionId}:N`,
      ].toSorted(),
    );
    // The same file finds its lines again.
    expect(await importFile(call, editor, 'catalog/options', { csv })).toMatchObject({ created: 0, unchanged: 3 });
    const price = made.find(({ key }) => key === `${hook}:day`)!;
    await change(id, [{ ...hookPrice(82_000), version: price.version! }], other);
    const undone = await call(editor, 'POST /imports/:id/undo', { params: { id: it.id } });
    expect([undone.status, undone.body.removed, undone.body.kept]).toEqual([200, 2, 1]);
    expect((await changed(id)).map(({ kind, key }) => `${kind} ${key}`)).toEqual([`versionOptionPrices ${hook}:day`]);
  });

  test('taken back, gives a draft the price back that it had before, and leaves an option that somebody had added', async () => {
    const id = await begin({ name: 'Prima' });
    const code = `H${Date.now()}`;
    await change(id, [
      hookPrice(79_000),
      { kind: 'options', key: '-1', values: { makerId, code, name: 'A mano', kind: 'optional' } },
    ]);
    const had = (await changed(id)).map(({ kind, key }) => `${kind} ${key}`);
    const csv = listOf(`Prima (n. ${id})`, ['LMP-1;O01;x;;No;810', `LMP-1;${code};x;;No;5`]);
    const it = await importFile(call, editor, 'catalog/options', { csv });
    expect(it.created).toBe(2);
    expect((await call(editor, 'POST /imports/:id/undo', { params: { id: it.id } })).body.removed).toBe(2);
    const left = await changed(id);
    expect(left.map(({ kind, key }) => `${kind} ${key}`)).toEqual(had);
    expect(left.find(({ key }) => key === `${hook}:day`)).toMatchObject({ after: { price: 79_000 } });
    // A paint of a file stays where a picture shows it.
    const painted = await importFile(call, editor, 'catalog/options', { csv: listOf(`Prima (n. ${id})`, [`LMP-1;${code}C;Salvia;Colore;No;5`]) }); // prettier-ignore
    const paint = (await send('GET /catalog/editions/:id/changes', { params: { id } })).find(({ after }: { after: Row['values'] }) => after?.code === `${code}C`); // prettier-ignore
    const { body: image } = await call(editor, 'POST /uploads', { query: { purpose: 'catalog_image', name: 'b.jpg' }, file: await aPhoto() }); // prettier-ignore
    await change(id, [{ kind: 'versionImages', key: `${versionId}:${image.id}`, values: { place: 1, optionId: Number(paint.key) } }]); // prettier-ignore
    await call(editor, 'POST /imports/:id/undo', { params: { id: painted.id } });
    expect((await changed(id)).map(({ key }) => key)).toContain(paint.key);
    expect((await changed(id)).map(({ key }) => key)).not.toContain(`${versionId}:${paint.key}`);
  });

  test('sent again and taken back, leaves what a colleague has changed or taken out since, and an edition that is ready', async () => {
    const id = await begin({ name: 'Di nuovo' });
    const send2 = async (hookAt: string, redAt: string, packAt: string) =>
      importFile(call, editor, 'catalog/options', {
        csv: listOf(`Di nuovo (n. ${id})`, [
          `LMP-1;O01;Gancio traino;Optional;No;${hookAt}`,
          `LMP-1;C02;Rosso;Colore;No;${redAt}`,
          `LMP-1;P01;Pacchetto inverno;Pacchetto;No;${packAt}`,
        ]),
      });
    const priceOf = async (optionId: number) =>
      (await changed(id)).find(({ key }) => key === `${versionId}:${optionId}:day`);
    expect(await send2('810', '', '910')).toMatchObject({ created: 3 });
    const again = await send2('820', '700,50', '920');
    expect(again).toMatchObject({ updated: 3 });
    const hooked = await priceOf(options.hook);
    await change(id, [{ ...hookPrice(83_000), version: hooked!.version! }], other);
    const winter = (await priceOf(options.winter))!;
    await change(id, [{ kind: winter.kind, key: winter.key, version: winter.version!, values: null }], other);
    const undone = (await call(editor, 'POST /imports/:id/undo', { params: { id: again.id } })).body;
    expect([undone.state, undone.restored, undone.kept]).toEqual(['undone', 1, 2]);
    expect(await priceOf(options.hook)).toMatchObject({ after: { price: 83_000 } });
    // A price that only the second file had goes with it.
    expect([await priceOf(options.red), await priceOf(options.winter)]).toEqual([undefined, undefined]);
    const third = await send2('840', '', '940');
    expect((await move(id, 'ready')).status).toBe(200);
    const kept = (await call(editor, 'POST /imports/:id/undo', { params: { id: third.id } })).body;
    expect([kept.state, kept.restored, kept.kept]).toEqual(['undone', 0, third.updated]);
  });

  test('says for which draft it is asked, and offers to set right only what it has', async () => {
    for (const name of ['Una', 'Due']) await begin({ name });
    const file = { query: { kind: 'catalog/options', name: 'x.csv' }, file: Buffer.from(`${heads}\nLMP-1;A/1;x;;;1`) };
    const { id, version } = (await call(editor, 'POST /imports', file)).body;
    const open = await send('GET /imports/:id', { params: { id } });
    expect(open.defaults.find(({ field }: { field: string }) => field === 'edition')).toMatchObject({ value: '' });
    const offered = open.fixes.map(({ fix }: { fix: string }) => fix);
    expect(['names', 'caps', 'phones'].filter((fix) => offered.includes(fix))).toEqual([]);
    expect(offered).toContain('doubles');
    await call(editor, 'POST /imports/:id/check', { params: { id }, version });
    const { errors } = await send('GET /imports/:id', { params: { id } });
    expect(errors).toMatchObject([{ message: 'Edizione: scegliere un’edizione in bozza' }]);
  });

  test('is the manufacturer’s alone, and goes into drafts alone', async () => {
    const file = { query: { kind: 'catalog/options', name: 'x.csv' }, file: Buffer.from(`${heads}\nLMP-1;O01;x;;;1`) };
    expect((await call(dealer, 'POST /imports', file)).status).toBe(403);
    expect(
      (await call(editor, 'POST /imports', { ...file, query: { ...file.query, kind: 'accessories' } })).status,
    ).toBe(403);
    const id = await begin({ name: 'Chiusa' });
    const it = await importFile(call, editor, 'catalog/options', {
      csv: listOf(`Chiusa (n. ${id})`, ['LMP-1;O01;x;;No;811']),
    });
    expect(it.created).toBe(1);
    expect((await move(id, 'ready')).status).toBe(200);
    const undone = await call(editor, 'POST /imports/:id/undo', { params: { id: it.id } });
    expect([undone.body.removed, undone.body.kept]).toEqual([0, 1]);
    expect(await changed(id)).toHaveLength(1);
  });
});
