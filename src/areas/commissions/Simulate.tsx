import { lazy, useState } from 'react';
import { percent } from '#domain/italian.ts';
import { t } from '#site/lib/intl.ts';
import { simulate as words } from '#site/messages/it/commissions.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const SimulateForm = lazy(() => import('./SimulateForm.tsx'));

/** Beside a sale that a rule pays: what the last quarter would have paid with another percentage. */
export function Simulate(props: { id: number; name: string; rate: number }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen)
    return (
      <OnDemand>
        <SimulateForm {...props} />
      </OnDemand>
    );
  return (
    <button type="button" className="btn small" onClick={() => setOpen(true)}>
      {t(words.open, { rate: percent(props.rate) })}
    </button>
  );
}
