import { useState } from 'react';
import type { EventRecord, Slot } from '#domain/calendars/schema.ts';
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
  const [initial, setInitial] = useState<New>({ ...blankOf(newFields), ...at, calendarIds: [...at.calendarIds] });
  const [turn, setTurn] = useState(0);
  const use = (values: New) => (slot: Slot) => {
    setInitial({ ...values, day: slot.day, time: slot.time });
    setTurn(turn + 1);
  };
  return (
    <RecordForm<New, EventRecord>
      key={turn}
      title={words.creating}
      verb={words.verb}
      fields={newForm(finds, calendars)}
      initial={initial}
      save={(body, { key }) => call('POST /calendars/events', { key, body })}
      onSaved={(made) => {
        madeNew(made, reasons, () => void onChanged());
        void onChanged();
        onClose();
      }}
      onClose={onClose}
    >
      {(values) => <Slots {...values} onUse={use(values)} />}
    </RecordForm>
  );
}
