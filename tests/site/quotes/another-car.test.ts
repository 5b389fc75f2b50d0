import { expect, test } from 'vitest';
import { emptyDraft, STOCK_PRICE } from '#domain/quotes/empty-draft.ts';
import { draftFrom } from '#site/areas/quotes/builder/draft.server.ts';
import { aChoice, aDraft, aPlan, aService, aSheet, aTradeIn } from '#tests/support/price-sheet.ts';

const customer = { id: 3, name: 'Mario Rossi', type: 'private' } as const;
const before = aDraft({
  customer,
  stockId: 4,
  tradeIns: [aTradeIn()],
  serviceIds: [1, 2],
  deposit: 500_00,
  notes: 'Con ganci',
  customDiscounts: [
    { label: STOCK_PRICE, amount: 900_00, percent: null },
    { label: 'Fedeltà', amount: null, percent: 2 },
  ],
  financing: aChoice({ planId: 1, months: 36 }),
});

test('another car takes the place of the first; everything else that is offered for it stays', () => {
  const sheet = aSheet({ services: [aService({ id: 2 })], plans: [aPlan({ id: 1 })] });
  const start = { ...emptyDraft(sheet, 'MI'), stockId: 9 };
  const draft = draftFrom(start, before, sheet);
  expect(draft).toMatchObject({
    stockId: 9,
    versionId: start.versionId,
    customer,
    deposit: 500_00,
    notes: 'Con ganci',
    serviceIds: [2],
    // What only said the first car's asking price goes with it.
    customDiscounts: [{ label: 'Fedeltà', amount: null, percent: 2 }],
  });
  expect([draft.tradeIns, draft.financing]).toEqual([before.tradeIns, before.financing]);
});

test('a plan that is not offered for it is left out', () => {
  const sheet = aSheet({ plans: [] });
  expect(draftFrom(emptyDraft(sheet, 'MI'), before, sheet).financing).toBeNull();
});
