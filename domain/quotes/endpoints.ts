import { z } from 'zod';
import { csvOf, endpoint, listQuery, pageOf } from '../endpoint.ts';
import { priceSheet, quote, quoteDraft, quoteRow, quoteTimeline } from './schema.ts';
import { closeReasons, quoteStates } from './terms.ts';

const filters = {
  state: csvOf(z.enum(quoteStates)).optional(),
  sellerId: z.coerce.number().int().optional(),
  customerId: z.coerce.number().int().optional(),
  makerId: z.coerce.number().int().optional(),
  /** Created in this range of days. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Issued and expiring within this many days. */
  expiring: z.coerce.number().int().min(0).max(60).optional(),
};
/** Own quotes with 13 or 14, all with 15 or 16: the verb narrows. */
const view = [13, 14, 15, 16] as const;
const edit = [13, 14, 16] as const;
const list = [14, 15, 16] as const;

export const quotes = {
  'GET /quotes': endpoint({
    summary: 'Retail quotes, latest revision of each: filtered, sorted, paged, with the total of the filtered set',
    privileges: list,
    query: listQuery.extend(filters),
    answer: pageOf(quoteRow).extend({
      keysInHandTotal: z.int().nullable().describe('Null when there are more rows than are counted'),
    }),
  }),
  'GET /quotes/export': endpoint({
    summary: 'The filtered quotes as CSV or XLSX',
    privileges: list,
    query: listQuery.omit({ offset: true, limit: true }).extend({ ...filters, format: z.enum(['csv', 'xlsx']) }),
    answer: 'file',
  }),
  'GET /quotes/summary': endpoint({
    summary: 'Figures of the dashboard: own quotes, or all for who may see all',
    privileges: view,
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
    privileges: list,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /quotes/sheets/:versionId': endpoint({
    summary: 'Everything needed to price a version today',
    privileges: [13],
    answer: priceSheet,
  }),
  'POST /quotes': endpoint({
    summary: 'Save a new draft',
    privileges: [13],
    body: quoteDraft,
    answer: quote,
    creates: true,
  }),
  'GET /quotes/:id': endpoint({ summary: 'One quote', privileges: view, answer: quote }),
  'PUT /quotes/:id': endpoint({
    summary: 'Save a draft',
    privileges: edit,
    body: quoteDraft,
    answer: quote,
    versioned: true,
  }),
  'DELETE /quotes/:id': endpoint({ summary: 'Delete a draft', privileges: edit, versioned: true }),
  'POST /quotes/:id/issue': endpoint({
    summary: 'Issue a draft: number, expiry, snapshot of prices, parameters and texts',
    privileges: edit,
    answer: quote,
    versioned: true,
  }),
  'POST /quotes/:id/revise': endpoint({
    summary: 'Start a new revision at the prices of today; the old one is kept',
    privileges: edit,
    answer: quote,
    creates: true,
  }),
  'POST /quotes/:id/duplicate': endpoint({
    summary: 'Start a new draft from this quote at the prices of today',
    privileges: [13],
    answer: quote,
    creates: true,
  }),
  'POST /quotes/:id/close': endpoint({
    summary: 'Mark as lost, with the reason',
    privileges: edit,
    body: z.object({ reason: z.enum(closeReasons, 'Scegliere il motivo') }),
    answer: quote,
    versioned: true,
  }),
  'GET /quotes/:id/timeline': endpoint({ summary: 'Activity and revisions', privileges: view, answer: quoteTimeline }),
  'GET /quotes/:id/document': endpoint({ summary: 'The quote as PDF/A', privileges: view, answer: 'file' }),
  'GET /quotes/:id/preview': endpoint({
    summary: 'How many pages the document has',
    privileges: view,
    answer: z.object({ pages: z.int() }),
  }),
  'GET /quotes/:id/preview/:page': endpoint({
    summary: 'One page of the document as SVG',
    privileges: view,
    answer: 'file',
  }),
};
