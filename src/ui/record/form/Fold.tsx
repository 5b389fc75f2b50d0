import { useState, type ReactNode } from 'react';
import { OnDemand } from '#site/ui/OnDemand.tsx';

/** A part that draws its content only once it is opened. */
export function Fold({ id, label, children }: { id?: string; label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="fold-in" id={id} onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>{label}</summary>
      <OnDemand>{open && children()}</OnDemand>
    </details>
  );
}
