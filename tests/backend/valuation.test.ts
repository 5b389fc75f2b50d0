import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { lateRequest } from '#backend/valuations/late.ts';
import type { ValuationInput } from '#domain/valuations/schema.ts';
import { draftOf } from '#tests/support/areas/quotes.ts';
import { valuationOf } from '#tests/support/areas/valuations.ts';
import { sent } from '#tests/support/areas/uploads.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, clock } = world;
afterAll(() => world.close());
const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const specialist = await world.userWith('evaluateUsed');
const manager = await world.userWith('manageStock', 'createQuotes', 'manageOwnQuotes', 'seeMargin', 'evaluateUsed');

beforeEach(async () => {
  clock.now = new Date('2026-11-24T10:00:00+01:00');
  await query('delete from notifications where company_id = 901');
});

let plates = 830;
const plate = () => `HZ ${(plates += 1)} VV`;
const add = async (changes: Partial<ValuationInput> = {}, by: TestUser = manager) => {
  const { status, body } = await call(by, 'POST /valuations', { body: valuationOf({ plate: plate(), ...changes }) });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
};
type Name = 'ask' | 'offer' | 'revalue' | 'barter' | 'schedule' | 'release';
const move = (by: TestUser, name: Name, { id, version }: { id: number; version: number }, body?: object) =>
  call(by, `POST /valuations/:id/${name}`, { params: { id }, version, ...(body && { body }) });
const OFFER = { offer: 14_200_00, offerUntil: '2026-12-01', offerKm: 78_500 };
const offered = async (changes: Partial<ValuationInput> = {}) => {
  const { status, body } = await move(manager, 'offer', await add(changes), OFFER);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const quote = async (by = manager) => {
  const { body } = await call(by, 'POST /quotes', { body: draftOf(world.car, world.alfa) });
  return body.id as number;
};
const told = async ({ id }: TestUser) =>
  (await query('select kind, title from notifications where user_id = $1 order by id', [id])).map(
    ({ kind, title }) => `${kind}: ${title}`,
  );

describe('a request to a specialist', () => {
  test('is answered with an offer until a day; both are told, and who asked cannot offer', async () => {
    const fresh = await add({ retailPrice: 12_900_00 }, seller);
    // What the company may pay at most is a margin: who asks has neither it nor what is proposed, who offers the latter.
    expect(fresh).toMatchObject({ proposed: null });
    expect(fresh).not.toHaveProperty('atMost');
    expect(fresh).toMatchObject({ state: 'open', number: expect.stringMatching(/^V-2026-\d{5}$/) });
    const { body: asked } = await move(seller, 'ask', fresh, { specialistId: specialist.id, question: 'In sede ora' });
    // An hour of opening from 10 o'clock.
    expect(asked).toMatchObject({ state: 'requested', answerBy: '2026-11-24T10:00:00.000Z', question: 'In sede ora' });
    expect(await told(specialist)).toEqual([expect.stringContaining('valuation_asked')]);
    expect((await move(seller, 'offer', asked, OFFER)).status).toBe(403);
    const seenBy = async (by: TestUser) => (await call(by, 'GET /valuations/:id', { params: { id: asked.id } })).body;
    const [offering, seeing] = [await seenBy(specialist), await seenBy(manager)];
    expect(offering).not.toHaveProperty('atMost');
    expect(seeing.atMost).toBeGreaterThan(seeing.proposed);
    expect([offering.proposed, seeing.proposed % 50_00]).toEqual([seeing.proposed, 0]);
    const { body: answered } = await move(specialist, 'offer', asked, OFFER);
    expect(answered).toMatchObject({ state: 'offered', offer: 14_200_00, offerUntil: '2026-12-01', answerBy: null });
    expect(await told(seller)).toEqual([
      `valuation_answered: ${fresh.number}: offerta di 14.200,00\u00a0€ fino al 01/12/2026`,
    ]);
  });

  test('a request that is late is told once, and not when it was answered', async () => {
    const { body: asked } = await move(seller, 'ask', await add({}, seller), { specialistId: null, question: '' });
    await query('delete from notifications where company_id = 901');
    const run = () =>
      lateRequest.run(world.outside(), { companyId: 901, id: asked.id, answerBy: asked.answerBy as string });
    await run();
    await run();
    expect((await told(seller)).filter((one) => one.startsWith('valuation_late'))).toHaveLength(1);
    const { body: other } = await move(seller, 'ask', await add({}, seller), { specialistId: null, question: '' });
    await move(specialist, 'offer', other, OFFER);
    await query('delete from notifications where company_id = 901');
    await lateRequest.run(world.outside(), { companyId: 901, id: other.id, answerBy: other.answerBy as string });
    expect(await told(seller)).toEqual([]);
  });
});

describe('an offer', () => {
  test('is refused without kilometres and registration, in the past, and below the kilometres that are driven', async () => {
    const { body: bare } = await move(manager, 'offer', await add({ km: null, registeredOn: null }), OFFER);
    expect(bare.missing.map(({ field }: { field: string }) => field)).toEqual(['km', 'registeredOn']);
    const car = await add();
    const wrong = async (changes: object) =>
      Object.keys((await move(manager, 'offer', car, { ...OFFER, ...changes })).body.fields);
    expect(await wrong({ offerUntil: '2026-11-23' })).toEqual(['offerUntil']);
    expect(await wrong({ offerKm: 48_000 })).toEqual(['offerKm']);
    expect(await wrong({ offer: 0 })).toEqual(['offer']);
  });

  test('expires, and then is neither taken in nor shown to who makes quotes', async () => {
    const car = await offered();
    const seen = async () => (await call(seller, 'GET /valuations/offers', { query: { plate: car.plate } })).body;
    expect(await seen()).toMatchObject([{ id: car.id, offer: 14_200_00, offerUntil: '2026-12-01' }]);
    clock.now = new Date('2026-12-02T09:00:00+01:00');
    expect(await seen()).toEqual([]);
    const { status, body } = await move(manager, 'barter', car, { quoteId: await quote() });
    expect([status, body.message]).toEqual([409, 'L’offerta è scaduta: rivalutare l’auto.']);
    expect((await call(manager, 'GET /valuations/:id', { params: { id: car.id } })).body.state).toBe('expired');
    expect((await move(manager, 'revalue', car)).body).toMatchObject({ state: 'open', offerUntil: null });
  });

  test('is printed with car, damages and last day, without what the car is worth', async () => {
    const car = await offered({ base: 15_520_00 });
    // Whoever values cars prints it, too, without a right to take them in.
    const { body: seen } = await call(specialist, 'GET /valuations/:id', { params: { id: car.id } });
    expect(seen.offered).not.toEqual(expect.arrayContaining(['barter']));
    expect(seen.offered).not.toEqual(expect.arrayContaining(['schedule']));
    for (const by of [manager, specialist]) {
      const { status, body, headers } = await call(by, 'GET /valuations/:id/document', { params: { id: car.id } });
      expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    }
  });
});

describe('what a valued car becomes', () => {
  test('the trade-in of a draft quote, once, and back', async () => {
    const car = await offered({ plate: 'HZ 891 VV' });
    const quoteId = await quote();
    const draft = async () => (await call(manager, 'GET /quotes/:id', { params: { id: quoteId } })).body.draft;
    const both = await Promise.all([
      move(manager, 'barter', car, { quoteId }),
      move(manager, 'schedule', car, { expectedOn: null }),
    ]);
    const won = both.find(({ status }) => status === 200)!;
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    // Whichever came first: undone, the car can be taken in with the quote.
    const { body: back } = await move(manager, 'release', won.body);
    expect([back.state, (await draft()).tradeIns]).toEqual(['offered', []]);
    const { body: taken } = await move(manager, 'barter', back, { quoteId });
    expect(taken).toMatchObject({ state: 'taken', quote: { id: quoteId }, usedCarId: null });
    expect(taken.quote.href).toMatch(new RegExp(`^/quotation/new/.*quote=${quoteId}$`));
    expect((await draft()).tradeIns).toMatchObject([
      {
        type: 'barter',
        plate: 'HZ891VV',
        description: 'Ventor Nido 1.2',
        km: 48_210,
        valuation: 14_200_00,
        standInValue: 14_200_00,
      },
    ]);
    expect((await move(manager, 'barter', taken, { quoteId: await quote() })).status).toBe(409);
    // Any seller's builder finds the offer by its plate and uses it, once.
    const next = await offered();
    const { body: found } = await call(seller, 'GET /valuations/offers', { query: { plate: next.plate } });
    expect(found).toEqual([expect.objectContaining({ id: next.id, offer: 14_200_00 })]);
    const use = async (by: TestUser, id: number) =>
      call(by, 'POST /valuations/:id/use', { params: { id: next.id }, body: { quoteId: id } });
    const [first, second] = [await quote(seller), await quote()];
    expect((await use(seller, second)).status).toBe(403);
    expect((await use(seller, first)).body).toEqual({ number: next.number });
    const { body: used } = await call(seller, 'GET /quotes/:id', { params: { id: first } });
    expect(used.draft.tradeIns[0]).toMatchObject({ plate: next.plate.replaceAll(' ', ''), valuation: 14_200_00 });
    const again = await use(manager, second);
    expect([again.status, again.body.message]).toEqual([409, expect.stringMatching(/già usata in una bozza di /)]);
    expect((await move(manager, 'schedule', taken, { expectedOn: null })).status).toBe(409);
  });

  test('a colleague’s quote is not written to, and an issued one is not chosen', async () => {
    const car = await offered();
    const other = await quote(seller);
    expect((await move(manager, 'barter', car, { quoteId: other })).status).toBe(403);
    expect((await move(manager, 'barter', car, { quoteId: 999_999 })).body.fields).toEqual({
      quoteId: 'Scegliere un preventivo',
    });
    // Taken in with it by its seller: whoever may not open it is told its number only.
    await call(seller, 'POST /valuations/:id/use', { params: { id: car.id }, body: { quoteId: other } });
    const { body: seen } = await call(manager, 'GET /valuations/:id', { params: { id: car.id } });
    expect(seen.quote).toEqual({ id: other, number: null, href: null });
  });

  test('a deleted draft frees the car', async () => {
    const car = await offered();
    const quoteId = await quote();
    await move(manager, 'barter', car, { quoteId });
    const { body: now } = await call(manager, 'GET /quotes/:id', { params: { id: quoteId } });
    expect((await call(manager, 'DELETE /quotes/:id', { params: { id: quoteId }, version: now.version })).status).toBe(
      204,
    );
    expect((await call(manager, 'GET /valuations/:id', { params: { id: car.id } })).body).toMatchObject({
      state: 'offered',
      quote: null,
    });
  });

  test('a scheduled car of the stock with all that is known of it; a second one of the plate is refused', async () => {
    const car = await offered({ plate: 'HZ 892 VV', retailPrice: 17_900_00 });
    const { body: taken } = await move(manager, 'schedule', car, { expectedOn: '2026-12-03' });
    const { body: stocked } = await call(manager, 'GET /stock/used/:id', { params: { id: taken.usedCarId } });
    expect(stocked).toMatchObject({
      state: 'scheduled',
      plate: 'HZ 892 VV',
      maker: 'Ventor',
      model: 'Nido',
      km: 48_210,
      purchaseType: 'direct_purchase',
      purchaseCost: 14_200_00,
      retailPrice: 17_900_00,
      expectedOn: '2026-12-03',
    });
    const again = await offered({ plate: 'HZ 892 VV' });
    expect(again.earlier).toMatchObject([{ number: car.number, state: 'taken', offer: 14_200_00 }]);
    const { status, body } = await move(manager, 'schedule', again, { expectedOn: null });
    expect([status, body.message]).toEqual([409, expect.stringContaining('già nello stock')]);
  });

  test('is compared with what it was sold for', async () => {
    const model = 'Nido Realizzo';
    const car = await offered({ plate: 'HZ 893 VV', model, retailPrice: 17_900_00 });
    const { body: taken } = await move(manager, 'schedule', car, { expectedOn: null });
    await query(
      "update used_cars set state = 'sold', sold_on = '2026-12-20', sale_price = 1825800, sale_channel = 'retail', sale_regime = 'margin' where id = $1",
      [taken.usedCarId],
    );
    clock.now = new Date('2026-12-21T10:00:00+01:00');
    const { body: now } = await call(manager, 'GET /valuations/:id', { params: { id: car.id } });
    expect(now).toMatchObject({
      realised: { soldFor: 18_258_00, purchaseCost: 14_200_00 },
      alike: { sold: 1, above: 2 },
    });
    const { body: list } = await call(manager, 'GET /valuations', { query: { q: 'Realizzo' } });
    expect(list.rows).toMatchObject([{ number: car.number, soldFor: 18_258_00, realised: 4_058_00 }]);
    const { body: seen } = await call(specialist, 'GET /valuations/:id', { params: { id: car.id } });
    expect(seen.realised).not.toHaveProperty('purchaseCost');
  });
});

test('the wanted profit is for who may see margins; what others save of the car leaves it as it is', async () => {
  const fresh = await add({ target: 2_000_00 });
  expect(fresh.target).toBe(2_000_00);
  const params = { id: fresh.id as number };
  const { body: seen } = await call(specialist, 'GET /valuations/:id', { params });
  expect(seen).not.toHaveProperty('target');
  const { target: _unseen, ...body } = valuationOf({ plate: fresh.plate, km: 51_000 });
  const saving = { params, version: seen.version as number };
  const { body: saved, status } = await call(specialist, 'PUT /valuations/:id', { ...saving, body });
  expect([status, saved.km]).toEqual([200, 51_000]);
  expect(saved).not.toHaveProperty('target');
  // Nor does it pass on what such a person sends all the same.
  const forced = { ...saving, version: saved.version as number, body: { ...body, target: 1 } };
  expect((await call(specialist, 'PUT /valuations/:id', forced)).status).toBe(200);
  expect((await call(manager, 'GET /valuations/:id', { params })).body.target).toBe(2_000_00);
  expect(JSON.stringify((await call(specialist, 'GET /valuations/:id/timeline', { params })).body)).not.toMatch(
    /2\.000,/,
  );
});

test('photos of damages are read by who sees the valuation only, and go when their damage goes', async () => {
  const side = await world.sideOf(world.alfa);
  const uploadId = await sent(side, 'valuation_photo', { as: manager });
  const damage = { place: 'rear' as const, kind: 'scratch' as const, note: '', amount: 250_00, x: 500, y: 950 };
  const car = await add({ damages: [{ ...damage, photos: [uploadId] }] });
  const read = (by: TestUser) =>
    call(by, 'GET /valuations/:id/photos/:uploadId', { params: { id: car.id, uploadId }, query: {} });
  expect((await read(specialist)).status).toBe(200);
  expect((await read(seller)).status).toBe(403);
  const { id, version } = car;
  await call(manager, 'PUT /valuations/:id', { params: { id }, version, body: valuationOf({ plate: car.plate }) });
  expect((await read(specialist)).status).toBe(404);
  expect(
    await query('select held_at, released_at is not null as released from uploads where id = $1', [uploadId]),
  ).toEqual([{ held_at: null, released: true }]);
});
