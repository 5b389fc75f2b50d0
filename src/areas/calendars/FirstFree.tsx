import { timeFields } from '#domain/calendars/fields.ts';
import type { Slot } from '#domain/calendars/schema.ts';
import type { Values } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { formOf } from '#site/ui/record/form/form-of.ts';
import { RecordForm } from '#site/ui/record/form/RecordForm.tsx';
import { toast } from '#site/ui/toast.ts';
import type { CalendarDialog, DialogProps } from './asked.ts';
import { timeLayout } from './form.ts';
import { slotsFor } from './Slots.tsx';

type Times = Values<typeof timeFields>;

/** The first times at which all chosen calendars are free together; one of them becomes a new event. */
export function FirstFree({
  from,
  calendars,
  ask,
  hint,
  onClose,
}: DialogProps & { from: Extract<CalendarDialog, { firstFree: unknown }>['firstFree'] }) {
  const take = ({ minutes, calendarIds }: Times, { day, time }: Slot) =>
    ask({ new: { day, time, minutes, calendarIds } });
  return (
    <RecordForm<Times, [Times, Slot | undefined]>
      title={words.firstFree}
      verb={words.firstFreeVerb}
      size="side"
      fields={formOf(timeFields, timeLayout(calendars, slotsFor({ calendars, hint }, take)))}
      initial={{ ...from, minutes: 60 }}
      save={async (times) => {
        const { day, time, minutes, calendarIds } = times;
        const query = { day, time, minutes, calendarIds: calendarIds.join(','), count: 1 };
        const [slot] = await call('GET /calendars/slots', { query });
        return [times, slot];
      }}
      onSaved={([times, slot]) => (slot ? take(times, slot) : void toast(words.noFree, { kind: 'bad' }))}
      onClose={onClose}
    />
  );
}
