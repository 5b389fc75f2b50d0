import fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { CHUNK } from '#backend/imports/prepare.ts';
import { importStateNames, importSteps, type ImportState, type ImportStep } from '#domain/imports/terms.ts';
import type { CallName } from '#domain/endpoints.ts';
import { testDatabase } from '#tests/support/database.ts';
import { runJob } from '#tests/support/imports.ts';
import { rounds } from '#tests/support/rounds.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query } = world;
afterAll(() => world.close());
const keeper = await world.userWith('manageAccessories');
const stranger = await world.userWith('seeAccessories');

/** More than are written at once, so that the job works at them, some in a step. */
const ROWS = 520;
/** Steps of a whole piece of work: those of its rows, and the one that finds none left. */
const STEPS = Math.ceil(ROWS / CHUNK) + 1;
let files = 0;

/** An import as it should be: where it stands, how many rows the work at hand has behind it, how many records it has made. */
interface Model {
  state: ImportState;
  at: number;
  made: number;
}
/** What is removed is gone: of that another test tells. */
type Step = Exclude<ImportStep, 'remove'>;
const calls: Record<Step, CallName> = {
  map: 'PUT /imports/:id',
  check: 'POST /imports/:id/check',
  mend: 'PUT /imports/:id/rows',
  start: 'POST /imports/:id/start',
  stop: 'POST /imports/:id/stop',
  undo: 'POST /imports/:id/undo',
};
const stepped: Record<Step, (now: Model) => Model> = {
  map: (now) => ({ ...now, state: 'mapping', at: 0 }),
  check: (now) => ({ ...now, state: 'checking', at: 0 }),
  // No row of the file is wrong: there is none to be looked at again.
  mend: (now) => ({ ...now, state: now.state === 'done' ? 'running' : 'checking', at: ROWS }),
  start: (now) => ({ ...now, state: 'running', at: now.state === 'stopped' ? now.at : 0 }),
  stop: (now) => ({ ...now, state: now.state === 'checking' ? 'mapping' : 'stopped' }),
  undo: (now) => ({ ...now, state: 'undoing', at: 0 }),
};
/** What one turn of the job makes of it: the next rows, or the end where none is left. */
function worked(now: Model): Model {
  const { state, at, made } = now;
  const next = Math.min(at + CHUNK, ROWS);
  if (state === 'checking') return at === ROWS ? { ...now, state: 'ready' } : { ...now, at: next };
  if (state === 'running') return at === ROWS ? { ...now, state: 'done' } : { ...now, at: next, made: next };
  if (state === 'undoing')
    return made === 0 ? { ...now, state: 'undone' } : { ...now, made: Math.max(0, made - CHUNK) };
  return now;
}

/** One turn of the job, in which each look at the clock is five seconds after the last: it ends after one step. */
async function turnOfJob(id: number) {
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 5000));
  try {
    await runJob(world.outside, keeper, id);
  } finally {
    // Calls measure by the same clock how long they have to wait for each other.
    clock.mockRestore();
  }
}

test('any order of mapping, starting, stopping, undoing and work ends where the table of steps says, each row written once', async () => {
  const step = fc.record({
    name: fc.constantFrom<Step | 'work'>('map', 'check', 'start', 'stop', 'mend', 'undo', 'work', 'work', 'work'),
    times: fc.integer({ min: 1, max: STEPS }),
    as: fc.nat(9).map((n) => (n === 0 ? stranger : keeper)),
    stale: fc.nat(9).map((n) => n === 0),
    // Steps that are rarely possible are met by leaning to those that are.
    leaning: fc.option(fc.nat(), { nil: null }),
  });
  type Turn = typeof step extends fc.Arbitrary<infer S> ? S : never;
  const one = (name: Turn['name'], more: Partial<Turn> = {}): Turn => ({
    name,
    times: STEPS + 1,
    as: keeper,
    stale: false,
    leaning: null,
    ...more,
  });
  const theirs = { as: stranger };
  // One walk through every state, with every step taken and refused; the others are random.
  const walk = [
    one('start'),
    one('undo'),
    one('mend'),
    one('check', theirs),
    one('check'),
    one('check'),
    one('map', theirs),
    one('stop'),
    one('stop'),
    one('map'),
    one('check'),
    one('work'),
    one('mend', theirs),
    one('mend'),
    one('work'),
    one('stop', theirs),
    one('start', theirs),
    one('start', { stale: true }),
    one('start'),
    one('map'),
    one('work', { times: 2 }),
    one('stop'),
    one('start'),
    one('work'),
    one('undo', theirs),
    one('undo'),
    one('work'),
    one('start'),
  ];
  const seen = new Set<ImportState>();
  const outcomes = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 16 }), async (steps) => {
      const prefix = `MOD${(files += 1)}`;
      const csv = Array.from({ length: ROWS }, (_, n) => `${prefix}-${n};Prova;${n},50`);
      const file = Buffer.from(['Codice;Descrizione;Prezzo', ...csv].join('\n'));
      const sent = await call(keeper, 'POST /imports', { query: { kind: 'accessories', name: 'prova.csv' }, file });
      const params = { id: sent.body.id as number };
      let model: Model = { state: 'mapping', at: 0, made: 0 };
      for (const { name: any, times, as, stale, leaning } of steps) {
        const open = (Object.keys(calls) as Step[]).filter((one) =>
          (importSteps[one].from as readonly string[]).includes(model.state),
        );
        const name = any === 'work' || leaning === null || open.length === 0 ? any : open[leaning % open.length]!;
        if (name === 'work')
          for (let turn = 0; turn < times; turn++) {
            await turnOfJob(params.id);
            model = worked(model);
          }
        else {
          const before = (await call(keeper, 'GET /imports/:id', { params })).body;
          const versioned = name !== 'stop' && name !== 'undo';
          const answer = await call(as, calls[name], {
            params,
            ...(versioned && { version: before.version - (stale ? 1 : 0) }),
            ...(name === 'map' && { body: { fields: ['code', 'description', 'price'], matches: ['code'] } }),
            ...(name === 'mend' && { body: {} }),
          });
          const may = (importSteps[name].from as readonly string[]).includes(model.state);
          const expected = as === stranger ? 403 : versioned && stale ? 412 : may ? 200 : 409;
          expect([name, model.state, answer.status]).toEqual([name, model.state, expected]);
          if (expected === 200) model = stepped[name](model);
          else expect((await call(keeper, 'GET /imports/:id', { params })).body).toEqual(before);
          if (expected === 409) expect(answer.body.message).toBe(importSteps[name].refused);
          outcomes.add(`${name} ${expected}`);
        }
        seen.add(model.state);
        const after = (await call(keeper, 'GET /imports/:id', { params })).body;
        expect(after.state).toBe(model.state);
        const made = await query('select version from accessories where company_id = 901 and code like $1', [
          `${prefix}-%`,
        ]);
        expect([made.length, made.every(({ version }) => version === 1)]).toEqual([model.made, true]);
      }
    }),
    { numRuns: rounds(4), examples: [[walk]] },
  );
  expect([...seen].toSorted()).toEqual([...importStateNames].toSorted());
  for (const name of Object.keys(calls))
    expect([...outcomes]).toEqual(expect.arrayContaining([`${name} 200`, `${name} 409`, `${name} 403`]));
});
