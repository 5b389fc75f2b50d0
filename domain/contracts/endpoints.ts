import { z } from 'zod';
import { commentCalls } from '../record/comments.ts';
import { endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { moveEndpoints, sectionEndpoints } from '../record/moves.ts';
import { privileges as p } from '../privileges.ts';
import { quoteDraft } from '../quotes/schema.ts';
import { exportQuery, flag, recordsPage, recordsQuery } from '../record/records.ts';
import { given } from '../record/fields.ts';
import { anyOf, seers } from '../record/rights.ts';
import { rowFilters } from '../record/row-schema.ts';
import { schemaOf } from '../record/schema.ts';
import { newStates } from '../stock/new-terms.ts';
import { timeline } from '../record/timeline.ts';
import { contractAccountCalls } from './account-endpoints.ts';
import { carFields } from './car-fields.ts';
import { contractDeskCalls } from './desk.ts';
import { contractPerformanceCalls } from './performance-endpoints.ts';
import { assigningCalls } from './assigning.ts';
import { annexes } from './annexes.ts';
import { contractEnclosureCalls } from './enclosure-endpoints.ts';
import { presenceCalls } from './presence.ts';
import { revaluationCalls } from './revaluation-endpoints.ts';
import { reviewCalls } from './review.ts';
import { contractRights, sells } from './rights.ts';
import { contractRowFields } from './row.ts';
import { contractMachine } from './rules.ts';
import { withdrawalCalls } from './withdrawal-endpoints.ts';
import { registerCalls } from './register-endpoints.ts';
import { contractSettingCalls } from './setting-endpoints.ts';
import { contract, contractRow, contractSums, invoiceInput, receiptInput, reverseInput } from './schema.ts';
import { saleLineKinds } from '../sale-lines.ts';
import { signatureStates } from './signature-states.ts';
import { objectives } from './terms.ts';
import { contractWaitCalls } from './waits.ts';

const view = seers(contractRights);
const seenTotal = z.int().optional();
const makeInput = z
  .object({
    quoteId: z.int().optional(),
    b2bQuoteId: z.int().optional(),
    draft: quoteDraft.optional(),
    total: seenTotal.describe(
      'The total of today that was seen, for a draft or a quote whose days are over; with another one it is 409',
    ),
  })
  .refine(
    ({ quoteId, b2bQuoteId, draft }) => [quoteId, b2bQuoteId, draft].filter((one) => one !== undefined).length === 1,
    {
      message: 'Scegliere un preventivo, un’offerta o un’auto',
      path: ['quoteId'],
    },
  );
const office = [p.validateContracts] as const;
const filters = {
  ...rowFilters(contractRowFields),
  /** Cancelled ones; absent: those that go on. */
  canceled: flag.optional(),
  sellerId: z.coerce.number().int().optional(),
  locationId: z.coerce.number().int().optional(),
  customerId: z.coerce.number().int().optional(),
  makerId: z.coerce.number().int().optional(),
  /** Those that sell a car of the stock. */
  newCarId: z.coerce.number().int().optional(),
  usedCarId: z.coerce.number().int().optional(),
  /** Those that lack something for their next move; `false`: those that are ready for it. */
  lacking: flag.optional(),
  /** Those whose day of delivery, or of its promise, is over. */
  late: flag.optional(),
  /** Those that are in their state for more than `LONG_DAYS` days. */
  long: flag.optional(),
  /** By the last round of signatures. */
  signature: z.enum(keysOf(signatureStates)).optional(),
  /** Those from which the customer has withdrawn. */
  withdrawn: flag.optional(),
  /** Those that came back to who sells them, who has them to correct. */
  sentBack: flag.optional(),
  /** With a car taken in whose value waits for a second person. */
  raised: flag.optional(),
  /** Approved and billed ones that are not paid. */
  owing: flag.optional(),
  /** With an amount financed, with a car taken in. */
  financed: flag.optional(),
  tradeIn: flag.optional(),
  insured: flag.optional(),
  /** Not to traders. */
  retail: flag.optional(),
  /** That reached an objective. */
  objective: z.enum(keysOf(objectives)).optional(),
  /** With a row of the sale of this kind, and of this type, company or item of its list. */
  line: z.enum(keysOf(saleLineKinds)).optional(),
  lineType: z.string().max(40).optional(),
  lineParty: z.string().max(80).optional(),
  lineItem: z.coerce.number().int().optional(),
  /** With a car of the catalogue that a basket held on the day that is asked for, else of the signature. */
  basketId: z.coerce.number().int().optional(),
};

const moves = moveEndpoints(contractMachine, contract, {
  submit:
    'Send to validation (C1): the commercial one, or the back office where the company skips it; 409 with all that is missing',
  validate: 'Validate commercially (C2); never by who sells or made it while somebody else may',
  sendBack: 'Send back to the seller (C3), with a reason of the company',
  withdraw: 'Take back from validation (C4), before the other step has validated',
  approve: 'Validate by the back office (C5): the car is sold; 409 with all that is missing',
  reject: 'Reject to the seller (C6)',
  rejectCommercial: 'Reject to the commercial validation (C6)',
  reopen: 'Open an approved contract again (C7)',
  bill: 'Close the invoice (C8): VAT and margin are frozen',
  unbill: 'Reverse the invoices by a credit note (C9)',
  complete: 'Close with the delivery (C10): the car is the customer’s',
  resume: 'Open a completed contract again (C11); needs privileges 28 and 29',
  cancel: 'Cancel before the approval (C12): the car is free and the quote open again',
  cancelApproved:
    'Cancel an approved contract (C12): asked by the back office, done by the yes of who validates commercially',
});

/** Calls about contracts. */
export const contracts = {
  ...contractSettingCalls,
  ...contractDeskCalls,
  ...assigningCalls,
  ...contractWaitCalls,
  ...presenceCalls,
  ...contractAccountCalls,
  ...registerCalls,
  ...contractPerformanceCalls,
  ...withdrawalCalls,
  ...revaluationCalls,
  ...reviewCalls,
  ...contractEnclosureCalls,
  'GET /contracts': endpoint({
    summary: 'Contracts: filtered, sorted, paged, with the sums of the filtered set by state',
    privileges: view,
    query: recordsQuery(filters),
    answer: recordsPage(contractRow).extend({ sums: contractSums }),
  }),
  'GET /contracts/export': endpoint({
    summary: 'The filtered contracts as CSV or XLSX',
    privileges: view,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /contracts/sellers': endpoint({
    summary: 'Sellers of the contracts that the caller may see, for the filter',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /contracts/reasons': endpoint({
    summary: 'The reasons that the company offers, each with its move',
    privileges: view,
    answer: z.array(z.object({ id: z.int(), move: z.string(), label: z.string(), needsNote: z.boolean() })),
  }),
  'POST /contracts': endpoint({
    summary:
      'Make the contract of an issued or accepted quote, of an accepted wholesale offer, or of a draft of the builder (privilege 29); a second press answers the one that is there',
    privileges: anyOf(sells),
    body: makeInput,
    answer: contract,
    creates: true,
  }),
  'GET /contracts/:id': endpoint({
    summary: 'One contract, with what it lacks for its next move and what the caller may do and write',
    privileges: view,
    answer: contract,
  }),
  ...sectionEndpoints(contractMachine, contract),
  ...moves,
  'GET /contracts/:id/price': endpoint({
    summary: 'What the builder begins with on a contract: the draft that was agreed',
    privileges: view,
    answer: z.object({ version: z.int(), economicVersion: z.int(), draft: quoteDraft.nullable() }),
  }),
  'PUT /contracts/:id/price': endpoint({
    summary:
      'Change car or price by the builder: the same engine at today’s prices makes a new economic version, and voids the signature',
    privileges: anyOf(contractMachine.acts.save.may),
    body: z.object({
      draft: quoteDraft,
      total: seenTotal.describe('The total that was seen; with another one it is 409. Absent: whatever it costs today'),
    }),
    answer: contract,
    versioned: true,
  }),
  'GET /contracts/:id/cars': endpoint({
    summary: 'Free new cars of the stock that may take the place of the one that was ordered or held',
    privileges: office,
    answer: z.array(z.object({ id: z.int(), code: z.string(), vin: z.string(), state: z.enum(keysOf(newStates)) })),
  }),
  'PUT /contracts/:id/car': endpoint({
    summary: 'Put another new car of the same version and options in the place of the one that was ordered or held',
    privileges: office,
    body: schemaOf({ newCarId: given(carFields.newCarId) }),
    answer: contract,
    versioned: true,
  }),
  'GET /contracts/:id/files/:fileId': endpoint({
    summary: 'An attachment of a contract or the proof of an objective; each look is noted',
    privileges: view,
    answer: 'file',
  }),
  'POST /contracts/:id/receipts': endpoint({
    summary:
      'Record money received, or given back or paid to a lender as its kind says; sellers what the company leaves to them',
    privileges: [...office, ...anyOf(sells)],
    body: receiptInput,
    answer: contract,
    creates: true,
  }),
  'POST /contracts/:id/receipts/:receiptId/reverse': endpoint({
    summary: 'Reverse a receipt, with a reason: it stays, and another one takes it back',
    privileges: office,
    body: reverseInput,
    answer: contract,
  }),
  'GET /contracts/:id/receipts/:receiptId/document': endpoint({
    summary: 'A receipt as PDF under the letterhead of the company; drawn once',
    privileges: view,
    answer: 'file',
    heavy: 'short',
  }),
  'POST /contracts/:id/invoices': endpoint({
    summary: 'Record an invoice or a credit note by number, day and amount',
    privileges: office,
    body: invoiceInput,
    answer: contract,
    creates: true,
  }),
  'GET /contracts/:id/document': endpoint({
    summary: 'The contract as PDF, as it would be signed now',
    privileges: view,
    answer: 'file',
    heavy: 'short',
  }),
  'GET /contracts/:id/annex': endpoint({
    summary:
      'An annex of the contract as PDF: order confirmation, privacy, used condition, trade-in, addendum, delivery report',
    privileges: view,
    query: z.object({ annex: z.enum(keysOf(annexes)) }),
    answer: 'file',
    heavy: 'short',
  }),
  'GET /contracts/:id/packet': endpoint({
    summary:
      'The contract and all annexes that it can print now, as one PDF; a ZIP with it where there are uploads or a signed copy',
    privileges: view,
    answer: 'file',
    heavy: 'long',
  }),
  'GET /contracts/:id/preview': endpoint({
    summary: 'How many pages the contract has',
    privileges: view,
    answer: z.object({ pages: z.int() }),
    heavy: 'short',
  }),
  'GET /contracts/:id/preview/:page': endpoint({
    summary: 'One page of the contract as SVG',
    privileges: view,
    answer: 'file',
    heavy: 'short',
  }),
  ...commentCalls('contracts', view),
  'GET /contracts/:id/timeline': endpoint({
    summary: 'Activity of a contract',
    privileges: view,
    answer: timeline,
  }),
};
