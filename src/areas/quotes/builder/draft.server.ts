import { STOCK_PRICE } from '#domain/quotes/empty-draft.ts';
import { quoteFields } from '#domain/quotes/fields.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';

/**
 * The draft for another car: everything of the quote stays but the car itself, and what is not offered for the new one.
 * The discount that only said the first car's asking price goes with it.
 */
export function draftFrom(start: QuoteDraft, draft: QuoteDraft, sheet: PriceSheet): QuoteDraft {
  const offered = (ids: readonly number[], rows: readonly { id: number }[]) =>
    ids.filter((id) => rows.some((row) => row.id === id));
  const own = draft.customDiscounts.filter(({ label }) => label !== STOCK_PRICE);
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
