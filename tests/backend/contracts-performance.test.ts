import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#tests/support/database.ts';
import { blankSection, prepareContract } from '#tests/support/areas/contracts.ts';
import { saleIn } from '#tests/support/contracts.ts';
import type { TestUser } from '#tests/support/area.ts';
import { aTradeIn } from '#tests/support/price-sheet.ts';
import { makeWorld } from '#tests/support/world.ts';

const world = await makeWorld(await testDatabase(), { RATE_LIMIT: '0' });
const { call, query, userWith } = world;
afterAll(() => world.close());
const { side, seller, director, office, read, done, because, make } = await saleIn(world);

const plan = (more = {}) =>
  JSON.stringify([{ from: '2026-01-01', newFixed: 0, newPercent: 0, usedFixed: 100_00, usedPercent: 0, b2bFixed: 0, b2bPercent: 0, financial: 0, insurance: 0, pickup: 50_00, ...more }]); // prettier-ignore
await query('update users set commissions = $2 where id = $1', [seller.id, plan()]);
const earned = async (id: number, as: TestUser) =>
  (await call(as, 'GET /contracts/:id/performance', { params: { id } })).body.commissions.map(
    ({ amount, state }: { amount: number; state: string }) => [amount, state],
  );
const boss = await userWith('seeAllCommissions', 'seeAllContracts');

test('a commission is expected, accrues at the approval, is fixed by the invoice and taken back by name', async () => {
  const contract = await make();
  expect(await earned(contract.id, boss)).toEqual([[100_00, 'expected']]);
  await prepareContract(side, contract.id);
  await query('update contracts set delivery_on = null where id = $1', [contract.id]);
  await done(seller, 'submit', contract);
  await done(director, 'validate', contract);
  expect((await done(office, 'approve', contract)).deliveryOn).toBe('2026-11-23');
  expect(await earned(contract.id, seller)).toEqual([[100_00, 'accrued']]);
  await query('update users set commissions = $2 where id = $1', [seller.id, plan({ usedFixed: 120_00 })]);
  await done(office, 'bill', contract);
  expect(await earned(contract.id, boss)).toEqual([[120_00, 'frozen']]);
  await query('update users set commissions = $2 where id = $1', [seller.id, plan()]);
  await query('update contracts set invoiced = total where id = $1', [contract.id]);
  expect(await earned(contract.id, boss)).toEqual([[120_00, 'frozen']]);
  // What is invoiced is closed: neither price nor corrections change it.
  const corrections = [{ margin: 'third', label: 'Tardi', amount: -1 }];
  const body = { ...blankSection('performances'), corrections };
  const late = await call(office, 'PUT /contracts/:id/performances', { params: { id: contract.id }, version: 1, body });
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('va stornata la fattura')]);
  await done(office, 'unbill', contract, await because('unbill', { number: 'NC P1', day: '2026-11-20' }));
  expect(await earned(contract.id, boss)).toEqual([[120_00, 'accrued']]);
  await done(office, 'cancelApproved', contract, await because('cancelApproved'));
  await done(director, 'cancelApproved', contract, {});
  expect(await earned(contract.id, boss)).toEqual([[120_00, 'reversed']]);
  expect((await read(contract.id)).deliveryOn).toBeNull();
});

test('is split with the second seller; each sees the own half, margins are for who may see them', async () => {
  const partner = await userWith('createQuotes', 'manageOwnQuotes', 'seeCustomers', 'makeContracts');
  await query('update users set commissions = $2 where id = $1', [partner.id, plan({ usedFixed: 100_01 })]);
  const contract = await make();
  await query('update contracts set partner_id = $2 where id = $1', [contract.id, partner.id]);
  expect(await earned(contract.id, boss)).toEqual([
    [50_00, 'expected'],
    [50_00, 'expected'],
  ]);
  expect(await earned(contract.id, partner)).toHaveLength(1);
  expect(await earned(contract.id, office)).toEqual([]);
  const of = async (as: TestUser) =>
    (await call(as, 'GET /contracts/:id/performance', { params: { id: contract.id } })).body;
  expect(await of(seller)).toMatchObject({ steps: null, vat: null, marginVat: null });
  const { steps } = await of(office);
  const now = await read(contract.id);
  expect(steps?.map(({ amount }: { amount: number }) => amount) ?? [null, null, null]).toEqual([
    now.marginFirst,
    now.marginSecond,
    now.marginThird,
  ]);
});

test('the expected commission of the desk does not vanish when the quote becomes a contract, and goes with its end', async () => {
  const desk = async () => {
    const { commission } = (await call(seller, 'GET /quotes/desk')).body;
    return commission.total as number;
  };
  const none = await desk();
  await make({
    tradeIns: [aTradeIn({ plate: 'PF123AB' }), aTradeIn({ plate: 'PF456CD', type: 'scrapping', valuation: 0 })],
  });
  const before = await desk();
  expect(before - none).toBe(100_00 + 50_00);
  const contract = await make();
  expect(await desk()).toBe(before + 100_00);
  // An acceptance of another month that was taken back is not the customer's yes: the contract is.
  const [{ at }] = await query(
    "select at from state_changes where entity = 'quote' and record_id = $1 and to_state = 'converted'",
    [contract.quoteId],
  );
  await query(
    `insert into state_changes (company_id, entity, record_id, from_state, to_state, at)
     values (901, 'quote', $1, 'issued', 'accepted', $2::timestamptz - interval '60 days'),
       (901, 'quote', $1, 'accepted', 'issued', $2::timestamptz - interval '59 days')`,
    [contract.quoteId, at],
  );
  expect(await desk()).toBe(before + 100_00);
  await prepareContract(side, contract.id);
  await done(seller, 'cancel', contract, await because('cancel'));
  expect(await desk()).toBe(before);
});
