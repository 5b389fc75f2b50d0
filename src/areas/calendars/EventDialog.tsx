import { useStore } from '@nanostores/react';
import { lazy, useEffect, useState } from 'react';
import { eventFields } from '#domain/calendars/fields.ts';
import type { EventRecord } from '#domain/calendars/schema.ts';
import { ABSENT, eventKinds } from '#domain/calendars/event-terms.ts';
import { valuesIn } from '#domain/record/fields.ts';
import { call } from '#site/lib/call.ts';
import { t } from '#site/lib/intl.ts';
import { absence, calendar, event as words } from '#site/messages/it/calendars.ts';
import { Dialog } from '#site/ui/Dialog.tsx';
import { attempt } from '#site/ui/attempt.ts';
import { Fold } from '#site/ui/record/form/Fold.tsx';
import History from '#site/ui/record/page/History.tsx';
import { useSteps } from '#site/ui/record/page/useSteps.tsx';
import { About } from './About.tsx';
import type { DialogProps } from './asked.ts';
import { Buttons } from './Buttons.tsx';
import { createEvent, restoreOf } from './moves.ts';
import { clockOf, minuteOf } from './view.ts';

const Agreement = lazy(() => import('./Agreement.tsx'));

/** What is done during an event, ticked one by one. */
function Things({
  event,
  mayTick,
  tick,
}: {
  event: EventRecord;
  mayTick: boolean;
  tick: (at: number) => Promise<boolean>;
}) {
  if (event.checklist.length === 0) return null;
  return (
    <fieldset className="cal-things">
      <legend>{words.checklist}</legend>
      {event.checklist.map(({ text, done }, at) => (
        <label key={text} className="check">
          <input type="checkbox" checked={done} disabled={!mayTick} onChange={() => void tick(at)} /> {text}
        </label>
      ))}
    </fieldset>
  );
}

type OpenEventProps = Pick<DialogProps, 'ask' | 'reasons' | 'today' | 'now' | 'onChanged' | 'onClose'> & { id: number };

/** The event, read once, and what presses do with it. */
function useEvent({ id, ask, reasons, today, now, onChanged, onClose }: OpenEventProps) {
  const [store] = useState(() => createEvent({ reasons, again: () => void onChanged(), leave: onClose }));
  const event = useStore(store.$saved);
  const read = async () => store.show(await call('GET /calendars/events/:id', { params: { id } }));
  useEffect(() => {
    void attempt(read).then((known) => known || onClose());
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each event
  }, [id]);
  const after = store.adopt;
  const changed = async () => {
    await read();
    await onChanged();
  };
  const tick = (at: number) =>
    attempt(
      async () => {
        const about = valuesIn(eventFields, event!);
        const checklist = about.checklist.map((one, n) => (n === at ? { ...one, done: !one.done } : one));
        const body = { ...about, checklist, scope: 'one' as const };
        after(await call('PUT /calendars/events/:id', { params: { id }, version: event!.version, body }));
      },
      { again: () => void read() },
    );
  /** Confirms a proposed event by saving it unchanged; the customer is then told. */
  const confirm = () =>
    attempt(
      async () => {
        const body = { ...valuesIn(eventFields, event!), scope: 'one' as const };
        after(await call('PUT /calendars/events/:id', { params: { id }, version: event!.version, body }));
      },
      { again: () => void read() },
    );
  const restore = () =>
    attempt(async () => after(await restoreOf(event!, { together: false })), { done: words.restored });
  /** The first free time for the same people and things: saved as it stands, or changed before. */
  const rebook = () =>
    attempt(async () => {
      const { calendarIds, minutes } = event!;
      const from = { day: today, time: clockOf(minuteOf(now, today)) };
      const query = { ...from, calendarIds: calendarIds.join(','), minutes: Math.min(minutes, 1440), count: 1 };
      const [slot] = await call('GET /calendars/slots', { query });
      ask({
        new: { day: slot?.day ?? today, time: slot?.time ?? from.time, minutes, calendarIds },
        insteadOf: event!,
      });
    });
  const decline = () =>
    attempt(
      async () => after(await call('POST /calendars/events/:id/decline', { params: { id }, version: event!.version })),
      { done: words.declined },
    );
  const revoke = () =>
    attempt(() => call('POST /calendars/events/:id/revoke', { params: { id } }), {
      done: words.revoked,
      again: () => void read(),
    });
  return { event, stepOf: store.stepOf, changed, tick, confirm, restore, rebook, decline, revoke };
}

/** One event: what it is about, what is to be done, and what may be done with it. */
export function EventDialog(given: DialogProps & { id: number }) {
  const { ask, today, now, mayManage, onClose } = given;
  const { press, question } = useSteps();
  const { event, changed, tick, revoke, ...presses } = useEvent(given);
  const offered = event?.offered ?? [];
  const title =
    event &&
    (event.masked && event.kind === 'absence'
      ? ABSENT
      : [eventKinds[event.kind], event.masked ? calendar.busy : (event.customer ?? event.title)]
          .filter(Boolean)
          .join(' · '));
  return (
    // Opens with the event, so that the focus goes to what may be done with it.
    <Dialog
      open={event !== null}
      title={title}
      onClose={onClose}
      actions={
        event &&
        (offered.length > 0 || event.mayRestore) && <Buttons event={event} ask={ask} press={press} {...presses} />
      }
    >
      {event && (
        <div className="cal-about">
          <About event={event} today={today} now={new Date(now)} />
          <Things event={event} mayTick={offered.includes('save')} tick={tick} />
          {event.customerId !== null && event.mayRevoke && (
            <p className="cal-revoke">
              <button type="button" className="link" onClick={() => void revoke()}>
                {words.revoke}
              </button>{' '}
              <small>{words.revokeText}</small>
            </p>
          )}
          {event.kind === 'test_drive' && !event.masked && (
            <Fold label={words.agreement}>
              {() => <Agreement event={event} mayWrite={offered.includes('save')} today={today} onChanged={changed} />}
            </Fold>
          )}
          {event.kind === 'absence' &&
            mayManage &&
            event.people.map((person) => (
              <p key={person.id}>
                <button type="button" className="link" onClick={() => ask({ uncovered: person.id })}>
                  {t(absence.cover, { name: person.name })}
                </button>
              </p>
            ))}
          <Fold label={words.history}>
            {() => (
              <History
                key={event.version}
                read={() => call('GET /calendars/events/:id/timeline', { params: { id: event.id } })}
              />
            )}
          </Fold>
        </div>
      )}
      {question}
    </Dialog>
  );
}
