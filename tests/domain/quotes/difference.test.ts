import { expect, test } from 'vitest';
import { differenceOf } from '#domain/quotes/desk/difference.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import { aChoice, aDraft, aSheet } from '#tests/support/price-sheet.ts';

const sheet = aSheet();
const reckoned = (draft: QuoteDraft, of = sheet) => ({ draft, sheet: of, priced: price(draft, of) });
const first = aDraft({
  optionIds: [1, 5],
  province: 'MI',
  customDiscounts: [{ label: '', amount: null, percent: 2 }],
  financing: aChoice({ planId: 1, months: 36, amount: 10_000_00 }),
});

test('says rows, price and plan: amounts in cents, the rest in words', () => {
  const next = {
    ...first,
    optionIds: [2, 5],
    province: 'SO',
    customDiscounts: [{ label: '', amount: null, percent: 3 }],
    financing: aChoice({ planId: 1, months: 48, amount: 10_000_00 }),
  };
  const { from, to, changes, words } = differenceOf(reckoned(first), reckoned(next));
  expect([from, to]).toEqual([price(first, sheet).keysInHand, price(next, sheet).keysInHand]);
  const of = (label: RegExp) => changes.find((one) => label.test(one.label));
  expect(of(/Bianco Neve/)).toMatchObject({ from: 0, to: null });
  expect(of(/Blu Laguna/)).toMatchObject({ from: null, to: 750_00 });
  expect(of(/^Sconto 3/)).toMatchObject({ from: -522_00, to: -805_50 });
  expect(of(/^Rata$/)).toBeDefined();
  expect(of(/Tetto/)).toBeUndefined();
  expect(words).toContainEqual({ field: 'Provincia', from: 'Milano', to: 'Sondrio' });
  const plan = words.find(({ field }) => field === 'Finanziamento')!;
  expect([plan.from, plan.to].map((text) => /\d+.mesi/.exec(text)?.[0].replace('\u00a0', ' '))).toEqual([
    '36 mesi',
    '48 mesi',
  ]);
});

test('each revision is told at the prices of its time, and equal ones say nothing', () => {
  const dearer = aSheet({ version: { ...sheet.version, listPrice: 25_900_00 } });
  const { changes, words } = differenceOf(reckoned(aDraft()), reckoned(aDraft(), dearer));
  expect([changes, words]).toEqual([[{ label: 'Listino', from: 24_900_00, to: 25_900_00 }], []]);
  expect(differenceOf(reckoned(first), reckoned(first))).toMatchObject({ changes: [], words: [] });
});
