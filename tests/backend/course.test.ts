import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#backend/lib/work/context.ts';
import { inStates } from '#backend/lib/records/course.ts';
import { reasonsOf, saveReasons } from '#backend/lib/records/reasons.ts';
import { visible } from '#backend/lib/records/scope.ts';
import { Failure, statusOf } from '#domain/errors.ts';
import { privileges as p } from '#domain/privileges.ts';
import { asOwner, testDatabase } from '#tests/support/database.ts';
import {
  dealCalls,
  dealMachine,
  dealMoves,
  deals,
  dealSections,
  dealTable,
  heard,
  makeDeal,
} from '#tests/support/deals.ts';
import { makeWorld } from '#tests/support/world.ts';

const database = await testDatabase();
await asOwner(database.ownerUrl, dealTable);
const world = await makeWorld(database);
afterAll(() => world.close());
const START = world.clock.now;
beforeEach(() => (world.clock.now = START));

const BOSS = [p.manageAllQuotes, p.approveContracts, p.seeMargin];
const people = {
  seller: await world.user(901, [p.createQuotes]),
  partner: await world.user(901, [p.createQuotes]),
  stranger: await world.user(901, [p.createQuotes]),
  /** Sees the queue, and signs with one of the two privileges. */
  clerk: await world.user(901, [p.approveContracts]),
  boss: await world.user(901, BOSS),
  other: await world.user(901, BOSS),
};
type Name = keyof typeof people;

const as = <T>(name: Name, work: (ctx: Ctx) => Promise<T>) => world.outside().asCompany(901, people[name].id, work);
/** What a call of the person answers: its status as the edge maps it, with the answer or what refused it. */
async function run<T>(name: Name, work: (ctx: Ctx) => Promise<T>) {
  try {
    return { status: 200, body: await as(name, work), detail: undefined, message: '' };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { status: statusOf[error.code], body: undefined, detail: error.detail, message: error.message };
  }
}
type Section = keyof typeof dealMachine.sections;
type Move = keyof typeof dealMachine.moves;
const save = (name: Name, id: number, section: Section, version: number, body: object) =>
  run(name, (ctx) => dealSections[`PUT /deals/:id/${section}`]!(ctx, { params: { id }, version, body }));
const move = (name: Name, id: number, of: Move, version: number, body: unknown = {}) =>
  run(name, (ctx) => dealMoves[`POST /deals/:id/${of}`](ctx, { params: { id }, version, body }));
const read = (name: Name, id: number) =>
  run(name, async (ctx) => ({ ...(await deals.read(ctx, id)), ...(await deals.answer(ctx, id)) }));
const listed = (name: Name, ids: readonly number[]) =>
  as(name, async (ctx) => {
    const found = sql<{
      id: number;
    }>`select d.id from trial_deals d where ${visible(ctx, deals.of)} and d.id = any(${[...ids]}::bigint[])`;
    return (await found.execute(ctx.db)).rows.map(({ id }) => id);
  });

const general = { title: 'Flotta', notes: '' };
const whole = { title: 'Flotta', price: 100_00 };
const make = (columns: object = {}) => as('seller', (ctx) => makeDeal(ctx, [people.partner.id], columns));
const reasons = await as('boss', async (ctx) => {
  await saveReasons(ctx, dealMachine, 'cancel', [
    { label: 'Prezzo', needsNote: false },
    { label: 'Altro', needsNote: true },
  ]);
  return reasonsOf(ctx, dealMachine, 'cancel');
});
const [price, somethingElse] = reasons.map(({ id }) => String(id)) as [string, string];

describe('sections', () => {
  test('two people write at once in two sections and both stay, on two connections; in one section one is the first', async () => {
    const id = await make();
    const both = await Promise.all([
      save('seller', id, 'general', 1, { title: 'Flotta', notes: 'Da richiamare' }),
      save('partner', id, 'money', 1, { price: 12_000_00 }),
    ]);
    expect(both.map(({ status, body }) => [status, body?.version])).toEqual([
      [200, 2],
      [200, 2],
    ]);
    expect((await read('boss', id)).body).toMatchObject({
      title: 'Flotta',
      notes: 'Da richiamare',
      price: 12_000_00,
      versions: { general: 2, money: 2 },
      version: 3,
    });
    const rivals = await Promise.all([
      save('seller', id, 'money', 2, { price: 1_00 }),
      save('partner', id, 'money', 2, { price: 2_00 }),
    ]);
    expect(rivals.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    const [won, lost] = rivals.toSorted((a, b) => a.status - b.status);
    expect(lost!.detail?.current).toMatchObject({
      version: 3,
      section: 'money',
      record: { price: won!.body!.record.price },
    });
    // The other section was not touched meanwhile.
    expect((await save('seller', id, 'general', 2, general)).status).toBe(200);
  });

  test('a save writes the fields of its section alone', async () => {
    const id = await make(whole);
    await save('seller', id, 'general', 1, { title: 'Altra', notes: '', price: 1 });
    expect((await read('seller', id)).body).toMatchObject({ title: 'Altra', price: 100_00 });
  });

  test('its calls take the version of the section, and the fields of it', () => {
    expect(Object.keys(dealCalls).filter((name) => name.startsWith('PUT'))).toEqual(Object.keys(dealSections));
    const { body, versioned } = dealCalls['PUT /deals/:id/money'];
    expect(versioned).toBe(true);
    expect([body.safeParse({ price: 1 }).success, body.safeParse({ price: -1 }).success]).toEqual([true, false]);
  });

  test('are closed by state and privilege with their sentence, as the record says it', async () => {
    const id = await make(whole);
    await move('seller', id, 'submit', 1);
    const why = 'Il prezzo è in esame: lo cambia chi vede i margini.';
    expect((await read('seller', id)).body!.locks).toEqual({ money: why });
    expect(await save('seller', id, 'money', 1, { price: 1 })).toMatchObject({ status: 409, message: why });
    expect((await read('boss', id)).body!.locks).toEqual({});
    expect((await save('boss', id, 'money', 1, { price: 1 })).status).toBe(200);
    // Who sees the queue alone changes nothing of it.
    expect((await read('clerk', id)).body!.locks).toEqual({
      general: 'La cambia chi la segue.',
      money: 'La cambia chi la segue.',
    });
    expect((await save('clerk', id, 'general', 1, general)).status).toBe(403);
  });
});

test('owners are several; who has a queue sees the records in its state, in lists and one by one', async () => {
  const waiting = await make(whole);
  const draft = await make(whole);
  await move('partner', waiting, 'submit', 1);
  const seen = async (name: Name) => {
    const ids = await listed(name, [waiting, draft]);
    for (const id of [waiting, draft]) expect((await read(name, id)).status).toBe(ids.includes(id) ? 200 : 403);
    return ids.length;
  };
  expect([await seen('seller'), await seen('partner'), await seen('stranger')]).toEqual([2, 2, 0]);
  expect([await seen('clerk'), await seen('boss')]).toEqual([1, 2]);
  expect(await listed('clerk', [waiting, draft])).toEqual([waiting]);
});

test('a move says all that is missing, each with the section and the field', async () => {
  const id = await make();
  const { status, message, detail } = await move('seller', id, 'submit', 1);
  expect([status, message]).toEqual([409, 'Inserire il titolo.']);
  expect(detail?.missing).toEqual([
    { sentence: 'Inserire il titolo.', section: 'general', field: 'title' },
    { sentence: 'Inserire il prezzo.', section: 'money', field: 'price' },
  ]);
  await save('seller', id, 'general', 1, general);
  const left = await move('seller', id, 'submit', 2);
  expect(left.detail?.missing?.map(({ field }) => field)).toEqual(['price']);
});

test('a state of the day is the same in the record and in a list', async () => {
  const id = await make(whole);
  await move('seller', id, 'submit', 1);
  await move('boss', id, 'approve', 2);
  for (const [today, state] of [
    ['2026-11-25', 'approved'],
    ['2026-11-26', 'expired'],
  ] as const) {
    world.clock.now = new Date(`${today}T09:00:00Z`);
    expect((await read('seller', id)).body!.state).toBe(state);
    const among = (states: string[]) =>
      as('boss', async (ctx) => {
        const condition = inStates(dealMachine.states, 'd', states, ctx.today);
        const { rows } = await sql`select from trial_deals d where ${condition} and d.id = ${id}`.execute(ctx.db);
        return rows.length === 1;
      });
    expect([await among(['approved']), await among(['expired']), await among(['approved', 'expired'])]).toEqual([
      state === 'approved',
      state === 'expired',
      true,
    ]);
  }
});

describe('a second person', () => {
  test('says yes to what somebody asked for; never oneself, and never to what has changed since', async () => {
    const id = await make(whole);
    await move('seller', id, 'submit', 1);
    heard.length = 0;
    expect((await move('boss', id, 'cancel', 2, { reason: price, note: 'Doppia' })).body).toMatchObject({
      state: 'submitted',
      version: 2,
    });
    expect(heard).toEqual([`cancel ${id}`]);
    expect(await move('boss', id, 'cancel', 2, { reason: price })).toMatchObject({
      status: 409,
      message: 'Serve il sì di una seconda persona.',
    });
    expect((await read('boss', id)).body!.actions).not.toContain('cancel');
    expect((await read('other', id)).body!.actions).toContain('cancel');
    // Another price: nobody agreed to that.
    await save('other', id, 'money', 1, { price: 90_00 });
    expect((await move('other', id, 'cancel', 3, { reason: price })).body!.state).toBe('submitted');
    // One who may say yes, though they may not ask.
    expect((await move('clerk', id, 'cancel', 3, { reason: somethingElse, note: 'Vero' })).body!.state).toBe(
      'canceled',
    );
    const way = await world.query(
      'select to_state, user_id::int, reason, note from state_changes where entity = $1 and record_id = $2 order by id desc limit 1',
      ['trial_deal', id],
    );
    expect(way).toEqual([{ to_state: 'canceled', user_id: people.clerk.id, reason: price, note: 'Vero' }]);
    expect(await world.query('select from move_requests where record_id = $1', [id])).toEqual([]);
  });

  test('the reason is of who asked, whatever the other one says; both notes stand', async () => {
    const id = await make(whole);
    await move('seller', id, 'submit', 1);
    await move('boss', id, 'cancel', 2, { reason: price, note: 'Doppia' });
    await move('other', id, 'cancel', 2, { reason: somethingElse, note: 'Vista anch’io' });
    const way = await world.query(
      'select reason, note from state_changes where entity = $1 and record_id = $2 order by id desc limit 1',
      ['trial_deal', id],
    );
    expect(way).toEqual([{ reason: price, note: 'Doppia — Vista anch’io' }]);
    // Who says yes needs no reason of their own.
    const plain = await make(whole);
    await move('seller', plain, 'submit', 1);
    await move('boss', plain, 'cancel', 2, { reason: price });
    expect((await move('other', plain, 'cancel', 2)).body!.state).toBe('canceled');
  });

  test('only the person who asked takes the request back, not twice, nor on a version not seen', async () => {
    const id = await make(whole);
    await move('seller', id, 'submit', 1);
    const back = (name: Name, version = 2) =>
      run(name, (ctx) => dealMoves['DELETE /deals/:id/cancel'](ctx, { params: { id }, version }));
    expect((await back('boss')).status).toBe(409);
    await move('boss', id, 'cancel', 2, { reason: price });
    expect([(await back('other')).status, (await back('stranger')).status]).toEqual([403, 403]);
    expect((await back('boss', 1)).status).toBe(412);
    expect((await back('boss')).body!.state).toBe('submitted');
    expect((await read('boss', id)).body!.actions).toContain('cancel');
    expect((await back('boss')).status).toBe(409);
    // Nobody waits any more: the next one asks anew.
    expect((await move('other', id, 'cancel', 2, { reason: price })).body!.state).toBe('submitted');
    expect((await move('other', id, 'cancel', 2)).status).toBe(409);
  });

  test('two people ask at once: one asks and the other one says yes', async () => {
    const id = await make(whole);
    await move('seller', id, 'submit', 1);
    const both = await Promise.all([
      move('boss', id, 'cancel', 2, { reason: price }),
      move('other', id, 'cancel', 2, { reason: price }),
    ]);
    expect(both.map(({ body }) => body?.state).toSorted()).toEqual(['canceled', 'submitted']);
  });
});

test('reasons are the company’s: one that is retired is offered no more, and stays readable where it was said', async () => {
  const id = await make(whole);
  await move('seller', id, 'submit', 1);
  const refused = async (body: object) => (await move('boss', id, 'cancel', 2, body)).detail?.fields;
  expect(await refused({ reason: '0' })).toEqual({ reason: 'Scegliere il motivo' });
  expect(await refused({ reason: somethingElse })).toEqual({ note: 'Scrivere il motivo' });
  await as('boss', (ctx) =>
    saveReasons(ctx, dealMachine, 'cancel', [
      { label: 'Fuori mercato', needsNote: false },
      { label: 'Altro', needsNote: true },
    ]),
  );
  expect(await refused({ reason: price })).toEqual({ reason: 'Scegliere il motivo' });
  const now = await as('boss', (ctx) => reasonsOf(ctx, dealMachine, 'cancel'));
  expect(now.map(({ label, retired }) => [label, retired])).toEqual(
    expect.arrayContaining([
      ['Prezzo', true],
      ['Fuori mercato', false],
      ['Altro', false],
    ]),
  );
  expect(String(now.find(({ label }) => label === 'Altro')!.id)).toBe(somethingElse);
  // The next tests say it again: as another one.
  await as('boss', (ctx) => saveReasons(ctx, dealMachine, 'cancel', reasons));
  const again = (await as('boss', (ctx) => reasonsOf(ctx, dealMachine, 'cancel'))).filter(
    ({ label }) => label === 'Prezzo',
  );
  expect(again.map(({ id: reason, retired }) => [String(reason) === price, retired]).toSorted()).toEqual([
    [false, false],
    [true, true],
  ]);
});

/** What the record is, said another way than the machine says it. */
interface Model {
  state: 'draft' | 'submitted' | 'approved' | 'canceled';
  versions: Record<Section, number>;
  version: number;
  asked: { by: Name; version: number } | null;
}
const isBoss = (name: Name) => name === 'boss' || name === 'other';
const sees = ({ state }: Model, name: Name) =>
  name === 'seller' || name === 'partner' || isBoss(name) || (name === 'clerk' && state === 'submitted');

function saved(model: Model, name: Name, section: Section, seen: number): number {
  if (!sees(model, name)) return 403;
  if (seen !== model.versions[section]) return 412;
  if (model.state !== 'draft' && model.state !== 'submitted') return 409;
  if (name === 'clerk') return 403;
  if (section === 'money' && model.state === 'submitted' && !isBoss(name)) return 409;
  model.versions[section] += 1;
  model.version += 1;
  return 200;
}

function moved(model: Model, name: Name, of: Move, seen: number): number {
  if (!sees(model, name)) return 403;
  if (seen !== model.version) return 412;
  const from = { submit: ['draft'], approve: ['submitted'], cancel: ['submitted', 'approved'] }[of];
  if (!from.includes(model.state)) return 409;
  const asked = of === 'cancel' && model.asked?.version === model.version ? model.asked.by : null;
  if (asked === name) return 409;
  const may = {
    submit: name !== 'clerk' && name !== 'stranger',
    approve: isBoss(name),
    cancel: isBoss(name) || (asked !== null && name === 'clerk'),
  }[of];
  if (!may) return 403;
  if (of === 'cancel' && asked === null) {
    model.asked = { by: name, version: model.version };
    return 200;
  }
  model.state = ({ submit: 'submitted', approve: 'approved', cancel: 'canceled' } as const)[of];
  model.version += 1;
  return 200;
}

test('whatever random people do, the record is what a plain model of it says, and so is each answer', async () => {
  const offered = (await as('boss', (ctx) => reasonsOf(ctx, dealMachine, 'cancel'))).find(({ retired }) => !retired)!;
  const statuses = new Set<number>();
  const who = fc.constantFrom(...(Object.keys(people) as Name[]), 'boss' as const, 'seller' as const);
  const lag = fc.nat(7).map((n) => (n === 0 ? 1 : 0));
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('save' as const),
      section: fc.constantFrom('general' as const, 'money' as const),
      who,
      lag,
    }),
    fc.record({
      kind: fc.constant('move' as const),
      of: fc.constantFrom('submit' as const, 'approve' as const, 'cancel' as const, 'cancel' as const),
      who,
      lag,
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const id = await make(whole);
      const model: Model = { state: 'draft', versions: { general: 1, money: 1 }, version: 1, asked: null };
      for (const one of steps) {
        const before = { ...model.versions, version: model.version };
        const answer =
          one.kind === 'save'
            ? await save(
                one.who,
                id,
                one.section,
                before[one.section] - one.lag,
                one.section === 'general' ? general : { price: 1 },
              )
            : await move(one.who, id, one.of, before.version - one.lag, { reason: String(offered.id), note: 'Prova' });
        const expected =
          one.kind === 'save'
            ? saved(model, one.who, one.section, before[one.section] - one.lag)
            : moved(model, one.who, one.of, before.version - one.lag);
        expect([one, answer.status]).toEqual([one, expected]);
        statuses.add(expected);
      }
      const { state, version, versions } = (await read('boss', id)).body!;
      expect({ state, version, versions: { general: 1, money: 1, ...versions } }).toEqual({
        state: model.state,
        version: model.version,
        versions: model.versions,
      });
    }),
    { numRuns: 25 },
  );
  expect([...statuses].toSorted()).toEqual([200, 403, 409, 412]);
});
