import { expect, test } from 'vitest';
import { withLine } from '#domain/quotes/setting-examples.ts';

const row = (no: number, key: string, amount: number, isSum = false) => ({ no, key, label: key, amount, isSum });
const rows = [
  row(1, 'list', 24_000_00),
  row(8, 'tyres', 3_05),
  row(9, 'supply', 24_003_05, true),
  row(10, 'ipt', 300_00),
  row(12, 'keysInHand', 24_303_05, true),
];
const road = { no: 7, key: 'road', label: 'Messa su strada' };

test('a line of a real quote is changed or put in where it would stand, and the sums behind it follow', () => {
  const put = withLine(rows, road, 950_00);
  expect(put.map(({ label, amount }) => [label, amount])).toEqual([
    ['list', 24_000_00],
    ['Messa su strada', 950_00],
    ['tyres', 3_05],
    ['supply', 24_953_05],
    ['ipt', 300_00],
    ['keysInHand', 25_253_05],
  ]);
  const changed = withLine([rows[0]!, row(7, 'road', 950_00), row(9, 'supply', 24_950_00, true)], road, 900_00);
  expect(changed.map(({ amount }) => amount)).toEqual([24_000_00, 900_00, 24_900_00]);
});
