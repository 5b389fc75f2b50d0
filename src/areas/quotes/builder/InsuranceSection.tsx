import { useStore } from '@nanostores/react';
import { lazy, Suspense, useState } from 'react';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Section } from '#site/ui/record/Section.tsx';
import { InsuranceDocument } from './documents.tsx';
import { useBuilder } from './store.ts';

const say = words.insurances;
const Policies = lazy(() => import('./Policies.tsx'));

/** Policies for this car. What is on offer loads when it is wanted. */
export function InsuranceSection() {
  const store = useBuilder();
  const { insurances } = useStore(store.$draft);
  const offered = useStore(store.$sheet).insurances.length;
  const [asked, setAsked] = useState(false);
  const open = asked || insurances.length > 0;
  return (
    <Section name="insurances" document={<InsuranceDocument />}>
      {offered === 0 && insurances.length === 0 && <p className="muted">{say.none}</p>}
      {open ? (
        <Suspense>
          <Policies focus={asked} />
        </Suspense>
      ) : (
        offered > 0 && (
          <div className="row">
            <button type="button" className="btn" onClick={() => setAsked(true)}>
              <Icon name="plus" size={16} /> {say.propose}
            </button>
          </div>
        )
      )}
    </Section>
  );
}
