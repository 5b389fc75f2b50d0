import { lazy, useState } from 'react';
import { addLine as words } from '#site/messages/it/commissions.ts';
import type { Named } from '#site/ui/choices.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const LineDialog = lazy(() => import('./LineDialog.tsx'));

/** Enters a spiff or a correction for somebody else. */
export function AddLine(props: { people: Named; day: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {words.open}
      </button>
      {isOpen && (
        <OnDemand>
          <LineDialog {...props} onClose={() => setOpen(false)} />
        </OnDemand>
      )}
    </>
  );
}
