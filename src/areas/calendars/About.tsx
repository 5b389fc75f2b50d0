import type { EventRecord } from '#domain/calendars/schema.ts';
import { customerKinds, eventEnds, eventStates, fuels, rebookings } from '#domain/calendars/event-terms.ts';
import { day, dayLong, integer, telephone } from '#domain/italian.ts';
import { moment, t } from '#site/lib/intl.ts';
import { event as words } from '#site/messages/it/calendars.ts';
import { reach } from '#site/messages/it/kit.ts';
import { StateBadge } from '#site/ui/Bits.tsx';
import { DescriptionList } from '#site/ui/record/page/DescriptionList.tsx';
import { clockOf, minuteOf } from './view.ts';

const link = (href: string, text: string | null) => (
  <a className="link" href={href}>
    {text}
  </a>
);

/** The test drive: who drives, and how the car went out and came back. */
function driveOf(event: EventRecord, today: string): [string, string | null][] {
  const { licence, licenceUntil, kmOut, kmIn, fuelOut, fuelIn, damage } = event;
  const until =
    licenceUntil && t(licenceUntil < today ? words.licenceOver : words.licenceUntil, { day: day(licenceUntil) });
  const out = kmOut !== null && t(words.out, { km: integer(kmOut), fuel: fuelOut ? fuels[fuelOut as '0'] : '—' });
  const back = kmIn !== null && t(words.in, { km: integer(kmIn), fuel: fuelIn ? fuels[fuelIn as '0'] : '—' });
  const driven = kmOut !== null && kmIn !== null && t(words.driven, { km: integer(kmIn - kmOut) });
  return [
    [words.licence, [licence, until].filter(Boolean).join(', ') || null],
    [words.drive, [out, back, driven].filter(Boolean).join('; ') || null],
    [words.damage, damage],
  ];
}

/** How an event stands, when and with whom it is. */
export function About({ event, today, now }: { event: EventRecord; today: string; now: Date }) {
  const end = clockOf(minuteOf(event.endsAt, event.day) % 1440);
  return (
    <>
      <p className="cal-badges">
        {event.endedAs ? (
          <StateBadge tone={event.endedAs === 'canceled' ? 'mute' : 'bad'}>{eventEnds[event.endedAs]}</StateBadge>
        ) : (
          <StateBadge tone={eventStates[event.state].tone}>{eventStates[event.state].label}</StateBadge>
        )}
        {event.rebook && <small>{rebookings[event.rebook]}</small>}
        {event.times > 1 && <small>{t(words.times, { n: event.times })}</small>}
        {event.moved > 0 && <small>{event.moved === 1 ? words.movedOnce : t(words.moved, { n: event.moved })}</small>}
        {event.remindAt && event.customerId !== null && customerKinds.includes(event.kind) && (
          <small>{t(words.remind, { when: moment(event.remindAt, now) })}</small>
        )}
        {event.proposed && event.endedAs === null && <StateBadge tone="warn">{words.proposed}</StateBadge>}
        {event.confirmedAt && (
          <StateBadge tone="ok">{t(words.confirmed, { when: moment(event.confirmedAt, now) })}</StateBadge>
        )}
        {event.followsId !== null && <small>{link(`/dealer/calendars?event=${event.followsId}`, words.follows)}</small>}
      </p>
      <DescriptionList
        rows={[
          [words.when, `${dayLong(event.day)}, ${event.time}–${end}`],
          [words.where, event.calendars.map(({ name }) => name).join(', ')],
          [words.customer, event.customerId && link(`/dealer/customers/${event.customerId}`, event.customer)],
          [
            words.phone,
            event.phone &&
              (event.silent ? (
                <>
                  {telephone(event.phone)} <StateBadge tone="bad">{reach.silent}</StateBadge>
                </>
              ) : (
                link(`tel:${event.phone}`, telephone(event.phone))
              )),
          ],
          [words.lead, event.leadId && link(`/dealer/leads/handle?lead=${event.leadId}`, event.lead)],
          [words.contract, event.contractId && link(`/dealer/contracts/${event.contractId}`, event.contract)],
          ...driveOf(event, today),
          [words.note, event.note],
        ]}
      />
    </>
  );
}
