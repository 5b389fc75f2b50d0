import { blankOf, type Values } from '#domain/record/fields.ts';
import { newLeadFields } from '#domain/leads/fields.ts';
import type { Lead, WaitingIntake } from '#domain/leads/schema.ts';
import type { LeadTerms } from '#domain/leads/setting-endpoints.ts';
import { apiPath, call } from '#site/lib/call.ts';
import { leadIntakes, leadPage as words } from '#site/messages/it/leads.ts';
import { named, type Named } from '#site/ui/choices.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import type { FormField } from '#site/ui/record/form/form.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { leadForm, type Finds } from './form.ts';

const { assigneeId } = newLeadFields;
type New = Values<typeof newLeadFields>;

interface Props {
  assignees: Named;
  locations: Named;
  finds: Finds;
  terms: LeadTerms;
  /** What nobody could read, of which the lead is made: it stands beside the form, which begins with what was found in it. */
  of?: WaitingIntake | undefined;
  onClose: () => void;
}

/** What was sent, as it can be read, and the mail as it came. */
const Sent = ({ id, raw, hasFile }: WaitingIntake) => (
  <aside className="lead-sent">
    <h3>{leadIntakes.text}</h3>
    <pre>{raw}</pre>
    {hasFile && (
      <a className="btn" download href={apiPath('GET /leads/inbound/:intakeId/file', { params: { intakeId: id } })}>
        {leadIntakes.file}
      </a>
    )}
  </aside>
);

/** A lead by hand: saved, it opens on the screen that works it. */
export default function NewLead({ assignees, locations, finds, terms, of, onClose }: Props) {
  const fields = [
    ...leadForm({ finds, terms, locations }).filter(({ name }) => name !== 'contractId'),
    ...formOf({ assigneeId }, { assigneeId: { span: 3, options: named(assignees) } }),
  ];
  return (
    <RecordForm<New, Lead>
      title={words.creating}
      fields={fields as FormField<New>[]}
      initial={blankOf(newLeadFields)}
      typed={of && { source: 'portal', sourceName: of.source, ...of.found }}
      verb={of ? leadIntakes.create : undefined}
      save={(values, { key }) => {
        const body = { ...blankOf(newLeadFields), ...values, contractId: null };
        return of
          ? call('POST /leads/inbound/:intakeId/enter', { key, params: { intakeId: of.id }, body })
          : call('POST /leads', { key, body });
      }}
      onSaved={({ id }) => location.assign(`/dealer/leads/handle?lead=${id}`)}
      onClose={onClose}
    >
      {() => of && <Sent {...of} />}
    </RecordForm>
  );
}
