import { lazy, useState } from 'react';
import type { AssignmentRule } from '#domain/leads/setting-fields.ts';
import { leadSettings as words } from '#site/messages/it/leads-settings.ts';
import type { Named } from '#site/ui/choices.ts';
import { OnDemand } from '#site/ui/OnDemand.tsx';

const RuleTry = lazy(() => import('./RuleTry.tsx'));

/** Asks to whom a lead would go by the rules in force, and shows why. */
export function RuleTester({ locations, rules }: { locations: Named; rules: readonly AssignmentRule[] }) {
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {words.tryRules}
      </button>
    );
  return (
    <OnDemand>
      <RuleTry locations={locations} rules={rules} onClose={() => setOpen(false)} />
    </OnDemand>
  );
}
