import { lazy, useState } from 'react';
import type { AmortisationRow } from '#domain/financials/amortisation.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const Amortisation = lazy(() => import('./Amortisation.tsx'));

/** An amortisation that is loaded and drawn when it is opened. */
export function FoldedAmortisation({
  label,
  rows,
  className,
}: {
  label: string;
  rows: () => readonly AmortisationRow[];
  className: string;
}) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && (
        <OnDemand>
          <Amortisation label={label} rows={rows()} />
        </OnDemand>
      )}
    </details>
  );
}
