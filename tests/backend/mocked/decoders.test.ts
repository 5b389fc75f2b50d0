import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import { createBackend } from '#backend/app.ts';
import { Overrun, Starved } from '#backend/lib/work/bounds.ts';
import { aPng } from '#tests/support/images.ts';
import { testDatabase } from '#tests/support/database.ts';
import { EVERY, makeWorld } from '#tests/support/world.ts';

const decoder = vi.hoisted(() => ({ fails: new Error() }));
vi.mock('#backend/lib/work/worker.ts', async (original) => ({
  ...(await original<typeof import('#backend/lib/work/worker.ts')>()),
  inProcess: () => Promise.reject(decoder.fails),
}));

const database = await testDatabase();
const world = await makeWorld(database);
afterAll(() => world.close());
const logged: { level: number; msg: string; err?: { message: string } }[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
const backend = createBackend({ db: database.db, config: world.config, log, now: () => world.clock.now });
const me = await world.user(901, EVERY);
const [WARN, ERROR] = [40, 50];

test.each([
  [new Overrun('the process ended (SIGSEGV)'), 422, WARN],
  [new Starved('a process for a task was killed or did not start'), 503, ERROR],
])('a decoder that ends by «%s» is answered %i, and logged', async (error, expected, level) => {
  logged.length = 0;
  decoder.fails = error;
  const query = { purpose: 'stock_photo', name: 'foto.png' };
  const { status, body, headers } = await world.call(me, 'POST /uploads', { query, file: aPng({}) }, backend);
  expect(status).toBe(expected);
  if (status === 503)
    expect([body.message, headers.get('retry-after')]).toEqual([expect.stringContaining('occupato'), '10']);
  else expect(body.fields.file).toContain('rovinato');
  expect(logged).toMatchObject([{ level, err: { message: error.message } }]);
});
