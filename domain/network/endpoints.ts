import { z } from 'zod';
import { endpoint, id } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import { keysOf } from '../record/machine.ts';
import { invitingCalls, waitingInvitations } from './invitations.ts';
import { healthCalls } from './health.ts';
import { opening, suspension } from './opening.ts';
import { searchCalls } from './search.ts';
import { networkSpans, networkTargets } from './targets.ts';
import { volumeCalls } from './volumes.ts';
import {
  behalfAreas,
  companyStates,
  grantStates,
  MOST_HOURS,
  type BehalfArea,
  type CompanyState,
  type GrantState,
} from './terms.ts';

const areas = z
  .array(z.enum(keysOf(behalfAreas) as [BehalfArea, ...BehalfArea[]]))
  .min(1, 'Scegliere almeno un’area')
  .max(keysOf(behalfAreas).length)
  .refine((all) => new Set(all).size === all.length, 'Ogni area una volta sola');
const hours = z.int().min(1, 'Almeno un’ora').max(MOST_HOURS, `Al massimo ${MOST_HOURS} ore`);
const extent = z.object({ areas, writes: z.boolean(), hours });
const instant = z.iso.datetime({ offset: true });

/** An access on behalf of a company, as both sides see it. */
const grant = extent.extend({
  id: z.int(),
  state: z.enum(keysOf(grantStates) as [GrantState, ...GrantState[]]),
  asker: z.string(),
  reason: z.string(),
  ticketId: z.int().nullable().describe('The ticket of the company from which it was asked for'),
  askedAt: instant,
  grantedAt: instant.nullable(),
  endsAt: instant.nullable(),
  endedAt: instant.nullable().describe('Refused, given back or taken away'),
  endedBy: z.string().nullable().describe('By whom: its asker, or somebody of the company'),
});
export type Grant = z.output<typeof grant>;
const given = grant.extend({ grantedBy: z.string().nullable().describe('Who of the company allowed it') });

/** By what a person of the manufacturer acts on behalf of a company: without end and granter where nobody has entered yet. */
const acting = extent.omit({ hours: true }).extend({
  companyId: z.int(),
  companyName: z.string(),
  granter: z.string().nullable(),
  endsAt: instant.nullable(),
});
export type Behalf = z.output<typeof acting>;

const counts = {
  quotes: z.int().describe('Issued in the span'),
  contracts: z.int().describe('Cars of contracts approved in the span and not cancelled since'),
  plated: z.int().describe('Cars of contracts that stand, registered in the span'),
  leads: z.int().describe('Received in the span'),
  visits: z.int().describe('Received in the span'),
  open: z.int().describe('Quotes that are issued or accepted, as their last step left them'),
  people: z.int().describe('Who may enter, as the company told the last night'),
  tickets: z.int().describe('That wait for an answer of the manufacturer'),
};
const dealer = z.object({
  id: z.int(),
  name: z.string(),
  province: z.string(),
  state: z.enum(keysOf(companyStates) as [CompanyState, ...CompanyState[]]),
  brands: z.array(z.string()).nullable().describe('Names of makers; null: all of them'),
  suspendedAt: instant.nullable(),
  openedAt: instant.describe('When the manufacturer opened it'),
  ...counts,
  hasManager: z.boolean().describe('Whether somebody who has entered manages its users: who left is told at night'),
  ticketSince: instant.nullable().describe('Since when the ticket that waits longest for an answer does'),
  claims: z.int().describe('Of the manufacturer’s campaigns, that wait for its answer'),
  claimed: z.int().describe('Asked of the manufacturer by them, net cents'),
  lastLoginOn: z.iso.date().nullable().describe('The last day on which somebody entered'),
  target: z.int().nullable().describe('Cars expected in the whole span; null: no target'),
  aimed: z.int().describe('Contracts of the months that have a target'),
  expected: z.number().nullable().describe('Cars expected by today, by working days; not whole'),
});
export type NetworkDealer = z.output<typeof dealer>;

/** What stops when a company is suspended, and what goes on. */
const suspending = z.object({
  tokens: z.int().describe('Keys of other programs in use, as told the last night'),
  reports: z.int().describe('Automatic ones, as told the last night'),
  pages: z.int().describe('Public pages for requests and bookings, as told the last night'),
  staffLinks: z.int().describe('Calendars, screens, reports and phones of its people, as told the last night'),
  signatures: z.int().describe('Papers that wait for signatures of customers, as told the last night'),
  contracts: z.int().describe('Neither completed nor cancelled'),
  quotes: z.int().describe('Issued, which their customers may read and accept'),
});
export type Suspending = z.output<typeof suspending>;

const span = z.enum(keysOf(networkSpans)).default('month').describe('Around today');

const manage = [p.managePreferences];
/** Only people of the manufacturer who may change its own settings. */
const writes = { audience: 'fms', privileges: manage, peopleOnly: true } as const;
const people = { privileges: [p.manageUsers], peopleOnly: true } as const;

/** What the manufacturer does in its network, and what a company allows it. */
export const network = {
  ...networkTargets,
  ...healthCalls,
  ...invitingCalls,
  ...volumeCalls,
  ...searchCalls,
  'GET /companies/network': endpoint({
    summary: 'Figures of the network for the manufacturer: no personal data, no prices',
    audience: 'fms',
    query: z.object({
      span,
      makerId: id
        .optional()
        .describe(
          'Contracts and quotes of its models, at the companies that sell it; targets, leads and visits are of no maker',
        ),
    }),
    answer: z.object({
      brands: z.array(z.object({ id: z.int(), name: z.string() })).describe('Makers by which it may be asked'),
      span: z.object({
        from: z.iso.date(),
        to: z.iso.date(),
        worked: z.int().describe('Usual working days up to today, which counts as a whole one'),
        working: z.int().describe('Usual working days of the span'),
      }),
      dealers: z.array(dealer),
      claims: z
        .array(
          z.object({
            id: z.int(),
            name: z.string(),
            companies: z.int(),
            claims: z.int(),
            amount: z.int().describe('Asked of the manufacturer, net cents'),
            since: z.iso.date().describe('Asked for on, the oldest of them'),
          }),
        )
        .describe('Claims of the manufacturer’s campaigns that wait for its answer, those that wait longest first'),
      campaigns: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          companies: z.int(),
          quotes: z.int().describe('Quotes that are issued or accepted, and contracts that go on'),
          given: z.int().describe('Gross cents of the campaign'),
        }),
      ),
      makers: z.int(),
      models: z.int(),
      versions: z.int(),
    }),
  }),
  'GET /companies/network/export': endpoint({
    summary: 'The companies of the network with their figures, in one state, to watch, or all, as CSV or XLSX',
    audience: 'fms',
    query: z.object({
      span,
      state: z.enum([...keysOf(companyStates), 'watch']).optional(),
      format: z.enum(['csv', 'xlsx']),
    }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /network/grants': endpoint({
    summary: 'The accesses that the caller asked companies of the network for, newest first',
    audience: 'fms',
    answer: z.array(given.extend({ companyId: z.int(), companyName: z.string() })),
  }),
  'GET /network/behalf': endpoint({
    summary: 'By what the caller may act on behalf of a company now',
    audience: 'fms',
    privileges: manage,
    peopleOnly: true,
    query: z.object({ companyId: id }),
    answer: acting,
  }),
  'GET /network/:company_id/users': endpoint({
    summary: 'The people of a company: names, roles and whether they may enter',
    audience: 'fms',
    door: true,
    answer: z.object({
      company: dealer.pick({ id: true, name: true, province: true, state: true }).extend({
        suspendedAt: instant.nullable(),
        suspendedFor: z.string().nullable(),
        hasManager: z.boolean().describe('Whether somebody who has entered manages its users'),
      }),
      users: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          roleName: z.string(),
          state: z.enum(['active', 'uninvited', 'invited', 'blocked']),
          isManager: z.boolean().describe('Manages the users of the company'),
          lastLoginAt: instant.nullable(),
        }),
      ),
      invitations: waitingInvitations,
      suspending,
    }),
  }),
  'GET /network/companies/new': endpoint({
    summary: 'What opening a company chooses from',
    ...writes,
    answer: z.object({
      makers: z.array(z.object({ id: z.int(), name: z.string() })),
      provinces: z.array(z.object({ code: z.string(), name: z.string() })),
      roadCost: z.int().describe('Messa su strada that new companies begin with, cents with VAT'),
    }),
  }),
  'POST /network/companies': endpoint({
    summary:
      'Open a company of the network with its locations, makers and first settings, and invite its administrator by mail',
    ...writes,
    creates: true,
    // It reads the whole network first, outside of the transaction that writes; the e-mail lets nobody be opened twice.
    heavy: 'waiting',
    keyed: false,
    body: opening,
    answer: z.object({ id: z.int() }),
  }),
  'POST /network/:company_id/suspend': endpoint({
    summary:
      'Keep a company out: its people, tokens, jobs and reports stop, its customers’ links to read, sign or withdraw go on',
    ...writes,
    door: true,
    body: suspension,
  }),
  'POST /network/:company_id/reopen': endpoint({
    summary: 'Let a suspended company in again',
    ...writes,
    door: true,
  }),
  'POST /network/:company_id/users/:id/invite': endpoint({
    summary: 'Send the invitation of somebody who has not entered yet once more',
    ...writes,
    door: true,
  }),
  'POST /network/:company_id/users/:id/block': endpoint({
    summary:
      'Keep somebody of a company out at once, and tell who manages its users why; only the company lets them in again',
    ...writes,
    door: true,
    body: suspension,
  }),
  'DELETE /network/:company_id/users/:id/sessions': endpoint({
    summary: 'End the sessions of somebody of a company, who may log in again',
    ...writes,
    door: true,
  }),
  'POST /network/:company_id/grants': endpoint({
    summary:
      'Ask a company for access on its behalf; one whose administrator has not entered yet needs to allow nothing',
    audience: 'fms',
    privileges: manage,
    peopleOnly: true,
    door: true,
    creates: true,
    body: extent.extend({
      reason: z.string().trim().min(10, 'Spiegare il motivo: almeno 10 caratteri').max(500, 'Al massimo 500 caratteri'),
      ticketId: id.nullable().default(null),
    }),
    answer: grant,
  }),
  'DELETE /network/:company_id/grants/:id': endpoint({
    summary: 'Give back an access, or what was asked, before its time',
    audience: 'fms',
    peopleOnly: true,
    door: true,
    answer: grant,
  }),
  'GET /grants': endpoint({
    summary: 'What people of the manufacturer asked the company for, and what they may do on its behalf, newest first',
    ...people,
    answer: z.array(given),
  }),
  'POST /grants/:id/allow': endpoint({
    summary: 'Allow an access that was asked for: at most what was asked',
    ...people,
    body: extent,
    answer: given,
  }),
  'POST /grants/:id/end': endpoint({
    summary: 'Refuse what was asked, or end an access at once',
    ...people,
    answer: given,
  }),
};
