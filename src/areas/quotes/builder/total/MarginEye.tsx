import { useStore } from '@nanostores/react';
import { lazy } from 'react';
import { useQuote } from '../quote.ts';
import { Eye } from './Eye.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const Margin = lazy(() => import('./Margin.tsx'));

/** The eye that shows the margin; absent for people who may not see costs. */
export function MarginEye() {
  const { $priced, $view } = useQuote();
  const { margin } = useStore($priced);
  const view = useStore($view);
  if (!margin) return null;
  return (
    <Eye shown={view.margin} onToggle={() => $view.set({ ...view, margin: !view.margin })}>
      <OnDemand>
        <Margin />
      </OnDemand>
    </Eye>
  );
}
