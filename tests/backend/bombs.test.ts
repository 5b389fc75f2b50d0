import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBackend } from '#backend/app.ts';
import type { FileRead } from '#backend/imports/read-file.ts';
import { openDatabase } from '#backend/db/open.ts';
import { Overrun, Starved } from '#backend/lib/work/bounds.ts';
import { asFailure } from '#backend/lib/work/failures.ts';
import { createProcesses } from '#backend/lib/work/processes.ts';
import { createThreads } from '#backend/lib/work/worker.ts';
import { pdfBombs, pictureBombs, sheetBombs } from '#tests/support/bombs.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';
import { workbookOf } from '#tests/support/xlsx.ts';

const folder = mkdtempSync(join(tmpdir(), 'volante-bombs-'));
const path = join(folder, 'file');
afterAll(() => rmSync(folder, { recursive: true }));
const source = (module: string) => fileURLToPath(import.meta.resolve(`#backend/${module}`));
const endless = fileURLToPath(import.meta.resolve('#tests/support/endless.ts'));

describe('a file that costs more to read than to send is refused or read, within time and memory', () => {
  // Far more than any of them needs, far less than work by the square.
  const inThread = createThreads({ tasks: 1, seconds: 20, megabytes: 400, nice: 0 });
  const inProcess = createProcesses({ tasks: 1, seconds: 30, megabytes: 900 });

  test.each(sheetBombs)('$title', async ({ make, gives }) => {
    writeFileSync(path, await make());
    const read = (await inThread(source('imports/read-file.ts'), 'readFile', path)) as string | FileRead;
    if (gives instanceof RegExp) expect(read).toMatch(gives);
    else expect(read).toMatchObject({ worksheets: [{ total: gives }] });
  });

  test.each([...pdfBombs, ...pictureBombs])('$title', async ({ title, make, gives }) => {
    writeFileSync(path, await make(), 'latin1');
    const filename = source(pdfBombs.some((one) => one.title === title) ? 'uploads/pdf.ts' : 'uploads/picture.ts');
    const pressed = await inProcess({ filename, name: 'press', input: path });
    if (gives) expect(pressed).toMatchObject({ refused: expect.stringMatching(gives as RegExp) });
    else expect(pressed).not.toHaveProperty('refused');
  });

  test('they are at least sixty', () => {
    expect(sheetBombs.length + pdfBombs.length + pictureBombs.length).toBeGreaterThanOrEqual(60);
  });
});

const bounds = { tasks: 1, seconds: 2, megabytes: 60 };
const threads = createThreads({ ...bounds, nice: 0 });
// A new process starts within its first task's time.
const processes = createProcesses({ ...bounds, seconds: 6, megabytes: 300 });
// With so much time that memory is full before it is over, however slow the machine is.
const roomy = { ...bounds, seconds: 600 };
const roomyThreads = createThreads({ ...roomy, nice: 0 });
const roomyProcesses = createProcesses({ ...roomy, megabytes: 300 });

type Run = (name: string, caller?: AbortSignal) => Promise<unknown>;
const kinds: [string, Run, Run][] = [
  ['a thread', (name, caller) => threads(endless, name, null, caller), (name) => roomyThreads(endless, name, null)],
  [
    'a process',
    (name, caller) => processes({ filename: endless, name, input: null }, caller),
    (name) => roomyProcesses({ filename: endless, name, input: null }),
  ],
];

describe.each(kinds)('%s', (_, run, runRoomy) => {
  // What starts is no part of the time that is looked at.
  beforeAll(() => run('answer'));

  test('a task that never ends is ended, and the next task has another one', async () => {
    await expect(run('spin')).rejects.toThrow(Overrun);
    await expect(run('answer')).resolves.toBe('done');
  });

  test('a task that fills the memory is ended, and the next task has another one', async () => {
    await expect(runRoomy('grow')).rejects.toThrow(Overrun);
    await expect(runRoomy('answer')).resolves.toBe('done');
  });

  test('ends with its caller, and frees its place', async () => {
    const caller = new AbortController();
    const spinning = run('spin', caller.signal);
    const next = run('answer');
    caller.abort();
    await expect(spinning).rejects.toThrow('Richiesta interrotta');
    await expect(next).resolves.toBe('done');
  });
});

describe('a process for pictures', () => {
  const run = (name: string) => roomyProcesses({ filename: endless, name, input: null });

  test('a process that crashes of its own is its file’s fault; one that the system kills is nobody’s, and says to come back', async () => {
    await expect(run('crash')).rejects.toThrow(new Overrun('the process ended (SIGSEGV)'));
    await expect(run('grow')).rejects.toThrow(new Overrun('the process ended (SIGALRM)'));
    const starved = await run('killed').catch((error: unknown) => error);
    expect(starved).toBeInstanceOf(Starved);
    const { code, message, detail } = asFailure(starved, {});
    expect([code, message]).toEqual(['unavailable', 'Il server è occupato: riprovare tra qualche secondo.']);
    expect(detail.retryAfter).toBe(10);
    await expect(run('answer')).resolves.toBe('done');
  });

  test('a process that cannot start says to come back, too', async () => {
    const started = createProcesses({ ...bounds, seconds: 6, megabytes: 300 });
    const { execPath } = process;
    process.execPath = join(folder, 'no such program');
    const failed = await started({ filename: endless, name: 'answer', input: null })
      .catch((error: unknown) => error)
      .finally(() => (process.execPath = execPath));
    expect(failed).toBeInstanceOf(Starved);
    await expect(started({ filename: endless, name: 'answer', input: null })).resolves.toBe('done');
  });
});

describe('while one company sends bomb after bomb', () => {
  let world: Awaited<ReturnType<typeof makeWorld>>;
  let backend: ReturnType<typeof createBackend>;
  let db: ReturnType<typeof openDatabase>;
  beforeAll(async () => {
    const database = await testDatabase();
    world = await makeWorld(database);
    db = openDatabase(database.appUrl);
    backend = createBackend({ db, config: world.config, now: () => world.clock.now });
    await world.query(
      `insert into accessories (company_id, code, description, price)
       select 902, 'ACC-' || n, 'Accessorio ' || n, 100 * n from generate_series(1, 500) n`,
    );
  });
  afterAll(async () => {
    await db.destroy();
    await world.close();
  });

  test('another one’s exports come', async () => {
    const [bomber, neighbour] = await Promise.all([901, 902].map((company) => world.user(company, EVERY)));
    const refused = sheetBombs.filter(({ gives }) => gives instanceof RegExp).slice(0, 30);
    const bombs = await Promise.all(refused.map(async ({ make }) => Buffer.from(await make())));
    const query = { kind: 'accessories', name: 'bomba.xlsx' };
    const send = async (n: number) =>
      (await world.call(bomber!, 'POST /imports', { query, file: bombs[n % bombs.length]! }, backend)).status;
    const exported = () => world.call(neighbour!, 'GET /accessories/export', { query: { format: 'xlsx' } }, backend);
    let over = false;
    const statuses: number[] = [];
    const line = async () => {
      while (!over) statuses.push(await send(statuses.length));
    };
    const lines = Promise.all([line(), line(), line()]);
    // The senders stop only after the last export: one that waits for the end of the bombs would never come.
    const answers = [];
    while (answers.length < 3) answers.push((await exported()).status);
    over = true;
    await lines;
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(new Set(statuses)).toEqual(new Set([422]));
  });

  test('a file whose sender went away is read no further, and the next one of the company has its place', async () => {
    const sender = await world.user(901, EVERY);
    const leaving = new AbortController();
    const rows = Array.from(
      { length: 49_000 },
      (_, n) => `<row><c><v>${n}</v></c>${'<c><v>1</v></c>'.repeat(40)}</row>`,
    );
    const large = new Uint8Array(workbookOf({ rows: rows.join('') }));
    const post = (body: Uint8Array<ArrayBuffer>, signal: AbortSignal | null) =>
      backend.request('http://backend/imports?kind=accessories&name=a.xlsx', {
        method: 'POST',
        headers: { authorization: `Bearer ${sender.token}`, 'content-type': 'application/octet-stream' },
        body,
        signal,
      });
    const left = post(large, leaving.signal);
    await new Promise((done) => setTimeout(done, 500));
    leaving.abort();
    expect(await (await left).json()).toMatchObject({ message: 'Richiesta interrotta.' });
    expect((await post(new TextEncoder().encode('a'), null)).status).toBe(422);
    expect(await world.query(`select from imports where company_id = 901 and name = 'a.xlsx'`)).toEqual([]);
  });
});
