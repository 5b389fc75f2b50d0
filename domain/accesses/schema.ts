/** What crosses the wire about visits; instants with zone, days in Rome. */
import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import { rowAnswer } from '../record/row-schema.ts';
import { answerOf, schemaOf } from '../record/schema.ts';
import { bookingFields } from './fields.ts';
import { visitFields } from './visit-fields.ts';
import { accessRowFields } from './row.ts';
import { accessOutcomes, accessStates, accessSubjects } from './terms.ts';

const instant = z.iso.datetime({ offset: true });
const person = z.object({ id: z.int(), name: z.string() });

/** Who came, as the reception types it: nothing but the place is needed. */
export const accessInput = schemaOf(visitFields);
/** Whoever registers somebody without asking them anything leaves this out. */
const unasked = {
  reason: accessInput.shape.reason.default(null),
  answers: accessInput.shape.answers.default([]),
};
export type AccessInput = z.output<typeof accessInput>;

/** Who has come; `arrivedAt`: when, which is earlier than the call, even by days, where the line was down. */
export const arrivalInput = accessInput.extend({ ...unasked, arrivedAt: instant.max(40).optional() });

/** Who came and is no customer, such as a courier. */
export const otherInput = accessInput.pick({ name: true, locationId: true });

/** Who is expected: somebody who can be called (rules.md §23, A0). */
export const bookingInput = z
  .object({ ...accessInput.shape, ...unasked, ...schemaOf(bookingFields).shape })
  .superRefine(({ name, phone, customerId }, ctx) => {
    if (name === '' && phone === null && customerId === null)
      ctx.addIssue({ code: 'custom', path: ['name'], message: 'Inserire un nome o un telefono' });
  });

export const access = answerOf(visitFields).extend({
  id: z.int(),
  version: z.int(),
  state: z.enum(keysOf(accessStates)),
  /** The number by which who waits is called; null before somebody has come. */
  ticket: z.int().nullable(),
  day: z.string(),
  expectedAt: instant.nullable(),
  arrivedAt: instant.nullable(),
  missed: z.boolean(),
  outcome: z.enum(keysOf(accessOutcomes)).nullable(),
  /** The reason in words. */
  reasonLabel: z.string().nullable(),
  /** What was asked, in words, with what was answered. */
  answered: z.array(z.object({ question: z.string(), answer: z.string() })),
  location: z.string(),
  customer: z.string().nullable(),
  /** Who came has asked not to be called. */
  silent: z.boolean(),
  lead: z.string().nullable(),
  maker: z.string().nullable(),
  eventId: z.int().nullable(),
  seller: person.nullable(),
  ownSeller: person.nullable(),
  waitingSince: instant.nullable(),
  assignedAt: instant.nullable(),
  begunAt: instant.nullable(),
  /** Until when the seller may begin; then the visit goes back. */
  timesOutAt: instant.nullable(),
  handledAt: instant.nullable(),
  refusals: z.int(),
  nextStep: z.string(),
  offered: z.array(z.string()),
});
export type Access = z.output<typeof access>;

export const accessRow = rowAnswer(accessRowFields);
export type AccessRow = z.output<typeof accessRow>;

/** The board: what is still open of today and of earlier days, and what was handled today. */
export const openVisits = z.object({
  hash: z.string(),
  rows: z.array(accessRow),
  /** Handled today, the latest first. */
  handled: z.array(accessRow),
  /** The visit that is looked at; null: none, or the caller does not see it any more. */
  shown: access.nullable(),
});
export type OpenVisits = z.output<typeof openVisits>;

/** Somebody in the showroom: who waits, or is with a seller. */
const here = z.object({
  id: z.int(),
  version: z.int(),
  ticket: z.int().nullable(),
  name: z.string(),
  customerId: z.int().nullable(),
  subject: z.enum(keysOf(accessSubjects)),
  /** In words. */
  reason: z.string().nullable(),
  people: z.int(),
  wish: z.string(),
  language: z.string().nullable(),
  maker: z.string().nullable(),
  /** Since when they wait, or are with the seller; of an earlier day: when they came. */
  since: instant,
  seller: person.nullable(),
  begun: z.boolean(),
  /** Until when the seller may begin. */
  timesOutAt: instant.nullable(),
  /** How often a seller gave it back or let it pass. */
  refusals: z.int(),
  ownSeller: person.nullable(),
  /** Who is proposed. */
  proposal: person.nullable(),
  offered: z.array(z.string()),
});
export type Here = z.output<typeof here>;

/** Somebody who is expected today: by a booking, or by an appointment in a calendar. */
const expected = z.object({
  kind: z.enum(['access', 'event']),
  id: z.int(),
  version: z.int(),
  at: instant,
  name: z.string(),
  what: z.string(),
  seller: z.string().nullable(),
  missed: z.boolean(),
});
export type Expected = z.output<typeof expected>;

export const duties = ['free', 'busy', 'away'] as const;
const seller = z.object({
  id: z.int(),
  name: z.string(),
  duty: z.enum(duties),
  /** Whose turn comes when, from 1; null: not free. */
  place: z.int().nullable(),
  /** With whom, in what appointment, or why away. */
  why: z.string(),
  since: instant.nullable(),
  /** Until when busy, or from when there again. */
  until: instant.nullable(),
  lastAt: instant.nullable(),
  languages: z.array(z.string()),
});
export type ReceptionSeller = z.output<typeof seller>;

/** The reception of one place, as it is now. */
export const reception = z.object({
  hash: z.string(),
  location: person,
  /** The places between which the caller may switch. */
  locations: z.array(person),
  nextTicket: z.int(),
  /** Minutes after which a wait is amber, and red. */
  waits: z.object({ slow: z.int(), late: z.int() }),
  waiting: z.array(here),
  present: z.array(here),
  /** What earlier days left open: nobody of them is in the showroom, and each is still to be closed. */
  left: z.array(here),
  expected: z.array(expected),
  sellers: z.array(seller),
  /** Visits: open, those that earlier days left too; handled today; and people who are in the showroom. */
  open: z.int(),
  handled: z.int(),
  inside: z.int(),
  /** Until when the screen of the room is open to who has its link; null: there is none. */
  roomUntil: instant.nullable(),
});
export type ReceptionNow = z.output<typeof reception>;

/** What the screen of a room shows: numbers, no names of customers. */
export const room = z.object({
  place: z.string(),
  waiting: z.array(z.int()),
  called: z.array(z.object({ ticket: z.int(), at: instant, seller: z.string(), desk: z.string() })),
});
export type Room = z.output<typeof room>;
