import type { EventRecord } from '#domain/calendars/schema.ts';
import { blankOf, type Values } from '#domain/fields.ts';
import { call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { RecordForm } from '#site/ui/record/RecordForm.tsx';
import type { Asked, DialogProps } from './asked.ts';
import { newFields, newForm } from './form.ts';
import { Slots } from './Slots.tsx';
import { madeNew } from './undo.ts';

type New = Values<typeof newFields>;

/** A new event or series, with the times at which all that it takes is free. */
export function NewEvent({ at, ...props }: DialogProps & { at: Extract<Asked, { new: unknown }>['new'] }) {
  const { calendars, finds, reasons, onChanged, onClose } = props;
  return (
    <RecordForm<New, EventRecord>
      title={words.creating}
      verb={words.verb}
      fields={newForm(finds, calendars)}
      initial={{ ...blankOf(newFields), ...at, calendarIds: [...at.calendarIds] }}
      save={(body, { key }) => call('POST /calendars/events', { key, body })}
      onSaved={(made) => {
        madeNew(made, reasons, () => void onChanged());
        void onChanged();
        onClose();
      }}
      onClose={onClose}
    >
      {(values, fill) => <Slots {...values} onUse={({ day, time }) => fill({ day, time })} />}
    </RecordForm>
  );
}
