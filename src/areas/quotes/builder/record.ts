import { quoteFields } from '#domain/quotes/fields.ts';
import type { QuoteDraft } from '#domain/quotes/schema.ts';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { builder as words } from '#site/messages/it/quotes.ts';
import type { ForContract } from '../another.ts';
import type { RecordSpec, SectionSpec } from '#site/ui/record/form/spec.ts';

const section = (
  name: QuoteSection,
  done: (draft: QuoteDraft) => boolean,
  beside: readonly string[] = [],
): SectionSpec<QuoteDraft, QuoteSection> => ({
  name,
  label: words.sections[name],
  holds: [...Object.entries(quoteFields).flatMap(([key, field]) => (field.section === name ? [key] : [])), ...beside],
  done,
});

/** The sections with their fields, and when each counts as filled in. The version always does. */
const spec: RecordSpec<QuoteDraft, QuoteSection> = {
  sections: [
    section('version', () => true),
    section('customer', (draft) => draft.customer !== null),
    section('used', (draft) => draft.tradeIns.length > 0),
    section('services', (draft) => draft.serviceIds.length > 0),
    section('makerServices', (draft) => draft.makerServiceIds.length > 0),
    section('incentives', (draft) => draft.incentiveIds.length + draft.customDiscounts.length > 0),
    section('insurances', (draft) => draft.insurances.length > 0),
    section('financial', (draft) => draft.financing !== null || draft.deposit > 0, ['balance']),
    section('notes', (draft) => draft.notes.trim() !== ''),
  ],
  ownField:
    /^(tradeIns\.\d+\.\w+|customDiscounts\.\d+\.\w+|deposit|financing\.(amount|months|balloon|kmPerYear)|notes|province)$/,
  words: words.record,
};

/** The page of a quote, or of the price of a contract, with the sections that `order` names, in that order. */
export const quoteRecord = (
  order: readonly QuoteSection[],
  contract: ForContract | null,
): RecordSpec<QuoteDraft, QuoteSection> => ({
  ...spec,
  ...(contract && { words: contract === 'new' ? words.forNewContract : words.forContract }),
  sections: spec.sections
    .filter(({ name }) => order.includes(name))
    // Without the section of the car, the customer section holds the province.
    .map((one) =>
      one.name === 'customer' && !order.includes('version') ? { ...one, holds: [...one.holds, 'province'] } : one,
    )
    .toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name)),
});
