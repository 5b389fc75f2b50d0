import { useStore } from '@nanostores/react';
import { useDeferredValue } from 'react';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Select } from '#site/ui/Field.tsx';
import { useProblem } from '#site/ui/record/store/context.ts';
import { useBuilder, useDraft } from '../store.ts';

/** The buyer's province, which sets the IPT. */
export function Province() {
  const store = useBuilder();
  const { provinces } = useStore(store.$sheet);
  const { province } = useDraft('province');
  const problem = useProblem();
  // A hundred options nobody can open yet are drawn after the page is alive: the first picture has a sixth fewer elements.
  const ready = useDeferredValue(useStore(store.$alive));
  return (
    <Select
      name="province"
      label={words.version.province}
      value={province}
      error={problem('province')}
      options={provinces
        .filter(({ code }) => ready || code === province)
        .map(({ code, name }) => ({ value: code, label: `${name} (${code})` }))}
      onChange={(event) => store.change({ province: event.currentTarget.value })}
    />
  );
}
