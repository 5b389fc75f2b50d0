import { Suspense, useState, type ReactNode } from 'react';

/** Opened when it is asked for. */
export function Fold({ label, children }: { label: string; children: () => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="fold-in" onToggle={(event) => event.currentTarget.open && setOpen(true)}>
      <summary>{label}</summary>
      <Suspense>{open && children()}</Suspense>
    </details>
  );
}
