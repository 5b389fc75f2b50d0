import { eventFields } from '#domain/calendars/fields.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { valuesIn, type Values } from '#domain/fields.ts';
import { call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import type { DialogProps } from './asked.ts';
import { editForm, type editFields } from './form.ts';

const given = (id: number | null, name: string | null) => (id === null || name === null ? null : { id, name });

/** What an event is about. */
export function Edit({ of, finds, ask, onChanged }: DialogProps & { of: EventRecord }) {
  const known = {
    customer: given(of.customerId, of.customer),
    lead: given(of.leadId, of.lead),
    contract: given(of.contractId, of.contract),
  };
  const initial: Values<typeof editFields> = { ...valuesIn(eventFields, of), scope: 'one' };
  return (
    <RecordForm<Values<typeof editFields>, EventRecord>
      title={words.edit}
      fields={editForm(finds, known, of.seriesId !== null)}
      initial={initial}
      version={of.version}
      save={(values, { version }) =>
        call('PUT /calendars/events/:id', { params: { id: of.id }, version, body: { ...initial, ...values } })
      }
      onSaved={() => {
        void onChanged();
        ask({ open: of.id });
      }}
      onClose={() => ask({ open: of.id })}
    />
  );
}
