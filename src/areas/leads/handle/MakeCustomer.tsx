import { useEffect, useState } from 'react';
import type { CallAnswer } from '#domain/endpoints.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import CustomerDialog from '#site/parts/customers/CustomerDialog.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { linkCustomer } from './linkCustomer.ts';

/** Makes the customer of a lead of what is known of it, or chooses one that is there. */
export default function MakeCustomer({
  lead,
  onSaved,
  onClose,
}: {
  lead: Lead;
  onSaved: (lead: Lead) => void;
  onClose: () => void;
}) {
  const [provinces, setProvinces] = useState<CallAnswer<'GET /customers/provinces'> | null>(null);
  useEffect(() => {
    call('GET /customers/provinces', {}).then(setProvinces, onClose);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, for the lead that it was opened on
  }, []);
  if (!provinces) return null;
  const { phone, phone2, email, taxCode } = lead;
  return (
    <CustomerDialog
      id={null}
      typed={lead.name}
      known={{ phone, phone2, email, taxCode: taxCode || null }}
      asks="few"
      provinces={provinces}
      onChosen={({ id }) => void attempt(async () => onSaved(await linkCustomer(lead, id)), { done: words.linkedDone })}
      onClose={onClose}
    />
  );
}
