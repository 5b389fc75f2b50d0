import { eventMachine } from '#domain/calendars/rules.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { blankOf, type Fields, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { DialogProps } from './asked.ts';

const { close } = eventMachine.moves;
const closeFields = {
  reason: { label: words.reason, kind: 'choice', words: close.reasons },
  note: { label: words.note, kind: 'area', maxLength: 500, required: words.noteNeeded },
} as const satisfies Fields;

/** An event that was held without being begun here. */
export const Close = ({ of, ask, onChanged }: DialogProps & { of: EventRecord }) => (
  <RecordForm<Values<typeof closeFields>, EventRecord>
    title={close.label}
    verb={close.label}
    fields={formOf(closeFields, { reason: { span: 6 }, note: { span: 6 } })}
    initial={blankOf(closeFields)}
    version={of.version}
    save={(body, { version }) => call('POST /calendars/events/:id/close', { params: { id: of.id }, version, body })}
    onSaved={() => {
      void onChanged();
      ask({ open: of.id });
    }}
    onClose={() => ask({ open: of.id })}
  />
);
