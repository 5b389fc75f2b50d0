import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { moveEndpoints } from '../record/moves.ts';
import { privileges as p } from '../privileges.ts';
import { reasonCalls } from '../record/reasons.ts';
import { countsCall, exportQuery, flag, recordsPage, recordsQuery } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { rowFilters } from '../record/row-schema.ts';
import { keepingAll } from '../record/schema.ts';
import { timeline } from '../record/timeline.ts';
import { visitFields } from './visit-fields.ts';
import { accessRights } from './rights.ts';
import { accessRowFields } from './row.ts';
import { accessMachine, firstAccessReasons } from './rules.ts';
import { MOST_ANSWER_LENGTH } from './words/answers.ts';
import { WORD_CODE_LENGTH } from './words/code.ts';
import {
  access,
  accessInput,
  accessRow,
  arrivalInput,
  bookingInput,
  openVisits,
  otherInput,
  reception,
  room,
} from './schema.ts';

const view = anyOf(accessRights.see);
const change = anyOf(accessRights.change);
/** Who receives customers. */
const receives = [p.welcomeCustomers, p.registerAccesses] as const;
const atReception = [...receives, p.manageAccesses] as const;
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const filters = {
  ...rowFilters(accessRowFields),
  sellerId: z.coerce.number().int().optional(),
  locationId: z.coerce.number().int().optional(),
  customerId: z.coerce.number().int().optional(),
  /** The code of the reason; `none`: visits without one. */
  reason: z.string().max(WORD_CODE_LENGTH).optional(),
  /** A question and what was answered to it, as `CODE:answer`. */
  answered: z
    .string()
    .max(WORD_CODE_LENGTH + 1 + MOST_ANSWER_LENGTH)
    .optional(),
  /** Visits of today and of earlier days that are still open; at the end of a day there should be none. */
  open: flag.optional(),
  /** Of people who came, in this hour of the day in Rome. */
  arrived: flag.optional(),
  hour: z.coerce.number().int().min(0).max(23).optional(),
  /** Whose wait is over, whom nobody had begun with when the day ended, who was given back at least once. */
  waited: flag.optional(),
  abandoned: flag.optional(),
  refused: flag.optional(),
  /** Whose customer or lead got a quote, or signed a contract, in the time after. */
  quoted: flag.optional(),
  contracted: flag.optional(),
};

const moves = moveEndpoints(accessMachine, access, {
  checkIn: 'Somebody who booked has come (A2): they wait, with a number',
  assign: 'Give to a seller (A3), or to whose turn it is; the seller begins within ten minutes or it goes back',
  selfTake: 'Take oneself (A3), where the location allows it: it begins at once',
  handleAtDesk: 'Handled at the reception (A4), with a reason of the company',
  handle: 'Handled by the seller (A5): the customer is linked, an outcome and what follows',
  giveBack: 'The seller cannot (A6): it waits again, before the others, with a reason of the company',
  handOver: 'Pass to a colleague (A7), with a note',
  resume: 'Take up again a visit of today (A8), with a reason of the company',
});

/** Calls about visits of the showroom. */
export const accesses = {
  'GET /accesses': endpoint({
    summary: 'Visits: filtered, sorted, paged; the latest first',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(accessRow),
  }),
  'GET /accesses/counts': countsCall(view, filters),
  'GET /accesses/export': endpoint({
    summary: 'The filtered visits as CSV or XLSX',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /accesses/open': endpoint({
    summary:
      'The visits that are open, who came first on top, and one that is looked at, open or closed; asking again keeps no session alive',
    privileges: view,
    query: z.object({ id: id.optional() }),
    answer: openVisits,
    cached: true,
    quiet: true,
  }),
  'GET /accesses/sellers': endpoint({
    summary: 'Colleagues to whom visits may be given',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /accesses/reasons': endpoint({
    summary: 'The reasons that the company offers, each with its move',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), move: z.string(), label: z.string(), needsNote: z.boolean() })),
  }),
  ...reasonCalls('accesses', { what: 'a visit', moves: keysOf(firstAccessReasons) }),
  'GET /accesses/reception': endpoint({
    summary:
      'The reception of a place as it is now: who waits, who is expected, who is with whom, whose turn it is; asking again keeps no session alive',
    privileges: atReception,
    query: z.object({ locationId: id.optional() }),
    answer: reception,
    cached: true,
    quiet: true,
  }),
  'POST /accesses': endpoint({
    summary:
      'Somebody has come: known, described or anonymous; they wait, with a number, since the instant that is sent, of today',
    privileges: atReception,
    body: keepingAll(visitFields, 'note', arrivalInput),
    answer: access,
    creates: true,
  }),
  'POST /accesses/others': endpoint({
    summary: 'Somebody came who is no customer, such as a courier: handled at the reception, without a number',
    privileges: atReception,
    body: otherInput,
    answer: access,
    creates: true,
  }),
  'POST /accesses/bookings': endpoint({
    summary: 'Somebody will come at this time (A0)',
    privileges: [...atReception, p.seeAllLeads, p.manageAllLeads],
    body: keepingAll(visitFields, 'note', bookingInput),
    answer: access,
    creates: true,
  }),
  'POST /accesses/arrivals': endpoint({
    summary: 'The customer of an appointment has come: they wait for its seller, with a number; once',
    privileges: receives,
    body: z.object({ eventId: z.int().positive(), locationId: z.int().positive() }),
    answer: access,
    creates: true,
  }),
  'POST /accesses/rooms': endpoint({
    summary: 'Make the private link of a room’s screen: numbers without names; earlier ones of the place end',
    privileges: [p.welcomeCustomers, p.manageAccesses],
    body: z.object({ locationId: z.int().positive() }),
    answer: z.object({ url: z.string() }),
    keyed: true,
  }),
  'GET /links/room': endpoint({
    summary: 'The screen of a room by its private link: the numbers that wait and that were called',
    audience: 'public',
    link: true,
    query: z.object({ token: z.string().max(200) }),
    answer: room,
  }),
  'GET /accesses/:id': endpoint({
    summary: 'One visit, and what the caller may do with it',
    privileges: view,
    answer: access,
  }),
  'PUT /accesses/:id': endpoint({
    summary: 'Change what is known of a visit: also who the customer is',
    privileges: change,
    body: keepingAll(visitFields, 'note', accessInput),
    answer: access,
    versioned: true,
  }),
  ...moves,
  'POST /accesses/:id/begin': endpoint({
    summary: 'The seller begins: the visit does not go back any more',
    privileges: anyOf(accessMachine.acts.begin.may),
    answer: access,
    versioned: true,
  }),
  'POST /accesses/:id/miss': endpoint({
    summary: 'Who booked did not come: said beside the state, and still checked in when they come late',
    privileges: anyOf(accessMachine.acts.miss.may),
    answer: access,
    versioned: true,
  }),
  'GET /accesses/:id/timeline': endpoint({
    summary: 'Activity of a visit',
    privileges: view,
    answer: timeline,
  }),
};
