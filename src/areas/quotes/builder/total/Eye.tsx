import type { ReactNode } from 'react';
import { builder } from '#site/messages/it/quotes.ts';
import { Icon } from '#site/ui/Icon.tsx';

const say = builder.totals;

/** The margin behind an eye, which is pressed when no customer looks on. */
export function Eye({ shown, onToggle, children }: { shown: boolean; onToggle(): void; children: ReactNode }) {
  return (
    <div className="margin">
      <button type="button" className="btn ghost small" aria-expanded={shown} onClick={onToggle}>
        <Icon name={shown ? 'eye-off' : 'eye'} size={16} /> {shown ? say.hideMargin : say.showMargin}
      </button>
      {shown && children}
    </div>
  );
}
