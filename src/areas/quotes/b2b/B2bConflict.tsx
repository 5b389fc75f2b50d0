import { useStore } from '@nanostores/react';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { actionsOf } from '#domain/machine.ts';
import { b2bCompared, b2bFacts } from '#domain/quotes/b2b/fields.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { Overtaken } from '#site/areas/quotes/builder/Overtaken.tsx';
import { call } from '#site/lib/call.ts';
import { Conflict } from '#site/ui/record/Conflict.tsx';
import { useB2b } from './store.ts';

/** Somebody else saved this offer first, or issued it. */
export default function B2bConflict() {
  const store = useB2b();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  const state = useStore(store.$save);
  const fields = b2bCompared.map(([name, field]) => ({
    key: name,
    label: shortOf(field),
    show: (value: unknown) => textOf(field, b2bFacts({ ...draft, [name]: value }, sheet)[name]),
  }));
  if (state.kind !== 'conflict' || state.current.editable)
    return <Conflict record={store} valueOf={(quote) => quote.draft} fields={fields} />;
  const { current } = state;
  const { user, today } = store;
  const may = actionsOf(b2bMachine, { ...current, sellerId: current.seller.id }, { ...user, today });
  return (
    <Overtaken
      store={store}
      fields={fields}
      by={state}
      mine={draft}
      mayRevise={may.includes('revise')}
      revise={(key) => call('POST /quotes/b2b/:id/revise', { params: { id: current.id }, key })}
      save={({ id, version }, body) => call('PUT /quotes/b2b/:id', { params: { id }, version, body })}
    />
  );
}
