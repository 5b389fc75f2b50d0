import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import type { QuoteSection } from '#domain/quotes/terms.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { useBuilder } from '../store.ts';

const TurnedHere = lazy(() => import('./TurnedHere.tsx'));

/** Incentives that the last change in this section made possible or removed, told beside that change. */
export function Turned({ section }: { section: QuoteSection }) {
  const turned = useStore(useBuilder().$turned);
  return (
    <div role="status" className="turned">
      <OnDemand>{turned?.section === section && <TurnedHere turned={turned} />}</OnDemand>
    </div>
  );
}
