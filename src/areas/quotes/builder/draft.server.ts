import { blankOf } from '#domain/fields.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import { linesOf } from '#domain/quotes/lines.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { newStockQuotes as words } from '#site/messages/it/quotes.ts';

/**
 * The draft for another car: everything of the quote stays but the car itself, and what is not offered for the new one.
 * The discount that only said the first car's asking price goes with it.
 */
export function draftFrom(start: QuoteDraft, draft: QuoteDraft, sheet: PriceSheet): QuoteDraft {
  const offered = (ids: readonly number[], rows: readonly { id: number }[]) =>
    ids.filter((id) => rows.some((row) => row.id === id));
  const own = draft.customDiscounts.filter(({ label }) => label !== words.stockPrice);
  return {
    ...draft,
    versionId: start.versionId,
    stockId: start.stockId,
    newCarId: start.newCarId,
    optionIds: start.optionIds,
    accessoryIds: offered(draft.accessoryIds, sheet.accessories),
    serviceIds: offered(draft.serviceIds, sheet.services),
    makerServiceIds: offered(draft.makerServiceIds, sheet.makerServices),
    incentiveIds: offered(draft.incentiveIds, sheet.incentives),
    insurances: draft.insurances.filter(({ tariffId }) => sheet.insurances.some(({ id }) => id === tariffId)),
    customDiscounts: [...start.customDiscounts, ...own].slice(0, quoteFields.customDiscounts.most),
    financing: sheet.plans.some(({ id }) => id === draft.financing?.planId) ? draft.financing : null,
    vatExposed: false,
  };
}

/** The discount of a car of the stock: its asking price below its list price. */
function askedLess(draft: QuoteDraft, sheet: PriceSheet): QuoteDraft['customDiscounts'] {
  const price = sheet.stock?.price ?? null;
  const amount = price === null ? 0 : linesOf(draft, sheet).listTotal - price;
  return amount > 0 ? [{ label: words.stockPrice, amount, percent: null }] : [];
}

/**
 * The draft of a new quote: the version with its standard equipment, registered in the dealer's province, with the company's free items. It
 * never preselects anything with a price, because the customer may be a consumer (domain.md §5.1, 23).
 */
export function emptyDraft(
  sheet: PriceSheet,
  province: string,
  proposed: Partial<Pick<QuoteDraft, 'deposit' | 'notes'>> = {},
): QuoteDraft {
  const [first] = sheet.provinces;
  const standard = (kind: 'colour' | 'interior') =>
    sheet.options.find((one) => one.kind === kind && one.standard)?.id ?? [];
  const known = sheet.provinces.some(({ code }) => code === province);
  const adds = (items: PriceSheet['services']) =>
    items.flatMap(({ id, defaultOn, price }) => (defaultOn && price === 0 ? id : []));
  const draft: QuoteDraft = {
    ...blankOf(quoteFields),
    ...proposed,
    versionId: sheet.version.id,
    stockId: sheet.used?.stockId ?? null,
    province: known ? province : (first?.code ?? ''),
    serviceIds: adds(sheet.services),
    makerServiceIds: adds(sheet.makerServices),
    // Free, but named on paper and in comparisons.
    optionIds: sheet.stock?.optionIds ?? [standard('colour'), standard('interior')].flat(),
    newCarId: sheet.stock?.carId ?? null,
  };
  return { ...draft, customDiscounts: askedLess(draft, sheet) };
}
