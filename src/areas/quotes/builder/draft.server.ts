import { blankOf } from '#domain/fields.ts';
import { covered, lineOf } from '#domain/quotes/cover.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import { linesOf } from '#domain/quotes/lines.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { newStockQuotes as words } from '#site/messages/it/quotes.ts';

/** The same for another car of the stock: whom it is for and on which terms stays, what was of the first car goes. */
export const draftFrom = (start: QuoteDraft, draft: QuoteDraft): QuoteDraft => ({
  ...draft,
  versionId: start.versionId,
  stockId: start.stockId,
  optionIds: start.optionIds,
  accessoryIds: [],
  makerServiceIds: [],
  customDiscounts: [],
  insurances: start.insurances,
  vatExposed: false,
});

/** Policies that new quotes begin with, as far as they are sold for this car; those of a loan wait for one. */
function proposedPolicies(draft: QuoteDraft, sheet: PriceSheet): QuoteDraft['insurances'] {
  const lines = sheet.insurances
    .filter(({ defaultOn }) => defaultOn)
    .map(lineOf)
    .slice(0, quoteFields.insurances.most);
  const value = linesOf(draft, sheet).listTotal;
  return lines.filter((line) => covered({ ...draft, insurances: [line] }, sheet, value, () => 0).insurances.length > 0);
}

/** What a car of the stock costs less than its list. */
function askedLess(draft: QuoteDraft, sheet: PriceSheet): QuoteDraft['customDiscounts'] {
  const price = sheet.stock?.price ?? null;
  const amount = price === null ? 0 : linesOf(draft, sheet).listTotal - price;
  return amount > 0 ? [{ label: words.stockPrice, amount, percent: null }] : [];
}

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
  const proposes = (items: PriceSheet['services']) => items.flatMap(({ id, defaultOn }) => (defaultOn ? id : []));
  const draft: QuoteDraft = {
    ...blankOf(quoteFields),
    ...proposed,
    versionId: sheet.version.id,
    stockId: sheet.used?.stockId ?? null,
    province: known ? province : (first?.code ?? ''),
    serviceIds: proposes(sheet.services),
    makerServiceIds: proposes(sheet.makerServices),
    // Named on paper and in comparisons, although they cost nothing.
    optionIds: sheet.stock?.optionIds ?? [standard('colour'), standard('interior')].flat(),
    newCarId: sheet.stock?.carId ?? null,
  };
  return { ...draft, customDiscounts: askedLess(draft, sheet), insurances: proposedPolicies(draft, sheet) };
}
