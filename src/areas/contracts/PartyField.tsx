import { lazy, useState } from 'react';
import { call, type CallAnswer } from '#site/lib/call.ts';
import { Combobox } from '#site/ui/Combobox.tsx';
import type { FieldBase } from '#site/ui/Field.tsx';
import { OnDemand } from '#site/ui/OnDemand.tsx';
import { toast } from '#site/ui/toast.ts';
import type { Found, FormField } from '#site/ui/record/form/form.ts';

const CustomerDialog = lazy(() => import('#site/parts/customers/CustomerDialog.tsx'));

/** What a new customer is made with: what was searched, and the provinces that its form offers. */
interface Making {
  typed: string;
  provinces: CallAnswer<'GET /customers/provinces'>;
}

/** A party of the contract: one of the customers, or a new one that is made here and is the party at once. */
export function PartyField({
  field: { known, search, nullable },
  value,
  readOnly,
  onChange,
  ...base
}: FieldBase & {
  field: FormField<object>;
  value: number | null;
  readOnly: boolean;
  onChange: (value: number | null) => void;
}) {
  const [chosen, setChosen] = useState<readonly Found[]>([]);
  const [making, setMaking] = useState<Making | null>(null);
  const take = (one: Found | null) => {
    if (one) setChosen((before) => [{ id: one.id, name: one.name }, ...before]);
    onChange(one?.id ?? (nullable ? null : 0));
    setMaking(null);
  };
  const make = async (typed: string) => {
    try {
      setMaking({ typed, provinces: await call('GET /customers/provinces', {}) });
    } catch (error) {
      void toast((error as Error).message, { kind: 'bad' });
    }
  };
  return (
    <>
      <Combobox<Found>
        {...base}
        disabled={readOnly}
        value={value ? ([...chosen, ...(known ?? [])].find(({ id }) => id === value) ?? { id: value, name: '' }) : null}
        text={(one) => one.name}
        search={async (query, signal) => [...(await search!(query, signal))]}
        onSelect={take}
        onCreate={(typed) => void make(typed)}
      />
      <OnDemand>
        {making && <CustomerDialog id={null} {...making} onChosen={take} onClose={() => setMaking(null)} />}
      </OnDemand>
    </>
  );
}
