import { expect, test } from 'vitest';
import { compareQuotes } from '#domain/quotes/desk/comparison.ts';
import { price } from '#domain/quotes/sheet/pricing.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { aChoice, aDraft, aPlan, aSheet, aUsedDraft, aUsedSheet } from '#tests/support/price-sheet.ts';

const compared = (draft: QuoteDraft, sheet: PriceSheet) => ({ draft, sheet, priced: price(draft, sheet) });
const ofNew = compared(aDraft(), aSheet());
const ofUsed = compared(aUsedDraft({ warrantyReduced: true }), aUsedSheet());
const valuesOf = (rows: ReturnType<typeof compareQuotes>) => new Map(rows.map(({ label, values }) => [label, values]));

test('a new and a used car stand side by side: what one has been through, price and total on one line each', () => {
  const rows = compareQuotes([ofNew, ofUsed]);
  const values = valuesOf(rows);
  expect(values.get('Nuovo o usato')).toEqual(['Nuovo', 'Usato']);
  expect(values.get('Chilometri')).toEqual(['—', '48.000\u00a0km']);
  expect(values.get('Targa')).toEqual(['—', 'GX123AB']);
  expect(values.get('Garanzia legale')).toEqual(['—', 'Garanzia legale di 12 mesi']);
  const total = rows.find(({ label }) => label === 'Chiavi in mano');
  expect(total?.amounts).toEqual([ofNew.priced.keysInHand, ofUsed.priced.keysInHand]);
  // Each car’s own rows are there, the other has a dash.
  expect(
    rows.filter(({ label }) => label === 'Messa su strada' || label === 'Pratica di agenzia').map((row) => row.amounts),
  ).toEqual([
    [950_00, null],
    [null, 109_80],
  ]);
});

test('each IPT says the power that it is of; a percentage of two lists stands on one line', () => {
  const sheet = aSheet();
  const twenty = { customDiscounts: [{ label: '', amount: null, percent: 20 }] };
  const strong = aSheet({ version: { ...sheet.version, kw: 110, listPrice: 30_000_00 } });
  const rows = compareQuotes([compared(aDraft(twenty), sheet), compared(aDraft(twenty), strong)]);
  const values = valuesOf(rows);
  expect(values.get('IPT')).toEqual(['338,00\u00a0€ · Milano, 74 kW', '502,00\u00a0€ · Milano, 110 kW']);
  const discounts = rows.filter(({ label }) => label.startsWith('Sconto'));
  expect(discounts.map(({ label, amounts }) => [label, amounts])).toEqual([
    ['Sconto 20\u00a0%', [-4_980_00, -6_000_00]],
  ]);
  // Of two equal ones the row says it once, as ever.
  expect([...valuesOf(compareQuotes([ofNew, ofNew])).keys()]).toContain('IPT Milano, 74 kW');
});

test('the instalment names what its collection costs each month', () => {
  const sheet = aSheet({ plans: [aPlan(), aPlan({ id: 2, collectionFee: 0 })] });
  const on = (planId: number) =>
    aDraft({ financing: aChoice({ planId, months: 60, amount: 20_000_00, protection: false }) });
  const rows = compareQuotes([compared(on(1), sheet), compared(on(2), sheet)]);
  // rules.md §9, example 1.
  expect(valuesOf(rows).get('Rata')).toEqual(['60 × 403,36\u00a0€ + 3,50\u00a0€ d’incasso', '60 × 403,36\u00a0€']);
});

test('new cars alone have no lines of used ones', () => {
  expect([...valuesOf(compareQuotes([ofNew, ofNew])).keys()]).not.toContain('Chilometri');
});
