import { useStore } from '@nanostores/react';
import { lazy, useState } from 'react';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { Section } from '#site/ui/record/page/Section.tsx';
import { InsuranceDocument } from '../agreements.tsx';
import { useBuilder, useDraft } from '../store.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const say = words.insurances;
const Policies = lazy(() => import('./Policies.tsx'));

/** The chosen policies of this car. The offered ones load only when the person opens them. */
export function InsuranceSection() {
  const store = useBuilder();
  const { insurances } = useDraft('insurances');
  const offered = useStore(store.$sheet).insurances.length;
  const [asked, setAsked] = useState(false);
  return (
    <Section name="insurances" document={<InsuranceDocument />}>
      {offered === 0 && insurances.length === 0 && <p className="muted">{say.none}</p>}
      {asked ? (
        <OnDemand>
          <Policies />
        </OnDemand>
      ) : (
        <>
          {insurances.length > 0 && <InsuranceDocument />}
          {offered + insurances.length > 0 && (
            <div className="row">
              <button type="button" className="btn" onClick={() => setAsked(true)}>
                <Icon name={insurances.length > 0 ? 'pencil' : 'plus'} size={16} />{' '}
                {insurances.length > 0 ? say.change : say.propose}
              </button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}
