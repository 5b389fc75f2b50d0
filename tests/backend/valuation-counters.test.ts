import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PACE } from '#domain/valuations/counters.ts';
import { questionOf } from '#tests/support/areas/valuations.ts';
import type { Advert, QuotationInput } from '#domain/valuations/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

/** A source that answers as it is told, slowly enough that two ask at once. */
let status = 200;
let asked: { key: string; token: string }[] = [];
const source: Server = createServer((request, response) => {
  asked.push({ key: String(request.headers['idempotency-key']), token: String(request.headers.authorization) });
  setTimeout(() => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ tradeIn: 15_520_00, retail: 18_300_00, monthly: 20_00 }));
  }, 120);
});
await new Promise<void>((resolve) => source.listen(0, '127.0.0.1', resolve));

const world = await makeWorld(await testDatabase(), {
  RATE_LIMIT: '0',
  EUR_URL: `http://127.0.0.1:${(source.address() as AddressInfo).port}/eur`,
  EUR_TOKEN: 'segreto',
});
const { call, query, clock } = world;
afterAll(async () => {
  await world.close();
  source.close();
});
const valuer = await world.userWith('evaluateUsed');
const colleague = await world.userWith('evaluateUsed');
const manager = await world.userWith('evaluateUsed', 'managePreferences');
const elsewhere = await world.strangerWith('evaluateUsed');

let version = 0;
const fresh = (changes: Partial<QuotationInput> = {}) =>
  questionOf({ versionName: `conta ${(version += 1)}`, ...changes });
const ask = (body: QuotationInput, by = valuer) => call(by, 'POST /valuations/quotations', { body });
const used = async () =>
  Object.fromEntries(
    (await query('select counter, used from quotation_counts where company_id = 901 and used > 0')).map(
      ({ counter, used: count }) => [counter, count],
    ),
  );
const setting = (key: string, value: unknown) =>
  query(
    `insert into params (company_id, key, valid_from, value) values (901, $1, '2020-01-01', $2)
     on conflict (company_id, key, valid_from) do update set value = $2`,
    [`used.${key}`, JSON.stringify(value)],
  );

beforeAll(() => (clock.now = new Date('2026-11-24T10:00:00+01:00')));
beforeEach(async () => {
  status = 200;
  asked = [];
  clock.now = new Date('2026-11-24T10:00:00+01:00');
  await query('delete from quotations');
  await query('delete from quotation_counts');
  await query("delete from notifications where kind = 'quota_near'");
  await setting('quotaSimpleEvaluations', 100);
  await setting('overQuota', false);
});

describe('a question to a source', () => {
  test('is paid once and kept for 30 days, for every colleague', async () => {
    const body = fresh();
    const first = await ask(body);
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    expect(first.body).toMatchObject({
      paid: true,
      quotation: { tradeIn: 15_520_00, askedOn: '2026-11-24', validUntil: '2026-12-24', simulated: false },
    });
    expect((await ask(body, colleague)).body.paid).toBe(false);
    clock.now = new Date('2026-12-24T23:00:00+01:00');
    expect((await ask(body)).body.paid).toBe(false);
    expect(await used()).toEqual({ simple_evaluations: 1 });
    clock.now = new Date('2026-12-25T00:30:00+01:00');
    expect((await ask(body)).body.paid).toBe(true);
    expect(asked.map(({ token }) => token)).toEqual(['Bearer segreto', 'Bearer segreto']);
    expect(new Set(asked.map(({ key }) => key)).size).toBe(2);
  });

  test('a question that twelve ask at once is paid by one, and all have the answer', async () => {
    const body = fresh();
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => ask(body, i % 2 ? valuer : colleague)));
    expect(answers.map(({ status: code }) => code)).toEqual(Array(12).fill(200));
    expect(answers.filter(({ body: answer }) => answer.paid)).toHaveLength(1);
    expect(asked).toHaveLength(1);
    expect(await used()).toEqual({ simple_evaluations: 1 });
  });

  test('is no answer to another company', async () => {
    const body = fresh();
    await ask(body);
    expect((await ask(body, elsewhere)).body.paid).toBe(true);
    expect(asked).toHaveLength(2);
  });

  test('by plate, in advance and to Indicata raises the counters of each', async () => {
    await ask(fresh({ plate: 'HZ 820 VV' }));
    await ask(fresh({ question: 'advanced' }));
    await ask(fresh({ source: 'IND', question: 'advanced' }));
    await ask({ ...fresh(), question: 'plate', plate: 'HZ 821 VV' });
    expect(await used()).toEqual({
      infocar_plates: 1,
      eurotax_plates: 1,
      simple_evaluations: 1,
      indicata_generic: 1,
      advanced_evaluations: 2,
    });
  });

  test('a question that the source refuses is not counted; one that may have been counted is repeated under its key', async () => {
    const body = fresh();
    status = 422;
    expect((await ask(body)).status).toBe(409);
    expect(await used()).toEqual({});
    status = 500;
    expect((await ask(body)).status).toBe(503);
    expect(await used()).toEqual({ simple_evaluations: 1 });
    status = 200;
    expect((await ask(body)).body.paid).toBe(true);
    expect(await used()).toEqual({ simple_evaluations: 1 });
    expect(asked[2]!.key).toBe(asked[1]!.key);
  });
});

describe('a person’s pace', () => {
  const many = (by = valuer) => Promise.all(Array.from({ length: PACE.questions + 2 }, () => ask(fresh(), by)));
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status: code }) => code).toSorted();

  test('is so many questions that cost in so many minutes: the next one says when, and is not paid', async () => {
    const answers = await many();
    expect(statusesOf(answers)).toEqual([...Array(PACE.questions).fill(200), 429, 429]);
    const { body } = answers.find(({ status: code }) => code === 429)!;
    expect(body).toMatchObject({
      retryAfter: PACE.minutes * 60,
      message:
        'In 20 minuti si possono chiedere al massimo 20 quotazioni a pagamento: riprovare tra 20 min, o scrivere la quotazione a mano.',
    });
    expect([await used(), asked.length]).toEqual([{ simple_evaluations: PACE.questions }, PACE.questions]);
  });

  test('stops neither a colleague nor what is kept, and is over when its minutes are', async () => {
    const body = fresh();
    await ask(body);
    await many();
    expect((await ask(fresh(), colleague)).status).toBe(200);
    expect((await ask(body)).body.paid).toBe(false);
    clock.now = new Date(clock.now.getTime() + PACE.minutes * 60_000);
    expect((await ask(fresh())).status).toBe(200);
  });
});

describe('a month’s quota', () => {
  const quotaOf = async () =>
    (await call(valuer, 'GET /valuations/counters')).body.rows.find(
      ({ counter }: { counter: string }) => counter === 'simple_evaluations',
    );

  test('is warned of at 80 % once, and blocks at 100 %', async () => {
    await setting('quotaSimpleEvaluations', 5);
    for (let i = 0; i < 3; i += 1) await ask(fresh());
    expect(await quotaOf()).toEqual({ counter: 'simple_evaluations', used: 3, quota: 5, open: 4, level: 'fine' });
    await ask(fresh());
    expect((await quotaOf()).level).toBe('near');
    await ask(fresh(), manager);
    expect((await quotaOf()).level).toBe('full');
    const told = await query("select title from notifications where kind = 'quota_near' and user_id = $1", [
      colleague.id,
    ]);
    expect(told).toEqual([{ title: 'Valutazioni semplici: 4 richieste su 5 in questo mese' }]);
    const sixth = await ask(fresh());
    expect([sixth.status, sixth.body.message]).toEqual([409, expect.stringContaining('sono finite')]);
    expect(asked).toHaveLength(5);
    clock.now = new Date('2026-12-01T09:00:00+01:00');
    expect((await ask(fresh())).status).toBe(200);
  });

  test('keeps its last fifth for who manages', async () => {
    await setting('quotaSimpleEvaluations', 5);
    for (let i = 0; i < 4; i += 1) expect((await ask(fresh())).status).toBe(200);
    const last = await ask(fresh(), colleague);
    expect([last.status, last.body.message]).toEqual([409, expect.stringContaining('l’ultimo quinto')]);
    expect(await used()).toEqual({ simple_evaluations: 4 });
    expect((await ask(fresh(), manager)).status).toBe(200);
    expect((await ask(fresh(), manager)).body.message).toContain('sono finite');
  });

  test('with one question left, of eight who ask different ones at once one is answered', async () => {
    await setting('quotaSimpleEvaluations', 1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(fresh())));
    expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, ...Array(7).fill(409)]);
    expect([await used(), asked.length]).toEqual([{ simple_evaluations: 1 }, 1]);
  });

  test('does not block a company that chose to go on', async () => {
    await setting('quotaSimpleEvaluations', 0);
    expect((await ask(fresh())).status).toBe(409);
    await setting('overQuota', true);
    expect((await ask(fresh())).status).toBe(200);
  });
});

test('the simulator answers the same to the same question, and says what it is', async () => {
  const body = fresh({ source: 'IND', question: 'advanced' });
  const { body: first } = await ask(body);
  expect(first.quotation).toMatchObject({ simulated: true });
  expect(first.counters.simulated).toEqual({ EUR: false, IND: true });
  await query('delete from quotations where company_id = 901 and id = $1', [first.quotation.id]);
  const { body: again } = await ask(body);
  expect(again.quotation.adverts).toEqual(first.quotation.adverts);
  expect(again.quotation.adverts).toHaveLength(24);
});

test('the simulator asks more for what costs more new, is younger or was driven less, about what dealers ask', async () => {
  const said = async (changes: Partial<QuotationInput>) => {
    const body = { ...questionOf({ source: 'IND', question: 'advanced' }), ...changes };
    const { quotation } = (await ask(body)).body;
    const prices = quotation.adverts.map(({ price }: { price: number }) => price);
    return { ...quotation, mean: prices.reduce((sum: number, one: number) => sum + one, 0) / prices.length };
  };
  // 34,200 € new, five years old: our own is on sale for 20,800 €.
  const qashqai = { maker: 'Nissan', model: 'Qashqai', versionName: '1.3 Mild Hybrid N-Connecta' };
  const five = await said({ ...qashqai, registeredOn: '2021-11-10' });
  for (const price of [five.retail, five.mean]) expect(Math.abs(price / 20_800_00 - 1)).toBeLessThan(0.15);
  expect(five.tradeIn).toBeLessThan(five.retail);
  expect((await said({ ...qashqai, registeredOn: '2023-11-10' })).mean).toBeGreaterThan(five.mean);
  const panda = await said({ maker: 'FIAT', model: 'Panda Cross', versionName: '', registeredOn: '2021-11-10' });
  expect(panda.mean).toBeLessThan(five.mean * 0.6);
  const driven = five.adverts.toSorted((a: Advert, b: Advert) => a.km - b.km);
  const sum = (some: Advert[]) => some.reduce((all, { price }) => all + price, 0);
  expect(sum(driven.slice(0, 8))).toBeGreaterThan(sum(driven.slice(-8)));
});
