import { useStore } from '@nanostores/react';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { b2bCompared, b2bFacts } from '#domain/quotes/b2b/facts.ts';
import { Conflict } from '#site/ui/record/Conflict.tsx';
import { useB2b } from './store.ts';

/** Somebody else saved this offer first. */
export default function B2bConflict() {
  const store = useB2b();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  const fields = b2bCompared.map(([key, field]) => ({
    key,
    label: shortOf(field),
    show: (value: unknown) => textOf(field, b2bFacts({ ...draft, [key]: value }, sheet)[key]),
  }));
  return <Conflict record={store} valueOf={(quote) => quote.draft} fields={fields} />;
}
