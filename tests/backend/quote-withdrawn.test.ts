import { afterAll, expect, test } from 'vitest';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { HashedSheet, Quote, QuoteDraft } from '#domain/quotes/schema.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aChoice } from '#tests/support/price-sheet.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, beta, call, car, draft, query } = world;
afterAll(() => world.close());
const seller = await world.userWith('createQuotes', 'manageOwnQuotes');

const idOf = async (text: string, values: unknown[] = []) =>
  Number(((await query(text, values)) as { id: string }[])[0]!.id);
const service = (company: number) =>
  idOf(
    `insert into services (company_id, code, description, kind, provider, usages, price)
     values ($1, 'S-1', 'Protezione', 'other', 'dealer', '{new}', 39000) returning id`,
    [company],
  );
/** A policy with these guarantees. */
const policy = (company: number, covers: unknown[]) =>
  idOf(
    `insert into insurances (company_id, code, name, insurer, type, usages, durations, covers)
     values ($1, 'I-' || $2, 'Kasko', 'Compagnia', 'cvt', '{new}', '{12}', $3) returning id`,
    [company, String(covers.length), JSON.stringify(covers)],
  );
const cover = {
  cover: 'kasko',
  model: 'fixed',
  premium: 10_000,
  yearly: false,
  rate: 0,
  minimum: 0,
  cells: [],
  percentPerMonth: 0,
  taxPercent: 13.5,
  conditions: '',
};
const [own, foreign] = [await service(901), await service(902)];
const [sold, bad, elsewhere] = [await policy(901, [cover]), await policy(901, []), await policy(902, [cover])];

const line = (tariffId: number) => ({ tariffId, months: 12, insuredValue: null, inPlan: false });
const everything: QuoteDraft = draft(alfa, {
  optionIds: [car.options.white, car.options.winter],
  accessoryIds: [alfa.accessoryId],
  serviceIds: [own],
  incentiveIds: [alfa.incentiveId],
  insurances: [line(sold)],
  financing: aChoice({ planId: alfa.planId, months: 60, amount: null }),
  notes: 'Consegna entro Natale',
});

const sheetOf = async (id: number): Promise<HashedSheet> =>
  (await call(seller, 'GET /quotes/:id/sheet', { params: { id } })).body;
const create = async (body: QuoteDraft): Promise<Quote> => (await call(seller, 'POST /quotes', { body })).body;
const warned = (now: QuoteDraft, sheet: HashedSheet) => price(now, sheet).issues.map(({ path }) => path);

test('an item that is taken off sale while a draft waits is said and not counted, nothing of the draft is lost, and it counts again when it is back', async () => {
  const { id, draft: made } = await create(everything);
  const before = price(made, await sheetOf(id));
  expect(before.issues).toEqual([]);
  const off = [
    ['options', 'delete from version_option_prices where option_id = $1', [car.options.winter]],
    ['accessories', 'update accessories set archived_at = now() where id = $1', [alfa.accessoryId]],
    ['services', "update services set valid_to = '2026-11-19' where id = $1", [own]],
    ['incentives', "update incentives set valid_to = '2026-11-19' where id = $1", [alfa.incentiveId]],
    ['insurances', 'update insurances set archived_at = now() where id = $1', [sold]],
    ['plans', "update plans set valid_to = '2026-11-19' where id = $1", [alfa.planId]],
  ] as const;
  for (const [, text, values] of off) await query(text, [...values]);

  const again = (await call(seller, 'GET /quotes/:id', { params: { id } })).body as Quote;
  expect(again.draft).toEqual(made);
  const now = price(again.draft, await sheetOf(id));
  expect(now.issues.map(({ level, path }) => [level, path])).toEqual(
    expect.arrayContaining(
      ['optionIds', 'accessoryIds', 'serviceIds', 'incentiveIds', 'insurances.0.tariffId', 'financing.planId'].map(
        (path) => ['warning', path],
      ),
    ),
  );
  expect([now.offer, now.insurances, now.discounts]).toEqual([null, [], 0]);
  // Saved with other words, it keeps what was chosen.
  const body = { ...again.draft, notes: 'Consegna a gennaio' };
  const saved = (await call(seller, 'PUT /quotes/:id', { params: { id }, version: again.version, body })).body as Quote;
  expect(saved.draft).toEqual({ ...made, notes: 'Consegna a gennaio' });

  await query(`insert into version_option_prices values ($1, $2, '2020-01-01', 90000)`, [
    car.versionId,
    car.options.winter,
  ]);
  await query('update accessories set archived_at = null where id = $1', [alfa.accessoryId]);
  await query('update insurances set archived_at = null where id = $1', [sold]);
  for (const table of ['services', 'incentives', 'plans'])
    await query(`update ${table} set valid_to = null where company_id = 901 and valid_to = '2026-11-19'`);
  expect(price(saved.draft, await sheetOf(id))).toEqual(before);
});

test('ids of another company, ids of nothing and a tariff without a premium price nothing and are kept', async () => {
  const body: QuoteDraft = {
    ...everything,
    optionIds: [car.options.white, 999_999_999],
    accessoryIds: [beta.accessoryId],
    serviceIds: [foreign],
    incentiveIds: [beta.incentiveId],
    insurances: [line(elsewhere), line(bad)],
    financing: aChoice({ planId: beta.planId, months: 60, amount: null }),
  };
  const { id, draft: made } = await create(body);
  expect(made).toEqual({ ...body, customer: made.customer });
  const sheet = await sheetOf(id);
  expect(warned(made, sheet)).toEqual(
    expect.arrayContaining([
      ...['optionIds', 'accessoryIds', 'serviceIds', 'incentiveIds', 'financing.planId'],
      ...['insurances.0.tariffId', 'insurances.1.months'],
    ]),
  );
  const bare = { accessoryIds: [], serviceIds: [], incentiveIds: [], insurances: [], financing: null };
  expect(price(made, sheet).keysInHand).toBe(price({ ...made, ...bare }, sheet).keysInHand);
  // A tariff that gives no premium is mended or taken away before anything is issued.
  const refused = await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
  expect([refused.status, refused.body.fields]).toEqual([422, { 'insurances.1.months': expect.any(String) }]);
});
