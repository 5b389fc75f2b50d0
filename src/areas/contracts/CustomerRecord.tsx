import { useEffect, useState } from 'react';
import type { CustomerInput } from '#domain/customers/schema.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import CustomerDialog from '#site/parts/customers/CustomerDialog.tsx';
import { useContract, useContractNow } from './store.ts';

/** The record of the contract's customer, which is changed without leaving the contract; `said`: what the contract knows better. */
export default function CustomerRecord({ said, onClose }: { said?: Partial<CustomerInput>; onClose: () => void }) {
  const store = useContract();
  const { id, customerId } = useContractNow();
  const [provinces, setProvinces] = useState<CallAnswer<'GET /customers/provinces'> | null>(null);
  useEffect(() => {
    call('GET /customers/provinces', {}).then(setProvinces, onClose);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the contract that it was opened on
  }, []);
  if (!provinces) return null;
  const saved = () => {
    onClose();
    void store.beside(() => call('GET /contracts/:id', { params: { id } }));
  };
  return (
    <CustomerDialog
      id={customerId}
      typed=""
      known={said}
      asks="ofContract"
      provinces={provinces}
      onChosen={saved}
      onSaved={saved}
      onClose={onClose}
    />
  );
}
