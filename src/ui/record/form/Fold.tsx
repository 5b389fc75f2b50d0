import { useState, type ReactNode } from 'react';
import { OnDemand } from '#site/ui/OnDemand.tsx';

/** A part that draws its content only once it is opened. */
export function Fold({ label, children }: { label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="fold-in" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>{label}</summary>
      <OnDemand>{open && children()}</OnDemand>
    </details>
  );
}
