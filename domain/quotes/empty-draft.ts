import { blankOf } from '../record/fields.ts';
import { quoteFields } from './fields.ts';
import { linesOf } from './sheet/lines.ts';
import type { PriceSheet, QuoteDraft } from './schema.ts';

/** The label of the discount that says the asking price of a car of the stock. */
export const STOCK_PRICE = 'Prezzo dell’auto in stock';

/** The discount of a car of the stock: its asking price below its list price. */
function askedLess(draft: QuoteDraft, sheet: PriceSheet): QuoteDraft['customDiscounts'] {
  const price = sheet.stock?.price ?? null;
  const amount = price === null ? 0 : linesOf(draft, sheet).listTotal - price;
  return amount > 0 ? [{ label: STOCK_PRICE, amount, percent: null }] : [];
}

/**
 * The draft of a new quote: the version with its standard equipment, registered in the dealer's province, with the company's free items. It
 * never preselects anything with a price, because the customer may be a consumer (rules.md §3, 6).
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
