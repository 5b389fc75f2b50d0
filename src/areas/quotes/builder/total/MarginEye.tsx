import { useStore } from '@nanostores/react';
import { lazy, Suspense } from 'react';
import { builder as words } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';
import { useBuilder } from '../store.ts';

const Margin = lazy(() => import('./Margin.tsx'));
const say = words.totals;

/** The eye that shows the margin; absent for people who may not see costs. */
export function MarginEye() {
  const { $priced, $view } = useBuilder();
  const { margin } = useStore($priced);
  const view = useStore($view);
  if (!margin) return null;
  return (
    <div className="margin">
      <button
        type="button"
        className="btn ghost small"
        aria-expanded={view.margin}
        onClick={() => $view.set({ ...view, margin: !view.margin })}
      >
        <Icon name={view.margin ? 'eye-off' : 'eye'} size={16} /> {view.margin ? say.hideMargin : say.showMargin}
      </button>
      {view.margin && (
        <Suspense>
          <Margin />
        </Suspense>
      )}
    </div>
  );
}
