import { useStore } from '@nanostores/react';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { actionsOf } from '#domain/machine.ts';
import { comparedFields, draftFacts } from '#domain/quotes/draft.ts';
import { quoteMachine } from '#domain/quotes/rules.ts';
import type { PriceSheet, QuoteDraft } from '#domain/quotes/schema.ts';
import { call } from '#site/lib/call.ts';
import { Conflict } from '#site/ui/record/Conflict.tsx';
import type { ConflictField } from '#site/ui/record/ConflictDialog.tsx';
import { Overtaken } from './Overtaken.tsx';
import { useBuilder } from './store.ts';

/** How each field of a draft is written where two versions are compared. */
const fieldsOf = (sheet: PriceSheet, draft: QuoteDraft): ConflictField[] =>
  comparedFields.map(({ key, fact, field }) => ({
    key,
    label: shortOf(field),
    show: (value) => textOf(field, draftFacts({ ...draft, [key]: value }, sheet)[fact]),
  }));

/** Somebody else saved this quote first, or issued it. */
export default function QuoteConflict() {
  const store = useBuilder();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  const state = useStore(store.$save);
  const fields = fieldsOf(sheet, draft);
  if (state.kind !== 'conflict' || state.current.editable)
    return <Conflict record={store} valueOf={(quote) => quote.draft} fields={fields} />;
  const { current } = state;
  const { user, today } = store;
  const may = actionsOf(quoteMachine, { ...current, sellerId: current.seller.id }, { ...user, today });
  return (
    <Overtaken
      store={store}
      fields={fields}
      by={state}
      mine={draft}
      mayRevise={may.includes('revise')}
      revise={(key) => call('POST /quotes/:id/revise', { params: { id: current.id }, key })}
      save={({ id, version }, body) => call('PUT /quotes/:id', { params: { id }, version, body })}
    />
  );
}
