import type { Tone } from '#domain/record/machine.ts';
import type { ReactNode } from 'react';

export type { Tone };

/** A state, as a word in a colour. */
export const StateBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`badge b-${tone}`}>{children}</span>
);

/** Says why a list is empty, and offers the one button that fills it. */
export const EmptyState = ({ text, action }: { text: ReactNode; action?: ReactNode }) => (
  <div className="empty">
    <p>{text}</p>
    {action}
  </div>
);
