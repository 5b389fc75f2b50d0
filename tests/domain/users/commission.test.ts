import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankOf } from '#domain/record/fields.ts';
import { commissionFields, commissionOf, planOn, type CommissionPlan, type Sale } from '#domain/users/commission.ts';

const none: CommissionPlan = { ...blankOf(commissionFields), from: '2026-01-01' };
const plan = { ...none, newFixed: 80_00, newPercent: 8, financial: 150_00, insurance: 40_00 };
const sale: Sale = { kind: 'new', cars: 1, margin: 2_648_56, financed: true, insurances: 1, barters: 0 };

test('the worked example of a new car: 80 + 8 % of margine II + financing + insurance = 481,88', () => {
  expect(commissionOf(plan, sale)).toEqual({ amount: 481_88, open: false });
});

test('a loss takes nothing away, and an unknown margin leaves its part open', () => {
  expect(commissionOf(plan, { ...sale, margin: -500_00 }).amount).toBe(270_00);
  expect(commissionOf(plan, { ...sale, margin: null })).toEqual({ amount: 270_00, open: true });
  expect(commissionOf({ ...plan, newPercent: 0 }, { ...sale, margin: null }).open).toBe(false);
});

test('each kind of sale has its own part; to a trader every car counts, and a car taken in has its own amount', () => {
  const all = { ...none, usedFixed: 50_00, usedPercent: 10, b2bFixed: 20_00, b2bPercent: 5, pickup: 30_00 };
  const beside = { financed: false, insurances: 0, barters: 0 };
  expect(commissionOf(all, { kind: 'used', cars: 1, margin: 1_000_00, ...beside, barters: 2 }).amount).toBe(210_00);
  expect(commissionOf(all, { kind: 'b2b', cars: 3, margin: 1_000_00, ...beside }).amount).toBe(110_00);
  expect(commissionOf(all, { ...sale, kind: 'new', ...beside }).amount).toBe(0);
});

test('never negative, whole cents, and more margin never earns less', () => {
  const cents = fc.integer({ min: 0, max: 10_000_00 });
  const margin = fc.integer({ min: -50_000_00, max: 50_000_00 });
  fc.assert(
    fc.property(cents, fc.integer({ min: 0, max: 10_000 }), margin, margin, (newFixed, hundredths, one, other) => {
      const by = { ...none, newFixed, newPercent: hundredths / 100 };
      const of = (value: number) => commissionOf(by, { ...sale, margin: value }).amount;
      const [less, more] = [Math.min(one, other), Math.max(one, other)];
      expect(Number.isSafeInteger(of(one)) && of(one) >= newFixed).toBe(true);
      expect(of(more)).toBeGreaterThanOrEqual(of(less));
    }),
  );
});

test('the plan of a day is the last that began by then', () => {
  const later = { ...plan, from: '2026-07-01', newFixed: 100_00 };
  expect(planOn([later, plan], '2025-12-31')).toBeNull();
  expect(planOn([later, plan], '2026-06-30')).toBe(plan);
  expect(planOn([later, plan], '2026-07-01')).toBe(later);
  expect(planOn([], '2026-07-01')).toBeNull();
});
