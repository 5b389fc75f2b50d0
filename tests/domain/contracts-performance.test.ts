import { expect, test } from 'vitest';
import { proposedDelivery } from '#domain/contracts/delivery.ts';
import { commissionsOf, correctedWaterfall } from '#domain/contracts/performance.ts';
import { blankOf } from '#domain/record/fields.ts';
import { commissionFields } from '#domain/users/commission.ts';

const plan = {
  ...blankOf(commissionFields),
  from: '2026-01-01',
  newFixed: 80_00,
  newPercent: 8,
  financial: 150_00,
  insurance: 40_00,
};
const sale = { kind: 'new', cars: 1, margin: 2_648_56, financed: true, insurances: 1, barters: 0 } as const;

test('a commission is split in two, the odd cent to the first (rules.md §11: 481,88)', () => {
  const of = (ids: number[], margin = 2_648_56) =>
    commissionsOf(
      ids.map((id) => ({ id, plans: [plan] })),
      { ...sale, margin },
      '2026-11-20',
    ).map(({ amount }) => amount);
  expect(of([1])).toEqual([481_88]);
  expect(of([1, 2])).toEqual([240_94, 240_94]);
  expect(of([1, 2], 2_648_69)).toEqual([240_95, 240_95]);
  expect(of([1, 2], 2_648_60)).toEqual([240_95, 240_94]);
  expect(commissionsOf([{ id: 1, plans: [plan] }], sale, '2025-12-31')).toEqual([]);
});

test('a correction is a row of its margin and changes those after it (rules.md §11: 423,15, 2.648,56, 2.853,56)', () => {
  const steps = [
    { key: 'first', label: 'Margine I', amount: 423_15, rows: [] },
    { key: 'second', label: 'Margine II', amount: 2_648_56, rows: [] },
    { key: 'third', label: 'Margine III', amount: 2_853_56, rows: [] },
  ] as const;
  const corrections = [
    { margin: 'second', label: 'Premio', amount: 100_00 },
    { margin: 'third', label: 'Lavaggio', amount: -20_00 },
  ] as const;
  const after = correctedWaterfall(steps, corrections, 0);
  expect(after.map(({ amount }) => amount)).toEqual([423_15, 2_748_56, 2_933_56]);
  expect(after[2]!.rows).toEqual([{ label: 'Correzione: Lavaggio', amount: -20_00 }]);
  // A car taken in for more than was agreed is the company's loss.
  const raised = correctedWaterfall(steps, corrections, 500_00);
  expect(raised.map(({ amount }) => amount)).toEqual([423_15, 2_748_56, 2_433_56]);
  expect(raised[2]!.rows.at(-1)).toEqual({ label: 'Usato rivalutato', amount: -500_00 });
});

test.each([
  [null, '2026-11-20', '2026-11-23'],
  ['2026-12-10', '2026-11-20', '2026-12-10'],
  ['2026-11-21', '2026-11-20', '2026-11-23'],
  ['2026-12-25', '2026-11-20', '2026-12-28'],
  [null, '2026-11-26', '2026-11-30'],
])('promised %s, approved %s: delivered %s, on a working day', (promised, today, day) => {
  expect(proposedDelivery(promised, today)).toBe(day);
});
