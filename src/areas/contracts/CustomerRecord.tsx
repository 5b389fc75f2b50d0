import { useEffect, useState } from 'react';
import { recordLacks, type RecordLack } from '#domain/contracts/record-lacks.ts';
import type { CustomerInput } from '#domain/customers/schema.ts';
import { call, type CallAnswer } from '#site/lib/call.ts';
import CustomerDialog from '#site/parts/customers/CustomerDialog.tsx';
import { useContract, useContractNow } from './store.ts';

interface Props {
  /** What the contract knows better. */
  said?: Partial<CustomerInput>;
  /** What the contract lacks of it: one enters that first. */
  lack?: string;
  onClose: () => void;
}

/** The record of the contract's customer, which is changed without leaving the contract. */
export default function CustomerRecord({ said, lack, onClose }: Props) {
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
      first={recordLacks[lack as RecordLack]}
      provinces={provinces}
      onChosen={saved}
      onSaved={saved}
      onClose={onClose}
    />
  );
}
