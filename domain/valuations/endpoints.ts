import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { moveEndpoints } from '../record/moves.ts';
import { privileges as p } from '../privileges.ts';
import { countsCall, exportQuery, flag, recordsPage, recordsQuery } from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { rowFilters } from '../record/row-schema.ts';
import { valueWith } from '../stock/rights.ts';
import { calendarDay, line } from '../text.ts';
import { timeline } from '../record/timeline.ts';
import { valuationRights, valuers } from './rights.ts';
import { valuationRowFields } from './row.ts';
import { valuationMachine } from './rules.ts';
import {
  askedQuotation,
  counterAnswer,
  quotationInput,
  offerInForce,
  valuation,
  valuationInput,
  valuationRow,
} from './schema.ts';

const view = anyOf(valuationRights.see);
const work = anyOf(valuationRights.change);
const filters = {
  ...rowFilters(valuationRowFields),
  madeBy: z.coerce.number().int().optional(),
  specialistId: z.coerce.number().int().optional(),
  locationId: z.coerce.number().int().optional(),
  /** Asked of a specialist and not answered in time. */
  late: flag.optional(),
  /** Who made the offer. */
  valuedBy: z.coerce.number().int().optional(),
  /** The days of the offer. */
  offeredFrom: calendarDay.optional(),
  offeredTo: calendarDay.optional(),
  /** Offered above the highest purchase price; for who may see costs. */
  overMost: flag.optional(),
  /** Taken in and sold. */
  resold: flag.optional(),
};

const moves = moveEndpoints(valuationMachine, valuation, {
  ask: 'Ask a specialist; without one, everybody who values cars: answered within the company’s minutes of opening',
  sendBack: 'Send back to who asked, with a reason',
  offer: 'Offer an amount until a day; the answer of a specialist, too; 409 without kilometres or registration',
  revalue: 'Take the offer back and value again',
  barter: 'Take the car in with a draft quote, once',
  schedule: 'Expect the car in the stock, once',
  release: 'Undo what was taken in; 409 once the quote is issued or the car has arrived',
  close: 'The car is not bought, with a reason',
  reopen: 'Open again',
});

/** Calls about valuations of customers' cars. */
export const valuations = {
  'GET /valuations': endpoint({
    summary: 'Valuations: filtered, sorted, paged; by default the newest first',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(valuationRow),
  }),
  'GET /valuations/counts': countsCall(view, filters),
  'GET /valuations/export': endpoint({
    summary: 'The filtered valuations as CSV or XLSX',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /valuations/specialists': endpoint({
    summary: 'Colleagues who value cars',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /valuations/counters': endpoint({
    summary: 'What was asked of the sources this month, and what is left; which sources are simulated',
    privileges: valuers,
    answer: counterAnswer,
  }),
  'GET /valuations/offers': endpoint({
    summary: 'Offers that hold today for a plate, whoever made them: at most three',
    privileges: valueWith,
    query: z.object({ plate: line.min(5).max(12) }),
    answer: z.array(offerInForce),
  }),
  'POST /valuations/:id/use': endpoint({
    summary:
      'Take the car into a draft at the offer that holds, whoever made it; 409 names the quote that has it already',
    privileges: [p.createQuotes],
    body: z.object({ quoteId: z.int().positive() }),
    answer: z.object({ number: z.string() }),
  }),
  'POST /valuations/quotations': endpoint({
    summary:
      'Ask a source: counted and paid once, kept for 30 days; two who ask at once pay once; 409 when the month’s quota is used up',
    privileges: valuers,
    body: quotationInput,
    answer: askedQuotation,
    heavy: 'waiting',
  }),
  'POST /valuations': endpoint({
    summary: 'A new valuation of a customer’s car',
    privileges: work,
    body: valuationInput,
    answer: valuation,
    creates: true,
  }),
  'GET /valuations/:id': endpoint({
    summary:
      'One valuation with the kept answers of the sources, earlier ones of the plate, comparable cars of the stock, and what became of the car',
    privileges: view,
    answer: valuation,
  }),
  'PUT /valuations/:id': endpoint({
    summary: 'Change the car, its corrections and its damages',
    privileges: work,
    body: valuationInput,
    answer: valuation,
    versioned: true,
  }),
  ...moves,
  'GET /valuations/:id/photos/:uploadId': endpoint({
    summary: 'A photo of a damage',
    privileges: view,
    query: z.object({ size: z.enum(['large', 'small']).default('small') }),
    answer: 'file',
    lasting: true,
  }),
  'GET /valuations/:id/timeline': endpoint({
    summary: 'Activity of a valuation',
    privileges: view,
    answer: timeline,
  }),
  'GET /valuations/:id/document': endpoint({
    summary: 'The valuation for the customer as PDF: car, damages, offer and its last day',
    privileges: view,
    answer: 'file',
    heavy: 'short',
  }),
};
