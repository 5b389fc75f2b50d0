import { afterAll, expect, test } from 'vitest';
import { addMonths, dayInRome } from '#domain/dates.ts';
import { testDatabase } from '#tests/support/database.ts';
import { saleIn } from '#tests/support/contracts.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, user, clock } = world;
afterAll(() => world.close());
const { seller, director, office, make, walked } = await saleIn(world);
const other = await user(901, [13, 14, 20, 27]);
const stranger = await user(902, [15, 16, 20, 28, 29, 33, 34]);
const today = dayInRome(clock.now);

type Who = typeof seller;
const desk = async (as: Who, more = {}) => (await call(as, 'GET /contracts/desk', { query: more })).body;
const total = async (as: Who, filters: object) =>
  (await call(as, 'GET /contracts', { query: { ...filters, limit: 1 } })).body.total;

test('each figure of the dashboard is the number of rows of the list behind it', async () => {
  const sent = await walked('validate');
  const approved = await walked('approve');
  await query('update contracts set signed_on = $2, financed = 1000 where id = $1', [sent.id, today]);
  const monthAgo = addMonths(today, -1);
  await query('update contracts set signed_on = $2, received = 0 where id = $1', [approved.id, monthAgo]);
  await make();
  for (const as of [seller, director, office]) {
    const { from, month, week, waiting } = await desk(as);
    expect(month.signed).toBe(await total(as, { signedFrom: from.month, signedTo: today }));
    expect(week.signed).toBe(await total(as, { signedFrom: from.week, signedTo: today }));
    const states = { incomplete: 'incomplete', backOffice: 'waiting_approvation', approved: 'approved' } as const;
    for (const [key, state] of Object.entries(states))
      expect(waiting[key as keyof typeof states], key).toBe(await total(as, { state }));
    expect(waiting.owing).toBe(await total(as, { owing: 'true' }));
    expect(waiting.lacking).toBe(await total(as, { lacking: 'true' }));
    expect(waiting.incomplete).toBeGreaterThan(0);
  }
  const { month, monthBefore, waiting } = await desk(office);
  expect([month.signed, month.financed, monthBefore.signed]).toEqual([1, 1, 1]);
  expect(waiting.owed).toBeGreaterThan(0);
});

test('sellers are named to who sees everybody’s contracts, and nobody reads another’s or another company’s', async () => {
  expect((await desk(seller)).sellers).toBeNull();
  const [first] = (await desk(director)).sellers!;
  expect(first).toMatchObject({ sellerId: seller.id, signed: 1, before: 1 });
  for (const as of [other, stranger]) {
    const { month, waiting } = await desk(as);
    expect([month.signed, waiting.incomplete, waiting.owed]).toEqual([0, 0, 0]);
  }
});

test('figures of one place leave out the others', async () => {
  const whole = await desk(office);
  const [{ id }] = (await query(
    "insert into locations (company_id, name) values (901, 'Sede senza contratti') returning id",
  )) as [{ id: number }];
  const none = await desk(office, { locationId: Number(id) });
  expect(whole.waiting.incomplete).toBeGreaterThan(0);
  expect([none.waiting.incomplete, none.month.signed, none.sellers]).toEqual([0, 0, []]);
});
