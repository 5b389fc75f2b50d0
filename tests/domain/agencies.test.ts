import { expect, test } from 'vitest';
import { costOf, costsOn } from '#domain/agencies/costs.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { workedExample } from '#tests/support/price-sheet.ts';

const fee = { operation: 'retail', province: '', from: '2026-01-01', cost: 50_00 } as const;

test('the fee of the province goes before the one for all, the newest before older ones, the least of several agencies', () => {
  const first = [fee, { ...fee, province: 'MI', cost: 40_00 }, { ...fee, from: '2026-06-01', cost: 55_00 }];
  const second = [{ ...fee, cost: 52_00 }];
  const costs = costsOn([first, second], '2026-11-20');
  expect(costOf(costs, 'retail', 'MI')).toBe(40_00);
  expect(costOf(costs, 'retail', 'BG')).toBe(52_00);
  expect(costOf(costs, 'b2b', 'BG')).toBe(0);
  expect(costOf(costsOn([first], '2026-05-31'), 'retail', 'BG')).toBe(50_00);
});

const { draft, sheet } = workedExample;

test('costs of the agency leave margin III alone, and the customer’s price as it is', () => {
  const agencyCosts = [
    { operation: 'registration', province: draft.province, cost: 45_00 },
    { operation: 'scrapping', province: '', cost: 30_00 },
  ] as const;
  const scrapped = draft.tradeIns.filter(({ type }) => type === 'scrapping').length;
  const plain = price(draft, sheet);
  const told = price(draft, { ...sheet, agencyCosts: [...agencyCosts] });
  const left = (of: typeof plain) => of.margin!.steps.map(({ amount }) => amount);
  const [first, second, third] = left(plain);
  expect(left(told)).toEqual([first, second, third! - 45_00 - scrapped * 30_00]);
  expect({ ...told, margin: null }).toEqual({ ...plain, margin: null });
});
