import { expect, test } from 'vitest';
import { leftOf } from '#domain/quotes/sheet/financing.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { aChoice, aDraft, anInsurance, aSheet, aTradeIn } from '#tests/support/price-sheet.ts';

const sheet = aSheet();
const following = aChoice({ amount: null });

test('the financed amount follows the price until one is typed; then the balance says what is missing', () => {
  const all = price(aDraft({ financing: following }), sheet);
  expect([all.financed, all.balance]).toEqual([all.keysInHand, 0]);
  const more = price(aDraft({ financing: following, accessoryIds: [2], deposit: 1_000_00 }), sheet);
  expect([more.financed - all.financed, more.balance]).toEqual([640_00 - 1_000_00, 0]);
  const typed = price(aDraft({ financing: aChoice({ amount: 20_000_00 }), accessoryIds: [2] }), sheet);
  expect([typed.financed, typed.balance]).toEqual([20_000_00, all.keysInHand + 640_00 - 20_000_00]);
});

test('a plan on its card finances what it does when chosen: no premium that is paid with the balance', () => {
  const insured = aSheet({ insurances: [anInsurance(), anInsurance({ id: 2, name: 'Assistenza' })] });
  const line = (tariffId: number, inPlan: boolean) => ({ tariffId, months: 12, insuredValue: null, inPlan });
  const draft = aDraft({ insurances: [line(1, true), line(2, false)] });
  const chosen = { ...draft, financing: following };
  const { financed, balance, insurances } = price(chosen, insured);
  expect(balance).toBe(insurances[1]!.gross);
  expect([leftOf(draft, price(draft, insured)), leftOf(chosen, price(chosen, insured))]).toEqual([financed, financed]);
});

test('a trade-in that pays for everything leaves nothing to finance, and the plan says so', () => {
  const priced = price(aDraft({ financing: following, tradeIns: [aTradeIn({ valuation: 40_000_00 })] }), sheet);
  expect(priced).toMatchObject({ financed: 0, offer: null });
  expect(priced.issues).toContainEqual(expect.objectContaining({ level: 'error', path: 'financing.amount' }));
});

test('three plans stand side by side, each with its own cost and reasons; only the chosen one pays', () => {
  const alternatives = [
    aChoice({ planId: 2, months: 36, amount: null }),
    aChoice({ planId: 3, months: 60, amount: 9_000_00 }),
  ];
  const priced = price(aDraft({ financing: aChoice(), alternatives, deposit: 5_000_00 }), sheet);
  expect(priced.financed).toBe(20_000_00);
  expect(priced.alternatives[0]).toMatchObject({
    offer: { planId: 2, amount: priced.keysInHand - 5_000_00 },
    issues: [],
  });
  expect(priced.alternatives[1]).toMatchObject({ offer: null, issues: [{ path: 'alternatives.1.months' }] });
});

test('services stand at their own price and rate; those of the maker apart', () => {
  const plain = price(aDraft(), sheet);
  const { rows, supply, vat } = price(aDraft({ serviceIds: [1, 2], makerServiceIds: [1] }), sheet);
  const of = Object.fromEntries(rows.map(({ key, amount }) => [key, amount]));
  expect(of).toMatchObject({ service: 450_00, makerService: 1_220_00 });
  expect(supply - plain.supply).toBe(1_670_00);
  // 60.00 of them are exempt; VAT is split once on the total, so the cents are those of the sum.
  expect(vat - plain.vat).toBe(290_32);
});
