import { useStore } from '@nanostores/react';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { comparedFields, draftFacts } from '#domain/quotes/draft.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { Conflict } from '#site/ui/record/Conflict.tsx';
import type { ConflictField } from '#site/ui/record/ConflictDialog.tsx';
import { useBuilder } from './store.ts';

/** How each field of a draft is written where two versions are compared. */
const fieldsOf = (sheet: PriceSheet, draft: QuoteDraft): ConflictField[] =>
  comparedFields.map(({ key, fact, field }) => ({
    key,
    label: shortOf(field),
    show: (value) => textOf(field, draftFacts({ ...draft, [key]: value }, sheet)[fact]),
  }));

/** Somebody else saved this quote first. */
export default function QuoteConflict() {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  return <Conflict record={store} valueOf={(quote) => quote.draft} fields={fieldsOf(sheet, draft)} />;
}
