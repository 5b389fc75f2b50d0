import { blankOf } from '#domain/fields.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';

/** The same for another car of the stock: whom it is for and on which terms stays, what was of the first car goes. */
export const draftFrom = (start: QuoteDraft, draft: QuoteDraft): QuoteDraft => ({
  ...draft,
  ...{ versionId: start.versionId, stockId: start.stockId, optionIds: start.optionIds },
  ...{ accessoryIds: [], makerServiceIds: [], customDiscounts: [], insurances: [], vatExposed: false },
});

/** What a new quote starts from: the version as it stands, registered in the dealer's province, with what the company proposes. */
export function emptyDraft(
  sheet: PriceSheet,
  province: string,
  proposed: Partial<Pick<QuoteDraft, 'deposit' | 'notes'>> = {},
): QuoteDraft {
  const [first] = sheet.provinces;
  const standard = (kind: 'colour' | 'interior') =>
    sheet.options.find((one) => one.kind === kind && one.standard)?.id ?? [];
  const known = sheet.provinces.some(({ code }) => code === province);
  return {
    ...blankOf(quoteFields),
    ...proposed,
    versionId: sheet.version.id,
    stockId: sheet.used?.stockId ?? null,
    province: known ? province : (first?.code ?? ''),
    // Named on paper and in comparisons, although they cost nothing.
    optionIds: [standard('colour'), standard('interior')].flat(),
  };
}
