import { z } from 'zod';
import { documentCalls, sendingCalls } from '../documents/calls.ts';
import { endpoint, id } from '../endpoint.ts';
import { moveEndpoints } from '../record/moves.ts';
import { privileges as p } from '../privileges.ts';
import { atPlace, exportQuery, recordsPage, recordsQuery } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { rowFilters } from '../record/row-schema.ts';
import { stageCalls, stageFilter } from '../negotiations/stage-calls.ts';
import { quoteRights } from './rights.ts';
import { quoteRowFields } from './row.ts';
import { quoteMachine } from './rules.ts';
import { hashedSheet, quote, quoteDraft, quoteRow, quoteSums } from './schema.ts';
import { assigningCalls } from './assigning.ts';
import { deskCalls } from './desk/desk.ts';
import { approvalEndpoints } from './approvals/endpoints.ts';
import { knownStartCalls } from './start/known-start.ts';
import { newStartCalls } from './start/new-start.ts';
import { offerCalls } from './sent/sending.ts';
import { storyEndpoints } from './desk/story-endpoints.ts';
import { relistCalls } from './desk/relist-calls.ts';
import { settingEndpoints } from './settings/endpoints.ts';
import { nextStepCalls } from './desk/next-step.ts';
import { foundVersions, versionQuery } from './start/start.ts';
import { foundUsedCars, usedCarQuery, usedCarStanding } from './start/used-start.ts';

const share = z.coerce.number().min(0).max(100);
const filters = {
  ...rowFilters(quoteRowFields),
  ...stageFilter,
  saleChannel: z.enum(['retail', 'business']).optional(),
  sellerId: z.coerce.number().int().optional(),
  locationId: z.coerce.number().int().optional(),
  customerId: z.coerce.number().int().optional(),
  makerId: z.coerce.number().int().optional(),
  /** Percent of the list that the seller gave; for callers who may see margins. */
  discountFrom: share.optional(),
  discountTo: share.optional(),
  /** Only quotes at a loss; for callers who may see margins. */
  loss: z.literal('true').optional(),
  /** Only discounts of sellers who decide about those of others, so that nobody decides about theirs; the same callers. */
  ownGiven: z.literal('true').optional(),
  /** Only open and accepted quotes whose car of the stock is sold to somebody else. */
  lost: z.literal('true').optional(),
  relisted: z.literal('true').optional(),
  /** Only issued quotes that expire within this many days. */
  expiring: z.coerce.number().int().min(0).max(60).optional(),
};
const { acts } = quoteMachine;
const view = anyOf(quoteRights.see);

const moves = moveEndpoints(quoteMachine, quote, {
  issue: 'Issue a draft: number, expiry, snapshot of prices, parameters and texts',
  withdraw: 'Take an acceptance back: the quote waits for an answer again',
  accept: 'Note that the customer has accepted',
  close: 'Mark as lost, with the reason; "other" needs a note',
  reopen: 'Take up a lost quote again; one whose days are over comes back as expired',
});
const seenSheet = z
  .string()
  .max(64)
  .describe(
    'Hash of the sheet whose prices were seen; with another one of today it is 409. Absent: at whatever costs today',
  );

export const quotes = {
  'GET /quotes': endpoint({
    summary:
      'Retail quotes, latest revision of each: filtered, sorted, paged, with the sums of the filtered set by state',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(quoteRow).extend({ sums: quoteSums }),
  }),
  'GET /quotes/export': endpoint({
    summary: 'The filtered quotes as CSV or XLSX',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /quotes/summary': endpoint({
    summary: 'Figures of the dashboard: own quotes, or all for who may see all',
    privileges: view,
    query: atPlace,
    answer: z.object({
      drafts: z.int(),
      open: z.int(),
      expiring: z.int(),
      issuedThisMonth: z.int(),
      valueThisMonth: z.int(),
      months: z.array(z.object({ month: z.string(), issued: z.int(), value: z.int() })),
      latest: z.array(quoteRow),
    }),
  }),
  'GET /quotes/sellers': endpoint({
    summary: 'Sellers of the quotes that the caller may see, for the filter',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /quotes/versions': endpoint({
    summary: 'Versions on sale up to a price or to what a monthly instalment carries, dearest first',
    privileges: [p.createQuotes],
    query: versionQuery,
    answer: foundVersions,
  }),
  ...stageCalls('quotes', { see: view, change: [p.manageOwnQuotes, p.manageAllQuotes] }),
  ...assigningCalls,
  ...deskCalls,
  ...settingEndpoints,
  ...approvalEndpoints,
  'GET /quotes/sheets/:versionId': endpoint({
    summary:
      'Everything needed to price a version today, or the very car of the new stock; for a revision or a contract with the campaigns that its quote or itself already uses',
    privileges: [p.createQuotes],
    query: z.object({ car: id.optional(), quote: id.optional(), contract: id.optional() }),
    answer: hashedSheet,
    cached: true,
  }),
  ...knownStartCalls,
  ...newStartCalls,
  'GET /quotes/used-cars': endpoint({
    summary:
      'Cars of the used stock that can be offered, up to a price or to what a monthly instalment carries, dearest first',
    privileges: [p.createQuotes],
    query: usedCarQuery,
    answer: foundUsedCars,
  }),
  'GET /quotes/used-cars/:stockId': endpoint({
    summary: 'How a car of the used stock stands now: may it be sold, who holds it, in which quotes it is offered',
    privileges: view,
    answer: usedCarStanding,
  }),
  'GET /quotes/used-sheets/:stockId': endpoint({
    summary:
      'Everything needed to price a car of the used stock today, for a contract with the campaigns that it already uses',
    privileges: [p.createQuotes],
    query: z.object({ contract: id.optional() }),
    answer: hashedSheet,
    cached: true,
  }),
  'POST /quotes': endpoint({
    summary: 'Save a new draft',
    privileges: [p.createQuotes],
    body: quoteDraft,
    answer: quote,
    creates: true,
  }),
  'GET /quotes/:id': endpoint({ summary: 'One quote, without its price sheet', privileges: view, answer: quote }),
  'GET /quotes/:id/sheet': endpoint({
    summary:
      'The sheet that prices a quote: of today for a draft, as it was when the quote was issued afterwards; for a draft that holds the new price of a contract, the one that prices the contract',
    privileges: view,
    query: z.object({ contract: id.optional() }),
    answer: hashedSheet,
    cached: true,
  }),
  'PUT /quotes/:id': endpoint({
    summary: 'Save a draft',
    privileges: anyOf(acts.save.may),
    body: quoteDraft,
    answer: quote,
    versioned: true,
  }),
  ...relistCalls,
  'DELETE /quotes/:id': endpoint({ summary: 'Delete a draft', privileges: anyOf(acts.delete.may), versioned: true }),
  ...moves,
  ...sendingCalls('quotes', 'quote', { see: view, send: anyOf(acts.send.may) }),
  ...offerCalls,
  'POST /quotes/:id/issue': endpoint({
    ...moves['POST /quotes/:id/issue'],
    body: z.object({ sheet: seenSheet.optional() }).default({}),
  }),
  'POST /quotes/:id/revise': endpoint({
    summary: 'Start a new revision at the prices of today; the old one is kept',
    privileges: anyOf(acts.revise.may),
    body: z
      .object({ list: z.literal('today').optional().describe('Gives up the list that it could keep') })
      .default({}),
    answer: quote,
    creates: true,
  }),
  'POST /quotes/:id/duplicate': endpoint({
    summary: 'Start a new draft from this quote at the prices of today',
    privileges: anyOf(acts.duplicate.may),
    answer: quote,
    creates: true,
  }),
  ...storyEndpoints,
  ...nextStepCalls,
  ...documentCalls('quotes', 'quote', view),
};
