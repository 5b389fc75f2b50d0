import { colleagues } from '../lib/people/people.ts';
import { sql } from 'kysely';
import { calendars as table } from '#domain/calendars/endpoints.ts';
import { eventFields } from '#domain/calendars/fields.ts';
import { eventMachine, firstEventReasons } from '#domain/calendars/rules.ts';
import { eventKinds, type EventKind } from '#domain/calendars/event-terms.ts';
import { dayInRome, instantInRome } from '#domain/dates.ts';
import { time } from '#domain/italian.ts';
import { prints } from '../documents/printed.ts';
import { area } from '../lib/ports/area.ts';
import { signatureDid } from '../lib/ports/signable.ts';
import { datedSettings } from '../lib/records/dated.ts';
import { hitsOf } from '../lib/records/hits.ts';
import { followLead } from '../lib/records/lead-customers.ts';
import { eventHref } from '../lib/records/links.ts';
import { offeredReasons, reasonSettings } from '../lib/records/reasons.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { visible } from '../lib/records/scope.ts';
import { activityOf } from '../lib/records/activity.ts';
import { write } from '../lib/records/timeline.ts';
import { nextFree, readTaken, slotOf } from './book.ts';
import { agreementSigned, printedDrive, signableDrive } from './agreement.ts';
import { calendarRecords } from './calendars.ts';
import {
  cancelAppointment,
  confirmAppointment,
  endAppointmentLinks,
  moveAppointment,
  appointmentFile,
  bookAgain,
  readAppointment,
} from './customer.ts';
import { reschedule, restore, save } from './change.ts';
import { endOf, followRecords } from './deliveries.ts';
import { followHours } from './closed.ts';
import { listDisplaced, moveDisplaced, undoDisplaced } from './displaced.ts';
import { fit } from './fit.ts';
import { endFeed, endFeeds, feed, file, makeFeed } from './ics.ts';
import { eventLegacies } from './legacies.ts';
import { create } from './make.ts';
import { month } from './month.ts';
import { decline, todo } from './missed.ts';
import { eventMoves, reasoned, startByArrival } from './moves.ts';
import { eventCourse, isHidden } from './records.ts';
import { eventPost } from './post.ts';
import { calendarGroup, eventReminders } from './remind.ts';
import { events, eventsOfContract, figures, misses, openCalendars } from './shown.ts';
import { carSold } from './sold.ts';

/** What of a private event is told to others: when it is, and how it ended. */
const open = ['state', 'when', 'ended', 'person'];

const activity = activityOf(eventCourse, {
  fields: eventFields,
  actions: {
    create: 'ha preso l’appuntamento',
    assign: 'ha affidato l’appuntamento',
    restore: 'ha ripristinato l’appuntamento',
    rebook: 'ha preso un altro appuntamento al suo posto',
    decline: 'ha chiuso l’appuntamento mancato: non ne serve un altro',
    confirmed: 'registra: il cliente ha confermato',
    moved_by_customer: 'registra: il cliente ha spostato l’appuntamento',
    links_ended: 'ha chiuso i collegamenti del cliente',
    ...signatureDid,
    signature_asked: 'ha inviato l’accordo da firmare',
  },
  facts: {
    when: ['Quando', write.text],
    ended: ['Non svolto', write.text],
    person: ['Persona', write.text],
    anyway: ['Cominciato con ancora da fare', write.text],
  },
  seen: (ctx, record, vocabulary) => {
    if (!isHidden(ctx, record)) return vocabulary;
    const told = Object.entries(vocabulary.fields).filter(([key]) => open.includes(key));
    return { ...vocabulary, fields: Object.fromEntries(told) };
  },
});

const settings = datedSettings({ ...calendarGroup, entity: 'calendar_settings' });

const reasons = reasonSettings({
  machine: eventMachine,
  first: firstEventReasons,
  group: 'calendars.reasons',
  labelOf: (move) => eventMachine.moves[move].label,
});

export const calendars = area(table, {
  effects: {
    'access.arrived': startByArrival,
    'lead.linked': followLead('calendarEvents'),
    'record.moved': followRecords,
    'contract.withdrawn': (ctx, { id }) => endOf(ctx, id, 'Il cliente recede dal contratto'),
    'car.sold': carSold,
    'locations.changed': followHours,
    'user.second-factor-reset': endFeeds,
    'user.sessions-ended': endFeeds,
    'document.signed': agreementSigned,
  },
  signs: [signableDrive],
  legacies: eventLegacies,
  verbs: {
    'GET /calendars/open': openCalendars,
    'GET /calendars/people': (ctx) => colleagues(ctx, 500),
    'GET /calendars/events': events,
    'GET /calendars/month': month,
    'GET /calendars/figures': figures,
    'GET /calendars/misses': misses,
    'GET /calendars/todo': todo,
    'GET /calendars/displaced': listDisplaced,
    'POST /calendars/displaced': moveDisplaced,
    'POST /calendars/displaced/undo': undoDisplaced,
    'GET /calendars/contracts/:id': eventsOfContract,
    'GET /calendars/events/reasons': (ctx) => offeredReasons(ctx, eventMachine, reasoned),
    'GET /calendars/slots': async (
      ctx,
      { query: { calendarIds, minutes, day, time: at = '00:00', except, count } },
    ) => {
      const taken = await readTaken(ctx, calendarIds, { lock: false });
      const from = instantInRome(day, at);
      const free = await nextFree(ctx, taken, {
        from,
        minutes,
        count,
        ...(except !== undefined && { except: [except] }),
      });
      return free.map(slotOf);
    },
    'GET /calendars/fit': fit,
    'GET /calendars/ics': file,
    'GET /calendars/feed': feed,
    'POST /calendars/events': create,
    'GET /calendars/events/:id': eventCourse.show,
    'PUT /calendars/events/:id': save,
    'POST /calendars/events/:id/reschedule': reschedule,
    'POST /calendars/events/:id/restore': restore,
    'POST /calendars/events/:id/decline': decline,
    ...eventMoves,
    'GET /calendars/events/:id/agreement': prints(printedDrive).document,
    'GET /calendars/events/:id/timeline': activity,
    'POST /calendars/events/:id/revoke': endAppointmentLinks,
    'GET /links/appointment': readAppointment,
    'GET /links/appointment/ics': appointmentFile,
    'POST /links/appointment/confirm': confirmAppointment,
    'POST /links/appointment/move': moveAppointment,
    'POST /links/appointment/again': bookAgain,
    'POST /links/appointment/cancel': cancelAppointment,
    'GET /calendars/settings': settings.read,
    'PUT /calendars/settings': settings.save,
    'POST /calendars/settings/unschedule': settings.unschedule,
    'GET /calendars/settings/timeline': settings.history,
    'GET /calendars/settings/reasons': reasons.read,
    'PUT /calendars/settings/reasons': reasons.save,
    'POST /calendars/:id/feed': makeFeed,
    'DELETE /calendars/:id/feed': endFeed,
    ...recordVerbs('calendars', calendarRecords),
  },
  jobs: [eventReminders, eventPost],
  hits: [
    hitsOf<{ id: number; title: string; kind: EventKind; startsAt: string }>(
      eventCourse.of,
      sql`t.title, t.kind, t.starts_at`,
      (ctx) => visible(ctx, eventCourse.of),
      ({ id, title, kind, startsAt }) => ({
        label: 'Appuntamento',
        icon: 'calendar-days',
        title: title || eventKinds[kind],
        subtitle: `${eventKinds[kind]} · ${dayInRome(new Date(startsAt))} ${time(startsAt)}`,
        href: eventHref(id),
      }),
    ),
  ],
  constraints: {
    calendars_of_person: { userId: 'Questa persona ha già un calendario' },
    calendars_company_id_user_id_fkey: { userId: 'Scegliere una persona dell’azienda' },
    calendars_company_id_location_id_fkey: { locationId: 'Scegliere una sede dell’azienda' },
    calendar_events_company_id_customer_id_fkey: { customerId: 'Scegliere un cliente' },
    calendar_events_company_id_lead_id_fkey: { leadId: 'Scegliere un lead' },
    calendar_events_company_id_contract_id_fkey: { contractId: 'Scegliere un contratto' },
  },
});
