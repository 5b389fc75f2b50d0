/** Documents by rate and nature of VAT: whatever is invoiced in whatever parts, together they are the sale, to the cent. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitDocuments, taxableOf, wholeOf } from '#domain/contracts/register.ts';
import { sum, vatOf } from '#domain/money.ts';
import { totalOf } from '#domain/quotes/sheet/priced.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import { taxesOf } from '#domain/quotes/sheet/taxes.ts';
import type { TaxPart } from '#domain/sale-lines.ts';
import { randomQuote, randomUsedQuote } from '#tests/support/random-quote.ts';
import { rounds } from '#tests/support/rounds.ts';

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const saleOf = (seed: number) => (seed % 2 ? randomQuote(seed) : randomUsedQuote(seed));
const grossOf = (parts: readonly TaxPart[]) => sum(parts.map(({ gross }) => gross));

/** What all of them come to by tax, without those that come to nothing. */
function added(documents: readonly (readonly TaxPart[])[]): Record<string, Omit<TaxPart, 'tax'>> {
  const all = new Map<string, Omit<TaxPart, 'tax'>>();
  for (const { tax, gross, vat, marginVat } of documents.flat()) {
    const had = all.get(tax) ?? { gross: 0, vat: 0, marginVat: 0 };
    all.set(tax, { gross: had.gross + gross, vat: had.vat + vat, marginVat: had.marginVat + marginVat });
  }
  return Object.fromEntries([...all].filter(([, { gross, vat }]) => gross !== 0 || vat !== 0));
}

test('the parts of a quote are its total, and its VAT that which it prints', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const { draft, sheet } = saleOf(seed);
      const priced = price(draft, sheet);
      const parts = taxesOf(draft, sheet, 0);
      expect(grossOf(parts)).toBe(totalOf(priced));
      expect(sum(parts.map(({ vat }) => vat))).toBe(priced.vat);
      const of = (tax: string) => parts.find((part) => part.tax === tax)?.gross ?? 0;
      expect(of('aid')).toBe(priced.stateAid === 0 ? 0 : -priced.stateAid);
      expect(of('N5')).toBe(priced.rows.find(({ key }) => key === 'margin')?.amount ?? 0);
      expect(of('N1')).toBeGreaterThanOrEqual(priced.ipt + priced.registration);
      for (const { tax, gross, vat } of parts) expect(vat).toBe(/^\d/.test(tax) ? vatOf(gross, Number(tax)) : 0);
    }),
    { numRuns: rounds(100) },
  );
});

test('acconti, credit notes and the last invoice come to the parts of the sale, to the cent', () => {
  fc.assert(
    fc.property(
      seeds,
      fc.array(fc.tuple(fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true })), { maxLength: 6 }),
      (seed, steps) => {
        const { draft, sheet } = saleOf(seed);
        const total = totalOf(price(draft, sheet));
        fc.pre(total > 0);
        const whole = wholeOf(taxesOf(draft, sheet, 123_45), total);
        let invoiced = 0;
        const documents: { kind: 'advance' | 'credit_note' | 'invoice'; amount: number; taxes: null }[] = [];
        for (const [isNote, share] of steps) {
          const most = isNote ? invoiced : total - invoiced;
          const amount = Math.round(most * share);
          if (amount === 0) continue;
          documents.push({ kind: isNote ? 'credit_note' : 'advance', amount, taxes: null });
          invoiced += isNote ? -amount : amount;
        }
        if (invoiced < total) documents.push({ kind: 'invoice', amount: total - invoiced, taxes: null });
        const split = splitDocuments(whole, documents);
        documents.forEach(({ kind, amount }, at) =>
          expect(grossOf(split[at]!)).toBe(kind === 'credit_note' ? -amount : amount),
        );
        expect(added(split)).toEqual(added([whole]));
        // One credit note over everything leaves nothing.
        const back = splitDocuments(whole, [...documents, { kind: 'credit_note', amount: total, taxes: null }]);
        expect(added(back)).toEqual({});
      },
    ),
    { numRuns: rounds(100) },
  );
});

test('an acconto is for the car, and the last invoice says what comes off and what was paid in the customer’s name', () => {
  const whole: TaxPart[] = [
    { tax: '22', gross: 25_040_55, vat: 4_515_51, marginVat: 0 },
    { tax: 'N1', gross: 480_98, vat: 0, marginVat: 0 },
    { tax: 'aid', gross: -1_500_00, vat: 0, marginVat: 0 },
  ];
  const total = 24_021_53;
  const [advance, last] = splitDocuments(whole, [
    { kind: 'advance', amount: 2_000_00, taxes: null },
    { kind: 'invoice', amount: total - 2_000_00, taxes: null },
  ]);
  expect(advance).toEqual([{ tax: '22', gross: 2_000_00, vat: 360_66, marginVat: 0 }]);
  expect(last).toEqual([
    { tax: '22', gross: 23_040_55, vat: 4_154_85, marginVat: 0 },
    { tax: 'N1', gross: 480_98, vat: 0, marginVat: 0 },
    { tax: 'aid', gross: -1_500_00, vat: 0, marginVat: 0 },
  ]);
  // State aid takes nothing off what is taxed.
  expect(sum(last!.map(taxableOf))).toBe(23_040_55 - 4_154_85 + 480_98);
});

test('a document stays as it was written when the price of its sale changes: the next one makes up for it', () => {
  const at = (tax: string, gross: number): TaxPart => ({ tax, gross, vat: vatOf(gross, Number(tax)), marginVat: 0 });
  const written = at('22', 1_000_00);
  const split = splitDocuments(
    [at('4', 20_000_00)],
    [
      { kind: 'advance', amount: 1_000_00, taxes: [written] },
      { kind: 'invoice', amount: 19_000_00, taxes: null },
    ],
  );
  expect(split[0]).toEqual([written]);
  expect(added(split)).toEqual(added([[at('4', 20_000_00)]]));
  // What was priced by a former program is the car's; a sale that cannot be read is left to be divided.
  expect(wholeOf([at('22', 9_000_00), at('4', 100_00)], 9_600_00)).toEqual([at('22', 9_500_00), at('4', 100_00)]);
  expect(wholeOf([], 5_00)).toEqual([{ tax: 'unread', gross: 5_00, vat: 0, marginVat: 0 }]);
});
