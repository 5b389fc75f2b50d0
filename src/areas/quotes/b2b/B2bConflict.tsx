import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import { textOf } from '#domain/field-text.ts';
import { shortOf } from '#domain/fields.ts';
import { actionsOf } from '#domain/machine.ts';
import { b2bCompared, b2bFacts } from '#domain/quotes/b2b/facts.ts';
import type { B2bDraft } from '#domain/quotes/b2b/priced.ts';
import { b2bMachine } from '#domain/quotes/b2b/rules.ts';
import { Overtaken } from '#site/areas/quotes/builder/Overtaken.tsx';
import { call } from '#site/lib/call.ts';
import { newKey } from '#site/lib/forms.ts';
import { Conflict } from '#site/ui/record/Conflict.tsx';
import { useB2b } from './store.ts';

/** Somebody else saved this offer first, or issued it. */
export default function B2bConflict() {
  const store = useB2b();
  const sheet = useStore(store.$sheet);
  const draft = useStore(store.$draft);
  const state = useStore(store.$save);
  const key = useRef('');
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
  const revise = async (typed: Partial<B2bDraft>) => {
    const params = { id: current.id };
    const next = await call('POST /quotes/b2b/:id/revise', { params, key: (key.current ||= newKey()) });
    const body = { ...next.draft, ...typed };
    await call('PUT /quotes/b2b/:id', { params: { id: next.id }, version: next.version, body });
    store.autosave.forget();
    location.assign(next.href);
  };
  return (
    <Overtaken
      by={state}
      mine={draft}
      fields={fields}
      onLeave={() => store.adopt(current)}
      onRevise={may.includes('revise') && revise}
      onClose={() => store.autosave.ask(false)}
    />
  );
}
