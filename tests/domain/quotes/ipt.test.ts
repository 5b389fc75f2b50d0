import { expect, test } from 'vitest';
import { ipt } from '#domain/quotes/sheet/ipt.ts';
import { usedMargin } from '#domain/stock/margin.ts';
import { netOf, vatOf } from '#domain/money.ts';
import { aSheet } from '#tests/support/price-sheet.ts';

const { params } = aSheet();
const at = (iptPercent: number, fixedForVatDeeds = false) => ({
  code: 'XX',
  name: 'Provincia',
  iptPercent,
  fixedForVatDeeds,
  iptRules: [],
});
const car = (kw: number) => ({ kw, category: 'M1' as const, payload: null, fuel: 'petrol' as const });
const van = (payload: number | null) => ({ ...car(85), category: 'N1' as const, payload });

test.each([
  [51, [151, 181, 189, 196]],
  [54, [190, 228, 237, 247]],
  [74, [260, 312, 325, 338]],
  [85, [299, 358, 373, 388]],
  [110, [386, 464, 483, 502]],
  [150, [527, 632, 658, 685]],
  [220, [773, 927, 966, 1004]],
])('IPT of %i kW at 0, 20, 25 and 30 %% (rules.md §4)', (kw, euros) => {
  expect([0, 20, 25, 30].map((percent) => ipt(car(kw), at(percent), params) / 100)).toEqual(euros);
});

test('all kW count above the limit: 53 kW pays the fixed amount, 54 jumps', () => {
  expect(ipt(car(53), at(0), params)).toBe(151_00);
  expect(ipt(car(54), at(0), params)).toBe(190_00);
});

test('provinces that keep the fixed tariff pay it whatever the power', () => {
  expect(ipt(car(220), at(0, true), params)).toBe(151_00);
  // So do vans in Aosta, Bolzano and Trento, whatever they carry (rules.md §4, 3).
  for (const payload of [650, 1_500, 9_000]) expect(ipt(van(payload), at(0, true), params)).toBe(151_00);
});

test('the amount is rounded to the cent and then to the euro, half up (rules.md §4, 1)', () => {
  // 84 kW at 30 %: 383.49948 → 383.50 → 384
  expect(ipt(car(84), at(30), params)).toBe(384_00);
});

test.each([
  [700, 199],
  [701, 290],
  [1_500, 290],
  [3_000, 326],
  [4_500, 381],
  [6_000, 453],
  [8_000, 519],
  [8_001, 647],
])('a van of %i kg of payload pays by quintals, %i euro before the surcharge', (payload, euro) => {
  expect(ipt(van(payload), at(0), params)).toBe(euro * 100);
});

test('a van pays the surcharge on the unrounded base, and by kW where its payload is not known', () => {
  expect(ipt(van(650), at(30), params)).toBe(259_00);
  expect(ipt(van(null), at(30), params)).toBe(ipt(car(85), at(30), params));
});

test('exemptions pay nothing; a province may ask less of a fuel', () => {
  for (const why of ['disabled', 'volunteers', 'trader'] as const) expect(ipt(car(110), at(30), params, why)).toBe(0);
  const province = {
    ...at(30),
    iptRules: [
      { fuels: ['bev'], percent: 0 },
      { fuels: ['hev', 'phev'], percent: 50 },
    ],
  };
  expect(ipt({ ...car(110), fuel: 'bev' }, province, params)).toBe(0);
  expect(ipt({ ...car(110), fuel: 'phev' }, province, params)).toBe(251_00);
  expect(ipt(car(110), province, params)).toBe(502_00);
});

test.each([
  [10_900_00, 8_000_00 + 732_00, 2_168_00, 390_95, 1_777_05],
  [17_900_00, 14_200_00 + 951_60, 2_748_40, 495_61, 2_252_79],
  [7_500_00, 8_000_00 + 300_00, -800_00, 0, -800_00],
])('margin scheme: sale %i, cost %i (rules.md §2)', (sale, cost, gross, vat, net) => {
  expect(usedMargin(sale, cost)).toEqual({ gross, vat, net });
});

test('the same used car with VAT shown', () => {
  expect([netOf(10_900_00), vatOf(10_900_00)]).toEqual([8_934_43, 1_965_57]);
});

test('used-car total of rules.md §3: price, change of ownership, agency, warranty', () => {
  const ownership = 101_20 + ipt(car(74), at(30), params);
  expect(ownership).toBe(439_20);
  expect(17_900_00 + ownership + 109_80 + 719_80).toBe(19_168_80);
});
