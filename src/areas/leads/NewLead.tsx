import { blankOf, type Fields, type Values } from '#domain/record/fields.ts';
import { leadFields } from '#domain/leads/fields.ts';
import type { Lead } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import { call } from '#site/lib/call.ts';
import { leadPage as words } from '#site/messages/it/leads.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import type { FormField } from '#site/ui/record/form/form.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { leadForm, type Finds } from './form.ts';

const assigneeFields = {
  assigneeId: { label: words.assignee, kind: 'lookup', nullable: words.turn },
} as const satisfies Fields;
type New = Values<typeof leadFields> & Values<typeof assigneeFields>;

interface Props {
  assignees: Named;
  locations: Named;
  finds: Finds;
  terms: LeadTerms;
  onClose: () => void;
}

/** A lead by hand: saved, it opens on the screen that works it. */
export default function NewLead({ assignees, locations, finds, terms, onClose }: Props) {
  const fields = [
    ...leadForm({ finds, terms, locations }).filter(({ name }) => name !== 'contractId'),
    ...formOf(assigneeFields, { assigneeId: { span: 3, options: named(assignees) } }),
  ];
  return (
    <RecordForm<New, Lead>
      title={words.creating}
      fields={fields as FormField<New>[]}
      initial={{ ...blankOf(leadFields), ...blankOf(assigneeFields) }}
      save={(values, { key }) =>
        call('POST /leads', { key, body: { ...blankOf(leadFields), ...values, contractId: null } })
      }
      onSaved={({ id }) => location.assign(`/dealer/leads/handle?lead=${id}`)}
      onClose={onClose}
    />
  );
}
