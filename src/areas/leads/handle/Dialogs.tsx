import { addDays } from '#domain/dates.ts';
import { valuesIn, type Fields, type Values } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import { leadMachine } from '#domain/leads/rules.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import type { Lead } from '#domain/leads/schema.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import MoveDialog from '#site/ui/record/page/MoveDialog.tsx';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { leadForm, type Finds } from '../form.ts';
import MakeCustomer from './MakeCustomer.tsx';
import Visit from './Visit.tsx';
import type { Reasons } from './log-props.ts';
import Write, { type How } from './Write.tsx';

type Because = 'lose' | 'dismiss' | 'reopen';
export type Asked = { name: Because | 'edit' | 'assign' | 'park' | 'customer' | 'visit' } | ({ name: 'write' } & How);

export interface DialogsProps {
  lead: Lead;
  reasons: Reasons;
  terms: LeadTerms;
  assignees: Named;
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

const assignFields = {
  assigneeId: { label: words.assignee, kind: 'lookup', nullable: words.nobody },
} as const satisfies Fields;

function Assign({ lead, assignees, onSaved, onClose }: DialogsProps) {
  return (
    <RecordForm<Values<typeof assignFields>, Lead>
      title={words.assignTitle}
      verb={words.assignVerb}
      fields={formOf(assignFields, { assigneeId: { span: 6, options: named(assignees) } })}
      initial={{ assigneeId: lead.assignee?.id ?? null }}
      version={lead.version}
      save={(body, { version }) => call('POST /leads/:id/assign', { params: { id: lead.id }, version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

const parkFields = {
  until: { label: words.parkOn, kind: 'day', required: words.parkNeeded },
} as const satisfies Fields;

function Park({ lead, today, onSaved, onClose }: DialogsProps) {
  return (
    <RecordForm<Values<typeof parkFields>, Lead>
      title={words.park}
      verb={words.park}
      fields={formOf(parkFields, { until: { span: 6 } })}
      initial={{ until: addDays(today, 7) }}
      version={lead.version}
      save={(body, { version }) => call('POST /leads/:id/park', { params: { id: lead.id }, version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

function Because({ move, lead, reasons, onSaved, onClose }: DialogsProps & { move: Because }) {
  return (
    <MoveDialog
      machine={leadMachine}
      name={move}
      reasons={reasons}
      version={lead.version}
      save={(body, version) => call(`POST /leads/:id/${move}`, { params: { id: lead.id }, version, body })}
      onSaved={onSaved}
      onClose={onClose}
    />
  );
}

/** The dialog that was asked for. */
export default function Dialogs({ asked, ...props }: DialogsProps & { asked: Asked }) {
  if (asked.name === 'edit') return <Edit {...props} />;
  if (asked.name === 'write') return <Write {...props} {...asked} />;
  if (asked.name === 'assign') return <Assign {...props} />;
  if (asked.name === 'park') return <Park {...props} />;
  if (asked.name === 'customer') return <MakeCustomer {...props} />;
  if (asked.name === 'visit') return <Visit {...props} />;
  return <Because move={asked.name} {...props} />;
}
