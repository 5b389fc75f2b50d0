import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { moveEndpoints } from '../record/moves.ts';
import { commentCalls } from '../record/comments.ts';
import { privileges as p, SEND_LEADS } from '../privileges.ts';
import { countsCall, exportQuery, flag, recordsPage, recordsQuery } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { rowFilters } from '../record/row-schema.ts';
import { stageCalls, stageFilter } from '../negotiations/stage-calls.ts';
import { keepingAll, schemaOf } from '../record/schema.ts';
import { calendarDay } from '../text.ts';
import { timeline } from '../record/timeline.ts';
import { assigningCalls } from './assigning.ts';
import { handles, leadRights } from './rights.ts';
import { assignFields, leadFields, parkFields } from './fields.ts';
import { leadMachine, TAKE_BACK_MINUTES } from './rules.ts';
import { leadFigures } from './figures.ts';
import { letterCalls } from './letters.ts';
import { leadRowFields } from './row.ts';
import {
  actionInput,
  inboundInput,
  lead,
  leadInput,
  leadMessageInput,
  leadRow,
  liveLeads,
  newLead,
  waitingIntake,
  writing,
} from './schema.ts';
import { leadPageCalls } from './pages.ts';
import { leadSettingCalls } from './setting-endpoints.ts';
import { senderFields } from './setting-fields.ts';
import { boardColumns } from './terms.ts';

/** Of an ADF document, and of a mail as it came. */
const MOST_ADF_BYTES = 1_000_000;
const MOST_MAIL_BYTES = 1_000_000;

const view = anyOf(leadRights.see);
const work = anyOf(handles);
const manages = [p.manageAllLeads] as const;
/** Who sends leads may read none of them. */
const sends = [p.manageAllLeads, SEND_LEADS] as const;
const filters = {
  ...rowFilters(leadRowFields),
  ...stageFilter,
  assigneeId: z.coerce.number().int().optional(),
  locationId: z.coerce.number().int().optional(),
  /** Open ones whose deadline is over. */
  late: flag.optional(),
  /** Nobody's. */
  free: flag.optional(),
  /** That had a first response, that came to a negotiation, that nobody has done anything with. */
  answered: flag.optional(),
  negotiated: flag.optional(),
  untouched: flag.optional(),
  /** First answered within the time; `false`: later, or not when it was over, by now or by when it was closed. */
  timely: flag.optional(),
  /** Contacted once, and nothing since although the next action is due. */
  silent: flag.optional(),
  sourceName: z.string().max(120).optional(),
  /** Whose source has no name. */
  unnamed: flag.optional(),
  /** Closed with this reason of the company, in its words; or with none. */
  reason: z.string().max(120).optional(),
  unreasoned: flag.optional(),
  /** Closed on this day or later. */
  closedFrom: calendarDay.optional(),
};

const moves = moveEndpoints(leadMachine, lead, {
  take: 'Take in hand (L1): the first response; the next action is planned',
  negotiate: 'Begin the negotiation (L3)',
  stepBack: 'Back to work from the negotiation (L4)',
  win: 'Close as won (L5); 409 without the contract',
  lose: 'Close as lost (L6), with a reason of the company',
  dismiss: 'Close as not valid or double what nobody worked (L2), with a reason of the company',
  reopen: 'Open again (L8): the assignee within 30 days, later who manages all leads',
});

const otherLead = z.object({ otherId: z.int().positive().max(Number.MAX_SAFE_INTEGER) });

/** Calls about leads. */
export const leads = {
  ...leadSettingCalls,
  ...leadPageCalls,
  'GET /leads': endpoint({
    summary: 'Leads: filtered, sorted, paged; by default what is due first',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(leadRow),
  }),
  'GET /leads/counts': countsCall(view, filters),
  'GET /leads/export': endpoint({
    summary: 'The filtered leads as CSV or XLSX',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /leads/live': endpoint({
    summary:
      'Leads as a screen shows them while it stays open: the open ones by deadline or, with `columns`, each state apart, of closed ones those of seven days, or the open ones of each colleague; asking again keeps no session alive',
    privileges: view,
    query: z
      .object({ ...recordsQuery(filters).shape, columns: z.enum(keysOf(boardColumns)).optional() })
      .omit({ offset: true, views: true }),
    answer: liveLeads,
    cached: true,
    quiet: true,
  }),
  ...stageCalls('leads', { see: view, change: work }),
  ...assigningCalls,
  ...letterCalls,
  'GET /leads/assignees': endpoint({
    summary: 'Colleagues to whom leads may be given',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /leads/reasons': endpoint({
    summary: 'The reasons that the company offers, each with its move',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), move: z.string(), label: z.string(), needsNote: z.boolean() })),
  }),
  'GET /leads/inbound': endpoint({
    summary: 'What other systems sent and could not be read: at most 200, the oldest first',
    privileges: manages,
    answer: z.array(waitingIntake),
  }),
  'POST /leads/inbound': endpoint({
    summary:
      'Leads of another system, at most 100: kept as they are at once and read in a job; one that was sent before under the same source and `id`, with the same name, telephone and e-mail, is the same one',
    privileges: sends,
    body: inboundInput,
    answer: z.object({ kept: z.int(), known: z.int() }),
    bulk: true,
    heavy: 'intake',
    intake: true,
  }),
  'POST /leads/inbound/adf': endpoint({
    summary:
      'Leads as an ADF document (XML as application/octet-stream): kept at once and read in a job; a DOCTYPE or entities of its own are not read',
    privileges: sends,
    query: inboundInput.pick({ source: true }),
    upload: { mostBytes: MOST_ADF_BYTES },
    heavy: 'waiting',
    intake: true,
  }),
  'POST /leads/inbound/mail': endpoint({
    summary:
      'A mail as it came (RFC 5322 as application/octet-stream): the answer of a customer goes to their lead, one of an admitted sender becomes a lead, ADF in its parts too; what cannot be read waits with its attachments',
    privileges: sends,
    upload: { mostBytes: MOST_MAIL_BYTES },
    heavy: 'waiting',
    intake: true,
  }),
  'POST /leads/inbound/:intakeId/settle': endpoint({
    summary: 'Say that a person has seen to what could not be read',
    privileges: manages,
  }),
  'GET /leads/inbound/:intakeId/file': endpoint({
    summary: 'What waits, as it came: a mail with its attachments, a document in full',
    privileges: manages,
    answer: 'file',
  }),
  'POST /leads/inbound/:intakeId/enter': endpoint({
    summary: 'A new lead by hand of what could not be read, which is seen to by that',
    privileges: manages,
    body: keepingAll(leadFields, 'details', newLead),
    answer: lead,
    creates: true,
  }),
  'POST /leads/inbound/:intakeId/admit': endpoint({
    summary: 'Let the sender of a mail that waits in from today on; all their mails that wait are read again',
    privileges: [p.managePreferences],
    body: schemaOf(senderFields).omit({ address: true }),
  }),
  'POST /leads': endpoint({
    summary: 'A new lead by hand: assigned, with its deadline and its next action',
    privileges: [p.registerAccesses, p.manageAllLeads],
    body: keepingAll(leadFields, 'details', newLead),
    answer: lead,
    creates: true,
  }),
  'GET /leads/:id': endpoint({
    summary: 'One lead with its actions, who may be the same person, and what the caller may do',
    privileges: view,
    answer: lead,
  }),
  'GET /leads/:id/originals/:intakeId': endpoint({
    summary: 'The mail or document of which the lead was made, as it came, while nobody has seen to it',
    privileges: view,
    answer: 'file',
  }),
  'DELETE /leads/:id/originals/:intakeId': endpoint({
    summary: 'Say that a person has seen to the mail or document, which is kept no longer',
    privileges: work,
    answer: lead,
  }),
  'PUT /leads/:id': endpoint({
    summary: 'Change what is known of a lead; a contract linked here makes it ready to be won',
    privileges: work,
    body: keepingAll(leadFields, 'details', leadInput),
    answer: lead,
    versioned: true,
  }),
  ...moves,
  'POST /leads/:id/actions': endpoint({
    summary:
      'Log an action with its result: the table action × result says where it leads; a lead that stays open needs its next action',
    privileges: work,
    body: actionInput,
    answer: lead,
    versioned: true,
  }),
  'DELETE /leads/:id/actions/:actionId': endpoint({
    summary: `Take an action back within ${TAKE_BACK_MINUTES} minutes, by who logged it: the lead stands as before it; 409 once anything else has happened to it`,
    privileges: work,
    answer: lead,
    versioned: true,
  }),
  'POST /leads/:id/park': endpoint({
    summary: 'Put off until a day: until then it is not late',
    privileges: work,
    body: schemaOf(parkFields),
    answer: lead,
    versioned: true,
  }),
  'DELETE /leads/:id/park': endpoint({
    summary: `Take a putting off back within ${TAKE_BACK_MINUTES} minutes, by who did it: the lead stands as before it; 409 once anything else has happened to it`,
    privileges: work,
    answer: lead,
    versioned: true,
  }),
  'GET /leads/:id/writing': endpoint({
    summary: 'The values of the variables on this lead, whether one may write, and what a first message has to say',
    privileges: view,
    answer: writing,
  }),
  'POST /leads/:id/messages': endpoint({
    summary:
      'Write to the customer: mails and SMS leave from here, a WhatsApp text was sent from a telephone and is kept; it counts as contact',
    privileges: work,
    body: leadMessageInput,
    answer: lead,
    versioned: true,
    keyed: true,
  }),
  'POST /leads/:id/join': endpoint({
    summary: 'Make another open lead of the same person a part of this one; both histories stay',
    privileges: work,
    body: otherLead,
    answer: lead,
    versioned: true,
  }),
  'POST /leads/:id/part': endpoint({
    summary: 'Take a join back within seven days: the other lead goes on from where it stood',
    privileges: work,
    body: otherLead,
    answer: lead,
    versioned: true,
  }),
  'POST /leads/:id/apart': endpoint({
    summary: 'Say that another lead is of a different person: it is not asked again',
    privileges: work,
    body: otherLead,
    answer: lead,
    versioned: true,
  }),
  'GET /leads/figures': endpoint({
    summary:
      'Funnel, response times, sources with their cost per lead and sale, reasons of lost leads, untouched ones; of leads received in these days',
    privileges: anyOf({ own: [], all: leadRights.see.all }),
    query: z.object({ from: calendarDay, to: calendarDay }),
    answer: leadFigures,
  }),
  'POST /leads/:id/assign': endpoint({
    summary: 'Give to a colleague, or to nobody; the deadline stays, both are told',
    privileges: anyOf(leadMachine.acts.assign.may),
    body: schemaOf(assignFields),
    answer: lead,
    versioned: true,
  }),
  ...commentCalls('leads', view),
  'GET /leads/:id/timeline': endpoint({
    summary: 'Activity of a lead',
    privileges: view,
    answer: timeline,
  }),
};
