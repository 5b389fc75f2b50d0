import fc from 'fast-check';
import { expect, test } from 'vitest';
import { marginOf, sumsOf } from '#domain/stock/margin.ts';
import { mostPurchase, type Resale } from '#domain/valuations/most-purchase.ts';
import { profitOf, proposedOffer } from '#domain/valuations/resale.ts';

const spent = (amount: number) => sumsOf([{ expected: null, amount, taxRate: 22 }]);
/** The example of rules.md §12. */
const example: Resale = {
  regime: 'retail',
  price: 17_900_00,
  costs: spent(951_60),
  warranty: 300_00,
  selling: 400_00,
  target: 1_500_00,
};
const netOfSale = ({ regime, price, costs }: Resale, purchaseCost: number) =>
  marginOf(
    {
      state: 'acquired',
      regime,
      purchaseCost,
      consignmentFee: null,
      costs,
      purchaseTaxRate: regime === 'retail' ? 0 : 22,
    },
    price,
  )!;
const sum = (lines: readonly { amount: number }[]) => lines.reduce((total, { amount }) => total + amount, 0);

test('an offer is proposed at most at the highest purchase, down to 50 €; 14,200 leaves 1,552.79 (rules.md §2, 3)', () => {
  expect(proposedOffer(14_310_00, 14_264_40)).toBe(14_250_00);
  expect(proposedOffer(14_190_00, 14_264_40)).toBe(14_150_00);
  expect(proposedOffer(14_190_00, null)).toBe(14_150_00);
  expect(proposedOffer(900_00, -20_00)).toBe(0);
  expect(profitOf(14_200_00, 14_264_40, 1_500_00)).toBe(1_552_79);
  // Above the highest purchase less than the target is left, of the sale as it is reckoned, too.
  const offer = 14_500_00;
  const left = netOfSale(example, offer).net - example.warranty - example.selling;
  expect(Math.abs(profitOf(offer, mostPurchase(example).total, example.target) - left)).toBeLessThanOrEqual(1);
});

test('reaches a target of 1,500 with 14,264.40: 14,748.40 before the VAT on the margin (rules.md §2, 3)', () => {
  const { lines, total } = mostPurchase(example);
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Prezzo di vendita', 17_900_00],
    ['Ripristino e altri costi', -951_60],
    ['Garanzia', -300_00],
    ['Spese di vendita', -400_00],
    ['Utile voluto', -1_500_00],
    ['IVA sul margine', -484_00],
  ]);
  expect(total).toBe(14_264_40);
  expect(sum(lines.slice(0, -1))).toBe(14_748_40);
  // What the domain's text calls 396.72 is owed by who pays the 14,748.40, and leaves less than the target.
  expect(netOfSale(example, 14_748_40).vat).toBe(396_72);
  expect(netOfSale(example, 14_748_40).net - 700_00).toBe(1_500_00 - 396_72);
  expect(netOfSale(example, total)).toMatchObject({ vat: 484_00, net: 2_200_00 });
});

test('with exposed VAT all counts net and the VAT of the purchase comes back', () => {
  const { lines, total } = mostPurchase({ ...example, regime: 'iva_exposed' });
  expect(lines.map(({ label, amount }) => [label, amount])).toEqual([
    ['Prezzo di vendita', 17_900_00],
    ['IVA sulla vendita', -3_227_87],
    ['Ripristino e altri costi, senza IVA', -780_00],
    ['Garanzia', -300_00],
    ['Spese di vendita', -400_00],
    ['Utile voluto', -1_500_00],
    ['IVA detraibile sull’acquisto', 2_572_27],
  ]);
  expect(total).toBe(14_264_40);
});

const part = fc.integer({ min: 0, max: 300_000 });
const resale = (price: fc.Arbitrary<number>): fc.Arbitrary<Resale> =>
  fc.record({
    regime: fc.constantFrom('retail' as const, 'iva_exposed' as const),
    price,
    costs: part.map(spent),
    warranty: part,
    selling: part,
    target: part,
  });

test('leaves the target in both regimes, to the cent of rounding', () => {
  fc.assert(
    fc.property(resale(fc.integer({ min: 2_000_000, max: 9_000_000 })), (one) => {
      const { net } = netOfSale(one, mostPurchase(one).total);
      expect(Math.abs(net - one.warranty - one.selling - one.target)).toBeLessThanOrEqual(1);
    }),
  );
});

test('is the sum of its lines and never below zero, and a higher price or a lower target never pays less', () => {
  fc.assert(
    fc.property(resale(fc.integer({ min: 0, max: 1_500_000 })), part, (one, more) => {
      const { lines, total } = mostPurchase(one);
      expect(sum(lines)).toBe(total);
      expect(total).toBeGreaterThanOrEqual(0);
      expect(mostPurchase({ ...one, price: one.price + more }).total).toBeGreaterThanOrEqual(total);
      expect(mostPurchase({ ...one, target: one.target + more }).total).toBeLessThanOrEqual(total);
    }),
  );
});
