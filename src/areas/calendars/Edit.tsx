import { eventFields } from '#domain/calendars/fields.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { valuesIn, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { DialogProps } from './asked.ts';
import { editForm, knownOf, type editFields } from './form.ts';

/** What an event is about. */
export function Edit({ of, finds, ask, onChanged }: DialogProps & { of: EventRecord }) {
  const initial: Values<typeof editFields> = { ...valuesIn(eventFields, of), scope: 'one' };
  return (
    <RecordForm<Values<typeof editFields>, EventRecord>
      title={words.edit}
      fields={editForm(finds, knownOf(of), of.seriesId !== null)}
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
