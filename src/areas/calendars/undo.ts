import type { EventRecord } from '#domain/calendars/schema.ts';
import type { Scope } from '#domain/calendars/event-terms.ts';
import { day, time } from '#domain/italian.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { calendar as words } from '#site/messages/it/calendars.ts';
import { toast } from '#site/ui/toast.ts';
import type { Reasons } from './asked.ts';
import { undoable } from './undoable.ts';

const whenOf = (at: Pick<EventRecord, 'day' | 'time'>) => `${day(at.day)} ${at.time}`;

/** After an event was moved: back to where it was. */
export const movedTo = (after: EventRecord, before: EventRecord, scope: Scope, again: () => void) =>
  undoable(
    after.startsAt === before.startsAt && after.minutes !== before.minutes
      ? t(words.sized, { time: time(after.endsAt) })
      : t(words.moved, { when: whenOf(after) }),
    () =>
      call('POST /calendars/events/:id/reschedule', {
        params: { id: after.id },
        version: after.version,
        body: { day: before.day, time: before.time, minutes: before.minutes, calendarIds: before.calendarIds, scope },
      }),
    again,
  );

/** After an event was made: cancelled as entered by mistake. */
export function madeNew(made: EventRecord, reasons: Reasons, again: () => void) {
  const reason = reasons.find(({ move, needsNote }) => move === 'cancel' && !needsNote);
  const text = t(words.created, { when: whenOf(made) });
  // A company has no reasons before its first event, so the page does not know one to cancel with.
  if (!reason) return void toast(text, { kind: 'ok' });
  undoable(
    text,
    () =>
      call('POST /calendars/events/:id/cancel', {
        params: { id: made.id },
        version: made.version,
        body: { reason: String(reason.id), scope: 'all' },
      }),
    again,
  );
}
