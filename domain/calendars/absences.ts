/** Absences of people: entered once for as many days as they last, and what stands in those days given to others. */
import { z } from 'zod';
import { addDays, isDay } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { keysOf } from '../record/machine.ts';
import { anyOf } from '../record/rights.ts';
import { schemaOf } from '../record/schema.ts';
import { absenceFields } from './fields.ts';
import { eventRights } from './rights.ts';
import { movedOut, slot } from './schema.ts';
import { eventKinds } from './event-terms.ts';

/** The longest absence that is entered at once, in days. */
const MOST_DAYS = 92;
/** The most ways out that are offered for one event. */
export const MOST_WAYS = 5;
/** The most events that are given to others at once. */
const MOST_EVENTS = 200;

const absenceInput = schemaOf(absenceFields).superRefine(({ from, fromTime, to, toTime }, ctx) => {
  // A missing day, or none at all, is said at its own field.
  if (!isDay(from) || !isDay(to)) return;
  const issue = (path: string, message: string) => ctx.addIssue({ code: 'custom', path: [path], message });
  if (to < from) issue('to', 'La fine non può precedere l’inizio');
  else if (from === to && fromTime !== null && toTime !== null && toTime <= fromTime)
    issue('toTime', 'La fine non può precedere l’inizio');
  else if (to > addDays(from, MOST_DAYS - 1)) issue('to', `Al massimo ${MOST_DAYS} giorni per volta`);
});
export type AbsenceInput = z.output<typeof absenceInput>;

/** A way out for an event whose person is absent. */
const way = slot.extend({
  /** Who stands in; null: the event waits for its own person. */
  userId: z.int().nullable(),
  /** The colleague, or the absent person. */
  name: z.string(),
  /** Why this colleague before others: a language, or the brand. */
  by: z.enum(['language', 'maker']).nullable(),
  /** What the customer is written; '' where nobody is written to. */
  text: z.string(),
});
export type Way = z.output<typeof way>;

/** An event to come whose person is absent then. */
export const uncoveredEvent = z.object({
  id: z.int(),
  kind: z.enum(keysOf(eventKinds)),
  title: z.string(),
  customer: z.string().nullable(),
  phone: z.string().nullable(),
  day: z.string(),
  time: z.string(),
  minutes: z.int(),
  absentId: z.int(),
  absent: z.string(),
  /** The proposed one first; empty: nothing is free within two months. */
  ways: z.array(way),
});
export type UncoveredEvent = z.output<typeof uncoveredEvent>;

const choice = z.object({
  id: z.int().positive().max(Number.MAX_SAFE_INTEGER),
  userId: z.int().positive().max(Number.MAX_SAFE_INTEGER).nullable(),
  startsAt: z
    .string()
    .max(40)
    .pipe(z.iso.datetime({ offset: true })),
});

/** Calls about the absences of people. */
export const absences = {
  'POST /calendars/absences': endpoint({
    summary:
      'Enter an absence of one’s own, or of a colleague with [37]: nothing that stands then refuses it; who manages calendars or people is told, and the person where a colleague enters it. Its reason is read by that person and who manages people',
    privileges: anyOf(eventRights.change),
    body: absenceInput,
    answer: z.object({ id: z.int(), userId: z.int(), uncovered: z.int() }),
    creates: true,
  }),
  'GET /calendars/uncovered': endpoint({
    summary:
      'Events to come whose person is absent then, of everybody or of one person: each with colleagues who are free at its hour (the customer’s language and brand first), else the next free time',
    privileges: [p.manageCalendars],
    query: z.object({ userId: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional() }),
    answer: z.array(uncoveredEvent),
  }),
  'POST /calendars/uncovered': endpoint({
    summary:
      'Give such events to a colleague or another time, each as chosen; customers and colleagues are told, the absent person is not. What is taken meanwhile stays and is named',
    privileges: [p.manageCalendars],
    body: z.object({ events: z.array(choice).min(1).max(MOST_EVENTS) }),
    answer: z.object({ moved: z.array(movedOut), left: z.array(z.string()) }),
    keyed: true,
  }),
};
