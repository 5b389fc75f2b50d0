import { afterAll, describe, expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { coverFields } from '#domain/insurances/fields.ts';
import type { Priced } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { HashedSheet, Quote, SaleItem } from '#domain/quotes/schema.ts';
import type { TestUser } from '#tests/support/area.ts';
import { testDatabase } from '#tests/support/database.ts';
import { aChoice } from '#tests/support/price-sheet.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase());
const { alfa, car, call, draft } = world;
afterAll(() => world.close());

const seller = await world.userWith('createQuotes', 'manageOwnQuotes');
const director = await world.userWith(
  'createQuotes',
  'manageOwnQuotes',
  'seeAllQuotes',
  'manageAllQuotes',
  'seeMargin',
);

const sheetFor = async (as: TestUser): Promise<HashedSheet> =>
  (await call(as, 'GET /quotes/sheets/:versionId', { params: { versionId: car.versionId } })).body;
const service = (code: string, rest: object = {}) => {
  const row = {
    company_id: 901,
    code,
    description: `Servizio ${code}`,
    kind: 'other',
    provider: 'dealer',
    usages: ['new'],
    price: 366_00,
    cost: 200_00,
    bands: '[]',
    roles: [] as string[],
    ...rest,
  };
  const columns = Object.keys(row);
  return world.query(
    `insert into services (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  );
};
const withCode = (items: readonly SaleItem[], code: string) => items.find((item) => item.code === code);

describe('services on the sheet', () => {
  test('cost what they cost for this car, of dealer and maker apart; what is not sold for it is not there', async () => {
    const bands = JSON.stringify([
      { kwTo: 50, kmTo: null, monthsTo: null, price: 100_00, cost: 50_00 },
      { kwTo: 80, kmTo: 0, monthsTo: 0, price: 150_00, cost: 70_00 },
    ]);
    await service('S1');
    await service('S2', { bands });
    await service('S3', { provider: 'maker' });
    await service('S4', { usages: ['used'] });
    await service('S5', { valid_to: '2026-11-19' });
    await service('S6', { roles: ['Direttore commerciale'] });
    const [own, all] = [await sheetFor(seller), await sheetFor(director)];
    expect(withCode(own.services, 'S1')).toMatchObject({ price: 366_00, cost: null });
    expect(withCode(all.services, 'S1')).toMatchObject({ price: 366_00, cost: 200_00 });
    expect(withCode(own.services, 'S2')?.price).toBe(150_00);
    expect([withCode(own.services, 'S3'), withCode(own.makerServices, 'S3')?.price]).toEqual([undefined, 366_00]);
    for (const code of ['S4', 'S5', 'S6']) expect(withCode(own.services, code)).toBeUndefined();
    // Who manages everybody's quotes opens a colleague's draft as it is.
    expect(withCode(all.services, 'S6')).toBeDefined();
  });
});

test('policies stand on the sheet with their tariffs, are priced in the quote and frozen with it', async () => {
  const cover = { ...blankOf(coverFields), cover: 'theft_fire', model: 'rate', rate: 18, taxPercent: 13.5 };
  const [row] = await world.query(
    `insert into insurances (company_id, code, name, insurer, type, usages, durations, covers, commission_percent)
     values (901, 'FI', 'Furto e incendio', 'Compagnia', 'cvt', '{new}', '{12}', $1, 10) returning id`,
    [JSON.stringify([cover])],
  );
  const tariffId = Number((row as { id: string }).id);
  const [own, all] = [await sheetFor(seller), await sheetFor(director)];
  const of = (sheet: HashedSheet) => sheet.insurances.find(({ id }) => id === tariffId);
  expect([of(own)?.commissionPercent, of(all)?.commissionPercent]).toEqual([0, 10]);
  const insurances = [{ tariffId, months: 12, insuredValue: null, inPlan: false }];
  const { id } = (await call(seller, 'POST /quotes', { body: draft(alfa, { insurances }) })).body;
  const issued = (await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 })).body as Quote;
  // 24,900.00 at 18 per mille is 448.20, with 13.5 % of tax 508.71 (rules.md §10).
  expect(issued.priced!.insurances).toMatchObject([{ net: 448_20, tax: 60_51, gross: 508_71 }]);
  const file = await call(seller, 'GET /quotes/:id/document', { params: { id } });
  expect(file.status).toBe(200);
  await world.query('update insurances set archived_at = now() where id = $1', [tariffId]);
  expect(of(await sheetFor(seller))).toBeUndefined();
  const kept = (await call(seller, 'GET /quotes/:id/sheet', { params: { id } })).body as HashedSheet;
  expect(price(issued.draft, kept).balance).toBe(issued.priced!.balance);
  const again = (await call(seller, 'POST /quotes/:id/revise', { params: { id } })).body as Quote;
  expect(again.draft.insurances).toEqual([]);
});

describe('an issued quote', () => {
  test('answers what was computed then, with margins for who may see them', async () => {
    const { id } = withCode((await sheetFor(seller)).services, 'S1')!;
    const body = draft(alfa, { serviceIds: [id], customDiscounts: [{ label: '', amount: null, percent: 2 }] });
    const made = (await call(seller, 'POST /quotes', { body })).body as Quote;
    expect(made.priced).toBeNull();
    const issued = (await call(seller, 'POST /quotes/:id/issue', { params: { id: made.id }, version: 1 }))
      .body as Quote;
    const sheet = (await call(seller, 'GET /quotes/:id/sheet', { params: { id: made.id } })).body as HashedSheet;
    expect(issued.priced).toEqual({ ...price(issued.draft, sheet), margin: null });
    expect(issued.priced!.rows).toContainEqual(
      expect.objectContaining({ label: expect.stringMatching(/^Sconto 2\s% su /) }),
    );
    const seen = (await call(director, 'GET /quotes/:id', { params: { id: made.id } })).body as Quote;
    expect(seen.priced!.margin!.steps.map(({ label }) => label)).toEqual(['Margine I', 'Margine II', 'Margine III']);
    expect(seen.priced!.margin!.steps[2]!.rows).toContainEqual({ label: 'Servizi', amount: 100_00 });
    // What the engine says tomorrow changes nothing of it.
    await world.query(
      `update quotes set snapshot = jsonb_set(snapshot, '{sheet,params,roadCost}', '1') where id = $1`,
      [made.id],
    );
    const later = (await call(seller, 'GET /quotes/:id', { params: { id: made.id } })).body as Quote;
    expect(later.priced).toEqual(issued.priced);
  });

  test('is not made with money that the customer would get back', async () => {
    const send = async (changes: object) => {
      const { id } = (await call(seller, 'POST /quotes', { body: draft(alfa, changes) })).body;
      const { status, body } = await call(seller, 'POST /quotes/:id/issue', { params: { id }, version: 1 });
      return [status, body.fields ?? body.state];
    };
    const financing = aChoice({ planId: alfa.planId, amount: 28_000_00 });
    expect(await send({ financing, deposit: 1_000_00 })).toEqual([
      422,
      { 'financing.amount': expect.stringContaining('quanto resta da pagare') },
    ]);
    expect(await send({ financing: { ...financing, amount: null }, deposit: 1_000_00 })).toEqual([200, 'issued']);
  });
});

test('people who see no margins get nothing to compute them from', async () => {
  const sheet = await sheetFor(seller);
  expect({ costPercent: sheet.costPercent, extras: sheet.extras }).toEqual({ costPercent: null, extras: [] });
  const hidden: Partial<Priced> = { margin: null };
  expect(price(draft(alfa), sheet)).toMatchObject(hidden);
  for (const { refundPercent, bonus } of sheet.incentives) expect([refundPercent, bonus]).toEqual([0, 0]);
  for (const { commissionPercent } of sheet.plans) expect(commissionPercent).toBe(0);
  for (const { cost } of [...sheet.accessories, ...sheet.services, ...sheet.makerServices]) expect(cost).toBeNull();
});
