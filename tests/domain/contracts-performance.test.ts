import { expect, test } from 'vitest';
import { hoursOf } from '#domain/companies/opening.ts';
import { proposedDelivery } from '#domain/contracts/delivery.ts';
import { correctedWaterfall } from '#domain/contracts/performance.ts';

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
  expect(proposedDelivery(promised, today, hoursOf(null))).toBe(day);
});

test('a delivery is proposed on a day when its place is open', () => {
  const milan = {
    hours: [],
    closures: [{ from: '2026-12-09', to: '2026-12-10', reason: 'Inventario' }],
    openOnHolidays: false,
    patron: '07/12',
  };
  expect(proposedDelivery('2026-12-07', '2026-11-20', hoursOf({ ...milan, closures: [] }))).toBe('2026-12-09');
  expect(proposedDelivery('2026-12-07', '2026-11-20', hoursOf(milan))).toBe('2026-12-11');
  const shut = { ...milan, closures: [{ from: '2026-01-01', to: '2030-12-31', reason: 'Chiusa' }] };
  expect(proposedDelivery('2026-12-10', '2026-11-20', hoursOf(shut))).toBe('2026-12-10');
});
