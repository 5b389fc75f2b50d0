import type { Tone } from '#domain/machine.ts';
import type { ReactNode } from 'react';

export type { Tone };

/** A state in a word and a colour. */
export const StateBadge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`badge b-${tone}`}>{children}</span>
);

/** Why there is nothing, and the one button that changes it. */
export const EmptyState = ({ text, action }: { text: ReactNode; action?: ReactNode }) => (
  <div className="empty">
    <p>{text}</p>
    {action}
  </div>
);
