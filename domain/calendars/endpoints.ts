import { z } from 'zod';
import { datedAnswer, datedCalls, datedInput } from '../record/dated.ts';
import { CLOCK } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { moveEndpoints } from '../record/moves.ts';
import { privileges as p } from '../privileges.ts';
import { reasonCalls } from '../record/reasons.ts';
import { recordCalls } from '../record/calls.ts';
import { flag } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { calendarDay } from '../text.ts';
import { timeline } from '../record/timeline.ts';
import { appointmentInput, appointmentMove, appointmentPage, appointmentQuery } from './customer.ts';
import { eventRights } from './rights.ts';
import { eventMachine, firstEventReasons } from './rules.ts';
import { calendarSettingFields } from './setting-fields.ts';
import {
  calendarInput,
  calendarRecord,
  displacedEvent,
  eventInput,
  eventRecord,
  eventRow,
  fit,
  misses,
  monthDay,
  movedOut,
  newEvent,
  rescheduleInput,
  shownCalendar,
  slot,
} from './schema.ts';
import { eventKinds } from './event-terms.ts';

/** The most days of one look at the events. */
export const MOST_DAYS = 62;
/** Events of a day that a month shows; the day shows the others. */
export const MONTH_SHOWS = 3;
/** The most calendars beside each other. */
export const MOST_BESIDE = 12;

const view = anyOf(eventRights.see);
const takesPart = anyOf(eventRights.change);
const manages = [p.manageCalendars] as const;

/** Ids in a query, separated by commas. */
const ids = z
  .string()
  .max(200)
  .regex(/^\d+(,\d+)*$/, 'Valore non ammesso')
  .transform((text) => [...new Set(text.split(',').map(Number))])
  .refine((all) => all.length <= MOST_BESIDE && all.every(Number.isSafeInteger), `Al massimo ${MOST_BESIDE} calendari`);

const customers = { audience: 'public', link: true } as const;

const range = { from: calendarDay, to: calendarDay };
const clock = z.string().max(5).regex(CLOCK);
/** A length of time that is wanted in several calendars at once. */
const wanted = z.object({
  calendarIds: ids,
  minutes: z.coerce.number().int().min(15).max(1440),
  day: calendarDay,
  /** An event whose own time counts as free. */
  except: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
});
const place = { locationId: z.coerce.number().int().positive().optional() };

const moves = moveEndpoints(eventMachine, eventRecord, {
  start:
    'Begin an event; a test drive with licence, agreement or check open only with `anyway`, which stays in its history',
  complete: 'Complete an event; 409 while something on its list is not done',
  completePartly: 'Complete an event in part: the rest becomes a new event, at the next free time',
  close: 'Close an event that was held otherwise, with a note',
  resume: 'Go on with an event that was completed in part',
  cancel: 'Cancel an event, or those of its series from it on: its time is free again',
  miss: 'Say that the customer did not come: counted apart from what was cancelled',
  hostMiss: 'Say that the company was not there for the customer: counted apart, and never against the customer',
});

/** Calls about calendars and their events. */
export const calendars = {
  'GET /calendars/open': endpoint({
    summary: 'Calendars that are not archived, with their working hours of some days',
    query: z.object(range),
    answer: z.array(shownCalendar),
  }),
  'GET /calendars/people': endpoint({
    summary: 'People of the company who may have a calendar',
    privileges: manages,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /calendars/events': endpoint({
    summary: `Events of some days, at most ${MOST_DAYS}: what the caller may not see is only taken time`,
    query: z.object({ ...range, ...place, calendarIds: ids.optional() }),
    answer: z.array(eventRow),
  }),
  'GET /calendars/month': endpoint({
    summary: `The days of a month on which there is something, each with its first ${MONTH_SHOWS} events and how many there are`,
    query: z.object({ ...range, calendarIds: ids }),
    answer: z.array(monthDay),
  }),
  'GET /calendars/figures': endpoint({
    summary:
      'How many times customers had in some days, cancelled ones aside, at how many of them they did not come, and at how many nobody was there for them',
    privileges: view,
    query: z.object({ ...range, ...place }),
    answer: z.object({ appointments: z.int(), missed: z.int(), hostMissed: z.int() }),
  }),
  'GET /calendars/misses': endpoint({
    summary: 'The same by kind and by calendar; by person only where the company shows figures of persons',
    privileges: manages,
    query: z.object({ ...range, ...place }),
    answer: misses,
  }),
  'GET /calendars/todo': endpoint({
    summary:
      'One’s own events that want something: missed ones without another in their place, past ones without an end',
    privileges: view,
    answer: z.array(eventRow),
  }),
  'GET /calendars/displaced': endpoint({
    summary: 'Events to come that lie in what has become closed',
    privileges: manages,
    answer: z.array(displacedEvent),
  }),
  'POST /calendars/displaced': endpoint({
    summary:
      'Move such events, each to the first time after its own at which all that it takes is free; who is concerned is told',
    privileges: manages,
    body: z.object({ ids: z.array(z.int().positive()).min(1).max(200) }),
    answer: z.object({ moved: z.array(movedOut), left: z.int() }),
    keyed: true,
  }),
  'POST /calendars/displaced/undo': endpoint({
    summary:
      'Take such events back to where they were, closed as it is; what is in the way of one leaves it where it is',
    privileges: manages,
    body: z.object({ events: z.array(movedOut).min(1).max(200) }),
    answer: z.object({ back: z.int(), stayed: z.array(z.string()) }),
    keyed: true,
  }),
  'GET /calendars/contracts/:id': endpoint({
    summary: 'The events of a contract, as far as the caller may see them',
    privileges: view,
    answer: z.array(eventRow),
  }),
  'GET /calendars/events/reasons': endpoint({
    summary: 'The reasons that the company offers, each with its move',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), move: z.string(), label: z.string(), needsNote: z.boolean() })),
  }),
  'GET /calendars/slots': endpoint({
    summary: 'The next times at which all of these calendars are free together',
    privileges: takesPart,
    query: wanted.extend({ time: clock.optional(), count: z.coerce.number().int().min(1).max(12).default(3) }),
    answer: z.array(slot),
  }),
  'GET /calendars/fit': endpoint({
    summary:
      'How a time suits these calendars: which are free, what is in the way of the others, the next times at which all are free, and other cars of the same model for those that are taken',
    privileges: takesPart,
    // A kind that may lie at any hour ignores closing times; without a kind they are not checked.
    query: wanted.extend({ time: clock, kind: z.enum(keysOf(eventKinds)).optional() }),
    answer: fit,
  }),
  'GET /calendars/ics': endpoint({
    summary: 'Events of some days as an iCalendar file; customers are named only if `names` says so',
    query: z.object({ ...range, calendarIds: ids.optional(), names: flag.optional() }),
    answer: 'file',
  }),
  'GET /calendars/feed': endpoint({
    summary: 'A calendar by its private link, for other programs: two weeks back, half a year ahead',
    audience: 'public',
    link: true,
    query: z.object({ token: z.string().max(200) }),
    answer: 'file',
  }),
  'POST /calendars/events': endpoint({
    summary: 'A new event or series: every calendar that it takes must be free; 409 says what is not',
    privileges: takesPart,
    body: newEvent,
    answer: eventRecord,
    creates: true,
  }),
  'GET /calendars/events/:id': endpoint({
    summary: 'One event, and what the caller may do with it',
    privileges: view,
    answer: eventRecord,
  }),
  'PUT /calendars/events/:id': endpoint({
    summary: 'Change what an event is about, or those of its series from it on, or all of them',
    privileges: takesPart,
    body: eventInput,
    answer: eventRecord,
    versioned: true,
  }),
  'POST /calendars/events/:id/reschedule': endpoint({
    summary:
      'Move an event to another time or other calendars: it stays the same record, and its history says from when',
    privileges: takesPart,
    body: rescheduleInput,
    answer: eventRecord,
    versioned: true,
  }),
  'POST /calendars/events/:id/restore': endpoint({
    summary:
      'Bring back an event that was cancelled or missed, or with it those of its series that the same press cancelled and nobody has changed since; 409 when a time is taken meanwhile',
    privileges: takesPart,
    body: z.object({ together: z.boolean() }),
    answer: eventRecord,
    versioned: true,
  }),
  'POST /calendars/events/:id/decline': endpoint({
    summary: 'Say that no other appointment is wanted in place of a missed one: nobody is asked for it any more',
    privileges: takesPart,
    answer: eventRecord,
    versioned: true,
  }),
  ...moves,
  'GET /calendars/events/:id/agreement': endpoint({
    summary: 'The agreement of a test drive as PDF, as it would be signed now',
    privileges: view,
    answer: 'file',
    heavy: 'short',
  }),
  'GET /calendars/events/:id/timeline': endpoint({
    summary: 'Activity of an event: also from when it was moved',
    privileges: view,
    answer: timeline,
  }),
  'POST /calendars/events/:id/revoke': endpoint({
    summary: 'End the links by which the customer of an event follows it: the phone was lost',
    privileges: takesPart,
  }),
  'GET /links/appointment': endpoint({
    ...customers,
    summary: 'An appointment as its customer sees it, by private link, with free times to move it to',
    query: appointmentQuery,
    answer: appointmentPage,
  }),
  'GET /links/appointment/ics': endpoint({
    ...customers,
    summary: 'The appointment for the calendar of its customer: where it is and which number to call',
    query: appointmentInput,
    answer: 'file',
  }),
  'POST /links/appointment/confirm': endpoint({
    ...customers,
    summary: 'The customer confirms the appointment, by private link',
    body: appointmentInput,
    answer: appointmentPage,
  }),
  'POST /links/appointment/move': endpoint({
    ...customers,
    summary: 'The customer moves the appointment to a free time, by private link; 409 when it is taken meanwhile',
    body: appointmentMove,
    answer: appointmentPage,
  }),
  'POST /links/appointment/again': endpoint({
    ...customers,
    summary:
      'The customer takes another appointment in place of one that was called off; the link leads to it from then on',
    body: appointmentMove,
    answer: appointmentPage,
  }),
  'POST /links/appointment/cancel': endpoint({
    ...customers,
    summary: 'The customer cancels the appointment, by private link',
    body: appointmentInput,
    answer: appointmentPage,
  }),
  ...datedCalls('calendars/settings', {
    what: 'its appointments',
    input: datedInput(calendarSettingFields),
    answer: datedAnswer(calendarSettingFields),
  }),
  ...reasonCalls('calendars', { what: 'an appointment', moves: keysOf(firstEventReasons) }),
  'POST /calendars/:id/feed': endpoint({
    summary: 'Make the private link of a calendar for other programs; earlier ones end',
    privileges: takesPart,
    body: z.object({ names: z.boolean() }),
    answer: z.object({ url: z.string() }),
    keyed: true,
  }),
  'DELETE /calendars/:id/feed': endpoint({
    summary: 'End the private links of a calendar',
    privileges: takesPart,
  }),
  // After the paths that have a word in the place of the id.
  ...recordCalls('calendars', {
    names: ['a calendar', 'calendars'],
    see: [],
    manage: manages,
    filters: { archived: flag.optional() },
    input: calendarInput,
    answer: calendarRecord,
  }),
};
