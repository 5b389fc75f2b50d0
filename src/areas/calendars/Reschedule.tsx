import { useRef } from 'react';
import { timeFields } from '#domain/calendars/fields.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import type { Scope } from '#domain/calendars/event-terms.ts';
import { valuesIn, type Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { DialogProps } from './asked.ts';
import { whenForm, type whenFields } from './form.ts';
import { slotsFor } from './Slots.tsx';
import { movedTo } from './undo.ts';

type Times = Values<typeof whenFields>;

/** Another time, or other calendars. */
export function Reschedule({ of, calendars, ask, hint, onChanged, onClose }: DialogProps & { of: EventRecord }) {
  const initial: Times = { ...valuesIn(timeFields, of), scope: 'one' };
  const sent = useRef<Scope>('one');
  return (
    <RecordForm<Times, EventRecord>
      title={words.rescheduling}
      verb={words.rescheduleVerb}
      size="side"
      fields={whenForm(calendars, of.seriesId !== null, slotsFor({ calendars, hint, kind: of.kind, except: of.id }))}
      initial={initial}
      version={of.version}
      save={(values, { version }) => {
        const body = { ...initial, ...values };
        sent.current = body.scope;
        return call('POST /calendars/events/:id/reschedule', { params: { id: of.id }, version, body });
      }}
      onSaved={(moved) => {
        movedTo(moved, of, sent.current, () => void onChanged());
        void onChanged();
        onClose();
      }}
      onClose={() => ask({ open: of.id })}
    />
  );
}
