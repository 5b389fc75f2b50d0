import { expect, test } from 'vitest';
import { repriced } from '#domain/quotes/sheet/changes.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { PriceSheet } from '#domain/quotes/schema.ts';
import { aChoice, aDraft, anIncentive, aSheet } from '#tests/support/price-sheet.ts';

const before = aSheet();
const draft = aDraft({
  optionIds: [5],
  accessoryIds: [1, 2],
  incentiveIds: [1],
  financing: aChoice({ planId: 1, months: 36, amount: 10_000_00, protection: false }),
});
const told = (change: Partial<PriceSheet>, of = draft) => repriced(of, before, { ...before, ...change });
const accessories = (price: number) => before.accessories.map((one) => (one.id === 2 ? { ...one, price } : one));

test('says what of the draft costs another amount, and the total before and after', () => {
  expect(told({ accessories: accessories(700_00) })).toEqual({
    from: price(draft, before).keysInHand,
    to: price(draft, before).keysInHand + 60_00,
    changes: [{ label: 'Gancio di traino', from: 640_00, to: 700_00 }],
  });
  const version = { ...before.version, listPrice: 25_900_00 };
  expect(told({ version })?.changes).toEqual([{ label: 'Listino', from: 24_900_00, to: 25_900_00 }]);
  const options = before.options.map((one) => (one.id === 5 ? { ...one, price: 1_300_00 } : one));
  expect(told({ options })?.changes).toEqual([{ label: 'Tetto panoramico', from: 1_200_00, to: 1_300_00 }]);
});

test('names what is no longer there', () => {
  expect(told({ incentives: [] })?.changes).toEqual([{ label: 'Campagna Casa', from: -1_800_00, to: null }]);
  expect(told({ accessories: [] })?.changes.map(({ label, to }) => [label, to])).toEqual([
    ['Tappetini in velluto', null],
    ['Gancio di traino', null],
  ]);
  expect(told({ plans: [] })?.changes).toContainEqual({ label: 'Rata', from: expect.any(Number), to: null });
});

test('an instalment that changes is told though the price is the same', () => {
  const plans = before.plans.map((plan) => ({ ...plan, terms: plan.terms.map((term) => ({ ...term, tan: 9 })) }));
  const { from, to, changes } = told({ plans })!;
  expect([from === to, changes.map(({ label }) => label)]).toEqual([true, ['Rata']]);
});

test('changes that the draft does not pay for are not told: other accessories and campaigns, the day, costs', () => {
  const other = aDraft();
  expect(told({ accessories: accessories(1), incentives: [anIncentive({ amount: 1 })] }, other)).toBeNull();
  expect(told({ params: { ...before.params, day: '2026-11-21' }, costPercent: 80 })).toBeNull();
});

test('services are told one by one', () => {
  const sold = { taxNature: 'N4' as const, defaultOn: false, printed: true, groups: [] as string[] };
  const service = {
    id: 7,
    code: 'S1',
    description: 'Estensione di garanzia',
    price: 300_00,
    taxRate: 22,
    cost: null,
    ...sold,
  };
  const [old, now] = [aSheet({ services: [service] }), aSheet({ services: [{ ...service, price: 350_00 }] })];
  expect(repriced(aDraft({ serviceIds: [7] }), old, now)?.changes).toEqual([
    { label: 'Estensione di garanzia', from: 300_00, to: 350_00 },
  ]);
});
