import { z } from 'zod';
import { commentCalls } from '#domain/record/comments.ts';
import { documentCalls, sendingCalls } from '#domain/documents/calls.ts';
import { endpoint } from '#domain/endpoint.ts';
import { moveEndpoints } from '#domain/record/moves.ts';
import { exportQuery, recordsPage, recordsQuery } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { rowFilters } from '#domain/record/row-schema.ts';
import { saleRegimeKeys } from '#domain/stock/terms.ts';
import { askInput } from '../approvals/schema.ts';
import { b2bRights } from '../rights.ts';
import { b2bRowFields } from './row.ts';
import { b2bMachine } from './rules.ts';
import { b2bCar, b2bDraft, b2bQuote, b2bRow, b2bSums, b2bStart, b2bTimeline } from './schema.ts';

const filters = {
  ...rowFilters(b2bRowFields),
  sellerId: z.coerce.number().int().optional(),
  customerId: z.coerce.number().int().optional(),
  /** Only offers with a car in this regime. */
  regime: z.enum(saleRegimeKeys).optional(),
  /** Only offers at a loss; for callers who may see margins. */
  loss: z.literal('true').optional(),
  /** Only issued offers that expire within this many days. */
  expiring: z.coerce.number().int().min(0).max(60).optional(),
};
const view = anyOf(b2bRights.see);
const { acts } = b2bMachine;
const makes = anyOf(acts.duplicate.may);

const moves = moveEndpoints(b2bMachine, b2bQuote, {
  issue: 'Issue a draft: number, expiry, snapshot of cars, prices and texts',
  accept:
    'Note that the trader has accepted: the cars are sold; 409 where one of them is sold already, or held for somebody else',
  withdraw: 'Take an acceptance back: the cars are in stock again',
  close: 'Mark as lost, with the reason; "other" needs a note. Cars of an accepted offer are in stock again',
  reopen: 'Take up a lost offer again; one whose days are over comes back as expired',
});

/** Calls about wholesale offers of used cars. */
export const b2bEndpoints = {
  'GET /quotes/b2b': endpoint({
    summary:
      'Wholesale offers, latest revision of each: filtered, sorted, paged, with the sums of the filtered set by state',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(b2bRow).extend({ sums: b2bSums }),
  }),
  'GET /quotes/b2b/export': endpoint({
    summary: 'The filtered wholesale offers as CSV or XLSX',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /quotes/b2b/summary': endpoint({
    summary: 'Figures of the card of wholesale offers',
    privileges: view,
    answer: z.object({
      drafts: z.int(),
      open: z.int(),
      expiring: z.int(),
      soldThisMonth: z.int(),
      valueThisMonth: z.int(),
    }),
  }),
  'GET /quotes/b2b/sellers': endpoint({
    summary: 'Sellers of wholesale offers, for the filter',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /quotes/b2b/start': endpoint({
    summary: 'What a new wholesale offer is priced by, with the asked cars of the stock in it',
    privileges: view,
    query: z.object({
      cars: z
        .string()
        .max(400)
        .regex(/^\d{1,12}(,\d{1,12}){0,29}$/, 'Al massimo 30 auto')
        .optional(),
    }),
    answer: b2bStart,
  }),
  'GET /quotes/b2b/cars': endpoint({
    summary: 'Used cars that can be offered, by plate, make or model; at most 20',
    privileges: view,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(b2bCar),
  }),
  'POST /quotes/b2b': endpoint({
    summary: 'Save a new wholesale offer as a draft',
    privileges: makes,
    body: b2bDraft,
    answer: b2bQuote,
    creates: true,
  }),
  'GET /quotes/b2b/:id': endpoint({
    summary: 'One wholesale offer with the sheet that prices it',
    privileges: view,
    answer: b2bQuote,
  }),
  'PUT /quotes/b2b/:id': endpoint({
    summary: 'Save a draft',
    privileges: anyOf(acts.save.may),
    body: b2bDraft,
    answer: b2bQuote,
    versioned: true,
  }),
  'DELETE /quotes/b2b/:id': endpoint({
    summary: 'Delete a draft',
    privileges: anyOf(acts.delete.may),
    versioned: true,
  }),
  ...moves,
  'POST /quotes/b2b/:id/revise': endpoint({
    summary: 'Start a new revision with the stock of today; the old one is kept',
    privileges: anyOf(acts.revise.may),
    answer: b2bQuote,
    creates: true,
  }),
  'POST /quotes/b2b/:id/duplicate': endpoint({
    summary: 'Start a new draft from this offer with the stock of today',
    privileges: makes,
    answer: b2bQuote,
    creates: true,
  }),
  'POST /quotes/b2b/:id/approvals': endpoint({
    summary:
      'Ask for the prices of a draft that are past caps and minimum prices, with a reason; takes the place of what was asked before',
    privileges: anyOf(b2bRights.change),
    body: askInput,
    answer: b2bQuote,
    creates: true,
    versioned: true,
  }),
  ...sendingCalls('quotes/b2b', 'offer', { see: view, send: anyOf(acts.send.may) }),
  ...commentCalls('quotes/b2b', view),
  'GET /quotes/b2b/:id/timeline': endpoint({
    summary: 'Activity and revisions',
    privileges: view,
    answer: b2bTimeline,
  }),
  ...documentCalls('quotes/b2b', 'wholesale offer', view),
};
