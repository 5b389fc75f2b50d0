import type { EventRecord } from '#domain/calendars/schema.ts';
import { blankOf } from '#domain/record/fields.ts';
import { day } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import type { CalendarDialog, DialogProps } from './asked.ts';
import { knownOf, newFields, newForm, type New } from './form.ts';
import { slotsFor } from './Slots.tsx';
import { madeNew } from './undo.ts';

type NewProps = { at: Extract<CalendarDialog, { new: unknown }>['new']; insteadOf: EventRecord | undefined };

/** What an event takes over from the missed one that it replaces. */
const againOf = ({ kind, title, customerId, leadId, contractId, isPrivate, licence, licenceUntil }: EventRecord) => ({
  kind,
  title,
  customerId,
  leadId,
  contractId,
  isPrivate,
  licence,
  licenceUntil,
});

/** A new event or series, with the times at which all that it takes is free. */
export function NewEvent({ at, insteadOf, ...props }: DialogProps & NewProps) {
  const { calendars, finds, reasons, hint, onChanged, onClose } = props;
  const about = insteadOf && againOf(insteadOf);
  return (
    <RecordForm<New, EventRecord>
      title={words.creating}
      verb={words.verb}
      note={insteadOf && t(words.insteadOf, { when: `${day(insteadOf.day)} ${insteadOf.time}` })}
      size="side"
      fields={newForm(finds, calendars, insteadOf && knownOf(insteadOf), slotsFor({ calendars, hint }))}
      initial={{ ...blankOf(newFields), ...about, ...at, calendarIds: [...at.calendarIds] }}
      save={(body, { key }) =>
        call('POST /calendars/events', { key, body: { ...body, ...(insteadOf && { followsId: insteadOf.id }) } })
      }
      onSaved={(made) => {
        madeNew(made, reasons, () => void onChanged());
        void onChanged();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
