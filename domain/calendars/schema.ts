/** What crosses the wire about calendars and their events; instants with zone, days and hours in Rome. */
import { z } from 'zod';
import { wrongHours } from '../companies/places.ts';
import { addDays, isDay } from '../dates.ts';
import { keysOf } from '../record/machine.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { calendarFields, eventFields, repeatFields, scopeFields, timeFields } from './fields.ts';
import { calendarKinds, calendarShows, eventEnds, eventKinds, eventStates, fits, rebookings } from './event-terms.ts';

const instant = z.iso.datetime({ offset: true });
const issue = (path: (string | number)[], message: string) => ({ code: 'custom' as const, path, message });

export const calendarInput = schemaOf(calendarFields).superRefine(({ kind, userId, hours, closures }, ctx) => {
  if (kind === 'seller' && userId === null) ctx.addIssue(issue(['userId'], 'Scegliere la persona'));
  if (kind !== 'seller' && userId !== null) ctx.addIssue(issue(['userId'], 'Solo per il calendario di una persona'));
  for (const at of wrongHours(hours))
    ctx.addIssue(issue(['hours', at, 'to'], 'Finisce prima di cominciare o tocca un altro orario del giorno'));
  for (const [at, { from, to }] of closures.entries())
    if (to < from) ctx.addIssue(issue(['closures', at, 'to'], 'La fine non può precedere l’inizio'));
});

export const calendarRecord = answerOf(calendarFields).extend({
  id: z.int(),
  version: z.int(),
  archived: z.boolean(),
  person: z.string().nullable(),
  location: z.string().nullable(),
});
export type CalendarRecord = z.output<typeof calendarRecord>;

/** A calendar beside others, with its working hours of the days that are shown. */
export const shownCalendar = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(keysOf(calendarKinds)),
  shows: z.enum(keysOf(calendarShows)),
  userId: z.int().nullable(),
  location: z.string().nullable(),
  buffer: z.int(),
  capacity: z.int(),
  /** By day. */
  hours: z.record(z.string(), z.array(z.object({ from: z.string(), to: z.string() }))),
});
export type ShownCalendar = z.output<typeof shownCalendar>;

type About = Pick<
  z.output<ReturnType<typeof schemaOf<typeof eventFields>>>,
  'kind' | 'kmOut' | 'kmIn' | 'title' | 'customerId'
>;
const checkAbout = ({ kmOut, kmIn, title, customerId }: About, ctx: z.RefinementCtx) => {
  if (kmOut !== null && kmIn !== null && kmIn < kmOut)
    ctx.addIssue(issue(['kmIn'], 'Al rientro i km non possono essere meno che all’uscita'));
  if (title === '' && customerId === null) ctx.addIssue(issue(['title'], 'Inserire un titolo o scegliere il cliente'));
};

const about = schemaOf(eventFields);
const when = schemaOf(timeFields);
const scope = schemaOf(scopeFields);

/** How it comes again; `never` for most. */
const repeat = schemaOf(repeatFields).superRefine(({ every, until, times }, ctx) => {
  if (every !== 'never' && until === null && times === null)
    ctx.addIssue(issue(['until'], 'Inserire fino a quando, o quante volte'));
});

/** A new event; without calendars it is in one's own. */
export const newEvent = z
  .object({
    ...about.shape,
    ...when.shape,
    repeat,
    /** The missed event in place of which it is taken. */
    followsId: z.int().positive().max(Number.MAX_SAFE_INTEGER).optional(),
  })
  .superRefine(checkAbout)
  .superRefine(({ repeat: { every, until }, day }, ctx) => {
    // That a day is missing, or none at all, is said at its field.
    if (every === 'never' || until === null || !isDay(day)) return;
    if (until < day || until > addDays(day, 3 * 366))
      ctx.addIssue(issue(['repeat', 'until'], 'Scegliere un giorno dopo l’inizio, entro tre anni'));
  });
export type NewEvent = z.output<typeof newEvent>;

export const eventInput = z.object({ ...about.shape, ...scope.shape }).superRefine(checkAbout);
export type EventInput = z.output<typeof eventInput>;

export const rescheduleInput = z.object({ ...when.shape, ...scope.shape });

const person = z.object({ id: z.int(), name: z.string() });
const common = {
  id: z.int(),
  version: z.int(),
  state: z.enum(keysOf(eventStates)),
  endedAs: z.enum(keysOf(eventEnds)).nullable(),
  startsAt: instant,
  endsAt: instant,
  calendarIds: z.array(z.int()),
  seriesId: z.int().nullable(),
  /** Of a missed event: whether another one is taken in its place. */
  rebook: z.enum(keysOf(rebookings)).nullable(),
};

/** An event on the screen of many: what others may not see is only «Occupato». */
export const eventRow = z.object({
  ...common,
  kind: z.enum(keysOf(eventKinds)),
  title: z.string(),
  customer: z.string().nullable(),
  /** The customer said that they will come. */
  confirmed: z.boolean(),
  /** Only its time is shown to the caller. */
  masked: z.boolean(),
  /** The caller opens it. */
  mayOpen: z.boolean(),
  mayMove: z.boolean(),
  /** Things done, and things to do. */
  done: z.int(),
  things: z.int(),
});
export type EventRow = z.output<typeof eventRow>;

/** A day of a month: its first events, and how many there are. */
export const monthDay = z.object({ day: z.string(), count: z.int(), events: z.array(eventRow) });
export type MonthDay = z.output<typeof monthDay>;

export const slot = z.object({ startsAt: instant, day: z.string(), time: z.string() });
export type Slot = z.output<typeof slot>;

/** How a time suits the calendars that are chosen for it. */
export const fit = z.object({
  calendars: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      is: z.enum(keysOf(fits)),
      /** Minutes that stay taken after each event. */
      buffer: z.int(),
      /** What is in the way, as the caller may see it. */
      by: z.array(eventRow),
    }),
  ),
  /** The next other times at which all are free. */
  slots: z.array(slot),
  /** Other cars of the model that are free at this time. */
  others: z.array(z.object({ id: z.int(), name: z.string(), insteadOf: z.int() })),
});
export type Fit = z.output<typeof fit>;

/** An event in what has become closed. */
export const displacedEvent = z.object({
  id: z.int(),
  kind: z.enum(keysOf(eventKinds)),
  title: z.string(),
  customer: z.string().nullable(),
  day: z.string(),
  time: z.string(),
  minutes: z.int(),
  /** The first time after its own at which all that it takes is free; null: none within two months. */
  to: slot.nullable(),
});
export type DisplacedEvent = z.output<typeof displacedEvent>;

/** An event that was moved out of what is closed, with its version since then. */
export const movedOut = z.object({ id: z.int().positive(), version: z.int().positive() });
export type MovedOut = z.output<typeof movedOut>;

const count = { appointments: z.int(), missed: z.int(), hostMissed: z.int() };
const ofCalendar = z.object({ id: z.int(), name: z.string(), ...count });

/** How many appointments of customers there were in some days, and how many were missed, each of them apart. */
export const misses = z.object({
  kinds: z.array(z.object({ kind: z.enum(keysOf(eventKinds)), ...count })),
  /** Of cars, bays and locations. */
  calendars: z.array(ofCalendar),
  /** By the calendars of persons; null: the company does not show them. */
  persons: z.array(ofCalendar).nullable(),
});
export type Misses = z.output<typeof misses>;

export const eventRecord = answerOf(eventFields).extend({
  ...common,
  customer: z.string().nullable(),
  /** Where the customer is reached; `silent`: they have asked not to be. */
  phone: z.string().nullable(),
  silent: z.boolean(),
  lead: z.string().nullable(),
  contract: z.string().nullable(),
  day: z.string(),
  time: z.string(),
  minutes: z.int(),
  calendars: z.array(person),
  people: z.array(person),
  /** How many events of its series there are, itself included. */
  times: z.int(),
  /** How often it was moved. */
  moved: z.int(),
  /** When the customer said that they will come. */
  confirmedAt: instant.nullable(),
  /** Proposed, and the customer knows nothing of it yet: saving or moving it confirms it. */
  proposed: z.boolean(),
  /** The event that this one completes or replaces. */
  followsId: z.int().nullable(),
  /** The reminders that were sent to the customer, and when the next one is due. */
  remindAt: instant.nullable(),
  /** A private event of others: the caller sees its time, and not what it is about. */
  masked: z.boolean(),
  offered: z.array(z.string()),
  /** The customer has links to it, and the caller may end them. */
  mayRevoke: z.boolean(),
  /** Cancelled or missed, and the caller may bring it back. */
  mayRestore: z.boolean(),
  /** Missed without another in its place, and the caller may take one. */
  mayRebook: z.boolean(),
});
export type EventRecord = z.output<typeof eventRecord>;
