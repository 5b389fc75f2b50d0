import { expect, test } from 'vitest';
import { annualCosts } from '#domain/quotes/sheet/annual.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { aChoice, aDraft, anInsurance, aPlan, aSheet } from '#tests/support/price-sheet.ts';

const rca = anInsurance();
const sheet = aSheet({ insurances: [rca], plans: [aPlan()] });
const line = { tariffId: rca.id, months: 12, insuredValue: null };
const costs = (inPlan: boolean, amount: number | null) => {
  const draft = aDraft({ insurances: [{ ...line, inPlan }], financing: aChoice({ planId: 1, months: 60, amount, protection: false }) }); // prettier-ignore
  const priced = price(draft, sheet);
  return { ...annualCosts(draft, sheet, priced), gross: priced.insurances[0]!.gross, offer: priced.offer! };
};

test('a policy paid within the financing is in its instalments, and counted once (rules.md §3, 8)', () => {
  const within = costs(true, null);
  expect([within.premiums, within.instalments]).toEqual([0, within.offer.monthly * 12]);
  const beside = costs(false, null);
  expect(beside.premiums).toBe(beside.gross);
  expect(within.instalments).toBeGreaterThan(beside.instalments);
  // A typed amount finances no premium.
  expect(costs(true, 10_000_00).premiums).toBe(within.gross);
});

test('the road tax of a van is said where the company has typed it', () => {
  const van = aSheet({ version: { ...sheet.version, category: 'N1', payload: 650 } });
  const draft = aDraft();
  expect(annualCosts(draft, van, price(draft, van)).roadTax).toBeNull();
  const bands = [{ quintals: 8, amount: 24_80 }];
  const said = { ...van, params: { ...van.params, roadTax: { ...van.params.roadTax, vans: bands } } };
  expect(annualCosts(draft, said, price(draft, said)).roadTax).toBe(24_80);
  expect(annualCosts(draft, sheet, price(draft, sheet)).roadTax).toBe(190_92);
});
