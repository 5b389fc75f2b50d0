import { expect, test } from 'vitest';
import { ipt } from '#domain/quotes/ipt.ts';
import { usedMargin } from '#domain/quotes/used.ts';
import { netOf, vatOf } from '#domain/money.ts';
import { aSheet } from '#tests/support/sheet.ts';

const { params } = aSheet();
const at = (iptPercent: number, fixedForVatDeeds = false) => ({ iptPercent, fixedForVatDeeds });

test.each([
  [51, [151, 181, 189, 196]],
  [54, [190, 228, 237, 247]],
  [74, [260, 312, 325, 338]],
  [85, [299, 358, 373, 388]],
  [110, [386, 464, 483, 502]],
  [150, [527, 632, 658, 685]],
  [220, [773, 927, 966, 1004]],
])('IPT of %i kW at 0, 20, 25 and 30 %% (domain.md §2.4)', (kw, euros) => {
  expect([0, 20, 25, 30].map((percent) => ipt(kw, at(percent), params) / 100)).toEqual(euros);
});

test('all kW count above the limit: 53 kW pays the fixed amount, 54 jumps', () => {
  expect(ipt(53, at(0), params)).toBe(151_00);
  expect(ipt(54, at(0), params)).toBe(190_00);
});

test('provinces that keep the fixed tariff pay it whatever the power', () => {
  expect(ipt(220, at(0, true), params)).toBe(151_00);
});

test.each([
  [10_900_00, 8_000_00 + 732_00, 2_168_00, 390_95, 1_777_05],
  [17_900_00, 14_200_00 + 951_60, 2_748_40, 495_61, 2_252_79],
  [7_500_00, 8_000_00 + 300_00, -800_00, 0, -800_00],
])('margin scheme: sale %i, cost %i (domain.md §2.2)', (sale, cost, gross, vat, net) => {
  expect(usedMargin(sale, cost)).toEqual({ gross, vat, net });
});

test('the same used car with VAT shown', () => {
  expect([netOf(10_900_00), vatOf(10_900_00)]).toEqual([8_934_43, 1_965_57]);
});

test('used-car total of domain.md §2.3: price, change of ownership, agency, warranty', () => {
  const ownership = 101_20 + ipt(74, at(30), params);
  expect(ownership).toBe(439_20);
  expect(17_900_00 + ownership + 109_80 + 719_80).toBe(19_168_80);
});
