import fc from 'fast-check';
import { expect, test } from 'vitest';
import { budgetFor, monthlyOf } from '#domain/financials/budget.ts';
import { aPlan, aSheet } from '#tests/support/price-sheet.ts';

const { params } = aSheet();
const plan = fc
  .record({
    fee: fc.integer({ min: 0, max: 500_00 }),
    minAmount: fc.integer({ min: 1_000_00, max: 8_000_00 }),
    maxAmount: fc.integer({ min: 10_000_00, max: 80_000_00 }),
    minDepositPercent: fc.constantFrom(0, 10, 20),
    terms: fc.integer({ min: 0, max: 1500 }).map((tan) => [{ months: 60, tan: tan / 100, balloonPercent: null }]),
  })
  .map(aPlan);
const plans = fc.array(plan, { maxLength: 3 });
const wanted = fc.integer({ min: 50_00, max: 1_500_00 });
const deposit = fc.integer({ min: 0, max: 20_000_00 });

test('an amount that an instalment carries is accepted by the plan, to the cent of the instalment', () => {
  fc.assert(
    fc.property(plans, wanted, deposit, (all, instalment, upfront) => {
      const found = budgetFor(all, instalment, upfront);
      if (!found) return;
      const monthly = monthlyOf(found, found.price, upfront, params);
      expect(monthly?.instalment).toBeLessThanOrEqual(instalment + 1);
      // Nothing dearer would do at the same plan, except where the plan itself ends.
      const { maxAmount, minDepositPercent } = found.plan;
      const ends = found.price + 100_00 - upfront > maxAmount || minDepositPercent > 0;
      if (!ends)
        expect(monthlyOf(found, found.price + 100_00, upfront, params)!.instalment).toBeGreaterThan(instalment);
    }),
  );
});

test('the plan that buys most is taken; none where the deposit or the instalment is too small', () => {
  const dear = aPlan({ id: 2, name: 'Caro', terms: [{ months: 60, tan: 9.9, balloonPercent: null }] });
  const cheap = aPlan({ id: 3, name: 'Conveniente', terms: [{ months: 60, tan: 3.9, balloonPercent: null }] });
  expect(budgetFor([dear, cheap], 300_00, 0)?.plan.id).toBe(3);
  expect(budgetFor([cheap], 20_00, 0)).toBeNull();
  expect(budgetFor([aPlan({ minDepositPercent: 20 })], 300_00, 0)).toBeNull();
  expect(budgetFor([aPlan({ minDepositPercent: 20 })], 300_00, 2_000_00)?.price).toBe(10_000_00);
  expect(budgetFor([aPlan({ type: 'tcm' })], 300_00, 0)).toBeNull();
});
