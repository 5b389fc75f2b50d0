import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs, schedules } from '#backend/areas.ts';
import { forEachCompany } from '#backend/lib/people/companies.ts';
import { EXPORT_LIMIT, KEPT_DAYS, MOST_WAITING } from '#domain/spreadsheets/limits.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { unzipped } from '#tests/support/unzipped.ts';
import { EVERY, makeWorld, TODAY } from '#tests/support/world.ts';

/** As with fifty thousand rows, in a hundredth of the time. */
vi.mock('#domain/spreadsheets/limits.ts', async (original) => ({ ...(await original<object>()), EXPORT_LIMIT: 500 }));

const world = await makeWorld(await testDatabase());
const { call, query } = world;
afterAll(() => world.close());
// With the one that the world has.
const ROWS = EXPORT_LIMIT + 1;
await query(
  `insert into accessories (company_id, code, description, price)
   select 901, 'TANTI-' || n, 'Accessorio <n.> ' || n, n from generate_series(1, $1::int) n`,
  [EXPORT_LIMIT],
);
beforeEach(async () => {
  world.clock.now = new Date(`${TODAY}T10:00:00Z`);
  await query('delete from spreadsheets');
  await query("delete from pgboss.job where name = 'spreadsheet'");
});

const jobOf = (name: string) => jobs.find((one) => one.name === name)!;
const ask = (as: TestUser, format: 'csv' | 'xlsx' = 'csv', sort?: 'code' | 'price' | 'description') =>
  call(as, 'GET /accessories/export', { query: { format, ...(sort && { sort }) } });
const queued = async (name = 'spreadsheet') =>
  (await query('select data from pgboss.job where name = $1 order by created_on', [name])).map(
    ({ data }) => data as never,
  );
const work = async (name = 'spreadsheet') => {
  for (const data of await queued(name)) await jobOf(name).run(world.outside(), data);
};
const own = async (as: TestUser) => (await call(as, 'GET /spreadsheets', {})).body;
const told = async (as: TestUser) =>
  ((await call(as, 'GET /notifications', { query: {} })).body.rows as { kind: string; title: string; text: string; href: string }[]).filter(({ kind }) => kind === 'spreadsheet_done'); // prettier-ignore
const fetchOne = (as: TestUser, id: number, headers = {}) =>
  call(as, 'GET /spreadsheets/:id/file', { params: { id }, headers });

describe('an export with too many rows', () => {
  test('is made once by a job, told by a notification, and fetched whole by who asked alone', async () => {
    const me = await world.user(901, EVERY);
    const answer = await ask(me);
    expect([answer.status, answer.body.message]).toEqual([422, expect.stringMatching(/^Più di 500 righe: il file si prepara da solo/)]); // prettier-ignore
    expect((await ask(me)).body.message).toContain('si prepara dalle 11:00');
    expect(await queued()).toHaveLength(1);
    expect(await own(me)).toMatchObject([{ state: 'waiting', rows: null }]);
    await work();
    await work();
    const [spreadsheet] = await own(me);
    expect(spreadsheet).toMatchObject({ name: `accessori-${TODAY}.csv`, state: 'ready', rows: ROWS });
    expect(await told(me)).toEqual([expect.objectContaining({ href: '/dealer/settings#spreadsheets', title: `accessori-${TODAY}.csv: il file è pronto` })]); // prettier-ignore
    const file = await fetchOne(me, spreadsheet.id);
    const lines = String(file.body).trimEnd().split('\r\n');
    expect([lines.length, file.headers.get('content-length')]).toEqual([ROWS + 1, String(spreadsheet.bytes)]);
    expect(String((await fetchOne(me, spreadsheet.id, { range: 'bytes=0-2' })).body)).toBe('\uFEFF');
    for (const other of [await world.user(901, EVERY), await world.user(902, EVERY)])
      expect((await fetchOne(other, spreadsheet.id)).status).toBe(404);
    expect(await query("select facts -> 'after' as after from audit_events e join audit_facts f on f.company_id = e.company_id and f.event_id = e.id where action = 'export' and user_id = $1", [me.id])).toEqual([{ after: { rows: ROWS, format: 'csv' } }]); // prettier-ignore
    expect((await readdir(join(world.config.DATA_DIR, 'incoming'))).length).toBe(0);
  });

  test('is as good a workbook as a small one', async () => {
    const me = await world.user(901, EVERY);
    await ask(me, 'xlsx');
    await work();
    const [{ id }] = await own(me);
    const parts = unzipped((await fetchOne(me, id)).body);
    const spreadsheet = String(parts.get('xl/worksheets/sheet1.xml'));
    expect(spreadsheet.match(/<row /g)).toHaveLength(ROWS + 1);
    expect(spreadsheet).toContain('Accessorio &lt;n.&gt; 500');
  });

  test('stays ready when a try that overlaps comes to its end later', async () => {
    const me = await world.user(901, EVERY);
    await ask(me);
    const [data] = await queued();
    const outside = world.outside();
    let arrive = () => {};
    const both = new Promise<void>((done) => (arrive = done));
    let puts = 0;
    const files = {
      ...outside.files,
      put: async (...given: Parameters<typeof outside.files.put>) => {
        await outside.files.put(...given);
        puts += 1;
        if (puts === 2) arrive();
        await both;
      },
    };
    const run = () => jobOf('spreadsheet').run({ ...outside, files }, data!);
    // The second begins to write only once the first has, as after its time limit.
    await Promise.all([run(), run()]);
    const [{ id, state }] = await own(me);
    expect([state, (await fetchOne(me, id)).status]).toEqual(['ready', 200]);
  });

  test('goes by the rights of the moment: at its making, and whenever it is fetched', async () => {
    const me = await world.user(901, EVERY);
    const rights = async (privileges: readonly number[]) => {
      await query('update users set privileges = $2 where id = $1', [me.id, [...privileges]]);
      // Who somebody is stays known for some seconds.
      world.clock.now = new Date(world.clock.now.getTime() + 10_000);
    };
    await ask(me);
    await work();
    const [{ id }] = await own(me);
    await rights(EVERY.slice(0, -1));
    expect((await fetchOne(me, id)).status).toBe(403);
    await rights(EVERY);
    await ask(me, 'xlsx');
    await query('update users set archived_at = now() where id = $1', [me.id]);
    await work();
    expect(await query("select state, failure from spreadsheets where user_id = $1 order by id desc limit 1", [me.id])).toEqual([{ state: 'failed', failure: expect.any(String) }]); // prettier-ignore
  });

  test('an export that fails is told once after some tries, and asked for again; few are made for one person at a time', async () => {
    const me = await world.user(901, EVERY);
    await ask(me);
    await query("update spreadsheets set call = 'GET /nothing'");
    for (const again of [1, 2]) await expect(work(), String(again)).rejects.toThrow();
    expect(await told(me)).toEqual([]);
    await work();
    expect(await told(me)).toEqual([expect.objectContaining({ text: 'Riprovare più tardi.' })]);
    expect(await own(me)).toMatchObject([{ state: 'failed', failure: 'Riprovare più tardi.' }]);
    for (const sort of ['code', 'price', 'description'] as const) await ask(me, 'csv', sort);
    expect((await ask(me)).body.message).toContain(`già ${MOST_WAITING} file si preparano`);
  });

  test('goes after a week, and with a person who is erased', async () => {
    const me = await world.user(901, EVERY);
    const stored = async () =>
      (await query('select file_key as key from spreadsheets')).map(({ key }) =>
        join(world.config.DATA_DIR, 'files', key as string),
      );
    const clear = schedules.find(({ name }) => name === 'spreadsheets-retention')!;
    const sweep = async () => {
      const outside = world.outside();
      await forEachCompany(outside, clear.run);
      await outside.finish();
    };
    await ask(me);
    await work();
    const [path] = await stored();
    world.clock.now = new Date(world.clock.now.getTime() + KEPT_DAYS * 86_400_000);
    await sweep();
    await expect(readFile(path!)).resolves.toBeTruthy();
    world.clock.now = new Date(world.clock.now.getTime() + 1000);
    await sweep();
    expect(await own(me)).toEqual([]);
    await work('delete-files');
    await expect(readFile(path!)).rejects.toThrow('ENOENT');
    await ask(me);
    const params = { id: world.alfa.customerId };
    const { version, name } = (await call(me, 'GET /persons/:id/erasure', { params })).body;
    await call(me, 'POST /persons/:id/erasure', { params, version, body: { reason: 'request', name } });
    expect(await own(me)).toEqual([]);
  });
});
