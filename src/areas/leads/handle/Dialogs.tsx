import { valuesIn, type Values } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import type { Named } from '#site/ui/choices.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { leadForm, type Finds } from '../form.ts';
import MakeCustomer from './MakeCustomer.tsx';
import Visit from './Visit.tsx';
import Write, { type How } from './Write.tsx';

export type LeadDialog = { name: 'edit' | 'customer' | 'visit' } | ({ name: 'write' } & How);

export interface DialogsProps {
  lead: Lead;
  terms: LeadTerms;
  locations: Named;
  finds: Finds;
  today: string;
  onSaved: (lead: Lead) => void;
  onClose: () => void;
}

const given = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

function Edit({ lead, terms, locations, finds, onSaved, onClose }: DialogsProps) {
  const { id, customerId, customer, contractId, contract } = lead;
  const initial = valuesIn(leadFields, lead);
  const known = { customer: given(customerId, customer), contract: given(contractId, contract) };
  return (
    <RecordForm<Values<typeof leadFields>, Lead>
      title={words.edit}
      fields={leadForm({ finds, terms, lead, locations, ...known })}
      initial={initial}
      version={lead.version}
      save={(values, { version }) =>
        call('PUT /leads/:id', { params: { id }, version, body: { ...initial, ...values } })
      }
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** The dialog that was asked for, beside those of the moves. */
export default function Dialogs({ asked, ...props }: DialogsProps & { asked: LeadDialog }) {
  if (asked.name === 'edit') return <Edit {...props} />;
  if (asked.name === 'write') return <Write {...props} {...asked} />;
  if (asked.name === 'customer') return <MakeCustomer {...props} />;
  return <Visit {...props} />;
}
