import { z } from 'zod';
import { commentCalls } from '../record/comments.ts';
import { csvOf, endpoint } from '../endpoint.ts';
import { keysOf } from '../record/machine.ts';
import { moveEndpoints } from '../record/moves.ts';
import { batches, repricing, undoing } from '../record/priced-calls.ts';
import {
  amountRange,
  atPlace,
  countsCall,
  documentQuery,
  exportQuery,
  flag,
  recordsPage,
  recordsQuery,
} from '../record/records.ts';
import { anyOf } from '../record/rights.ts';
import { calendarDay } from '../text.ts';
import { fuels } from '../catalog/terms.ts';
import { timeline } from '../record/timeline.ts';
import { albumCalls } from './album-endpoints.ts';
import { paperCalls } from './papers.ts';
import { reserveWith, stockRights } from './rights.ts';
import { usedCarMachine } from './rules.ts';
import {
  cost,
  costInput,
  ledger,
  priceChange,
  prices,
  reserving,
  usedCar,
  usedCarInput,
  usedCarRow,
} from './schema.ts';
import { stockSummary } from './summaries.ts';
import { shownCalls } from './shown-endpoints.ts';
import { stockSettingCalls } from './setting-endpoints.ts';
import { saleInput, unselling } from './sale.ts';
import { ageBands, usedStateKeys } from './terms.ts';

const see = { privileges: anyOf(stockRights.see) };
const manage = { privileges: anyOf(stockRights.change) };

const filters = {
  state: csvOf(z.enum(usedStateKeys)).optional(),
  /** Only cars that can be offered now: in a state in which cars are sold, and held by nobody. */
  free: z.literal('true').optional(),
  locationId: z.coerce.number().int().optional(),
  maker: z.string().max(40).optional(),
  fuel: csvOf(z.enum(keysOf(fuels))).optional(),
  regime: usedCarInput.shape.regime.optional(),
  band: csvOf(z.enum(keysOf(ageBands))).optional(),
  ...amountRange('price'),
  ...amountRange('km'),
  acquiredFrom: calendarDay.optional(),
  acquiredTo: calendarDay.optional(),
  soldFrom: calendarDay.optional(),
  soldTo: calendarDay.optional(),
  reserved: z.enum(['now', 'lapsed']).optional(),
  /**
   * Cars that need attention; `margin`: expected below the company’s target, for callers who may see costs; `expiring`:
   * a paper has expired or soon does.
   */
  lacks: z.enum(['price', 'papers', 'photos', 'margin', 'expiring']).optional(),
  archived: flag.optional().describe('true: those that have left the stock'),
};

export const stock = {
  'GET /stock/summary': endpoint({
    summary: 'The stock in figures: how many cars, what they are worth, how old they are, what needs attention',
    ...see,
    query: atPlace,
    answer: stockSummary,
  }),
  'GET /stock/average-days': endpoint({
    summary: 'For how many days the used cars of the stock have been here on average; null without any',
    ...see,
    answer: stockSummary.pick({ averageDays: true }),
  }),
  'GET /stock/used': endpoint({
    summary: 'Used cars of the stock: filtered, sorted, paged',
    ...see,
    query: recordsQuery(filters),
    answer: recordsPage(usedCarRow),
  }),
  'GET /stock/used/counts': countsCall(see.privileges, filters),
  'GET /stock/used/export': endpoint({
    summary: 'The filtered used cars as CSV or XLSX',
    ...see,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stock/used/price-list': endpoint({
    summary: 'The filtered used cars that are for sale as a PDF for customers: no costs, no least prices; at most 2000',
    ...see,
    query: documentQuery(filters),
    answer: 'file',
    heavy: 'short',
  }),
  'GET /stock/used/makers': endpoint({
    summary: 'Makes of the used cars, for the filter',
    ...see,
    answer: z.array(z.string()),
  }),
  'POST /stock/used': endpoint({
    summary: 'Enter a used car that is to come; without a code it gets the next stock number',
    ...manage,
    body: usedCarInput,
    answer: usedCar,
    creates: true,
  }),
  'GET /stock/used/batches': endpoint({ ...batches, ...manage }),
  'GET /stock/used/:id': endpoint({ summary: 'One used car', ...see, answer: usedCar }),
  'PUT /stock/used/:id': endpoint({
    summary: 'Change a used car',
    ...manage,
    body: usedCarInput,
    answer: usedCar,
    versioned: true,
  }),
  'PUT /stock/used/:id/prices': endpoint({
    summary: 'Change the prices of a used car',
    ...manage,
    body: prices,
    answer: usedCar,
    versioned: true,
  }),
  'GET /stock/used/:id/prices': endpoint({
    summary: 'Every price that the car had, newest first',
    ...see,
    answer: z.array(priceChange),
  }),
  ...commentCalls('stock/used', see.privileges),
  'GET /stock/used/:id/timeline': endpoint({ summary: 'Who changed what', ...see, answer: timeline }),
  ...moveEndpoints(usedCarMachine, usedCar, {
    arrive: 'The car has come: it is in the stock from today, or from the day that it says',
    cancel: 'The car will not come; "other" needs a note',
    reopen: 'The car will come after all',
    consign: 'Take the car on consignment',
    adopt: 'Buy a car that was on consignment',
    giveBack: 'Give a car on consignment back to its owner; "other" needs a note',
    takeBack: 'Take a car that was given back on consignment again',
    restore: 'The car goes to be reconditioned',
    finish: 'The car is ready',
    lend: 'Use the car as a service vehicle',
    recall: 'The car is no service vehicle any more',
    deliver: 'Hand a car over that was sold to a dealer',
  }),
  'POST /stock/used/:id/sell': endpoint({
    summary: 'Register a sale, where no offer or contract does: the car is sold, and is delivered with its document',
    ...manage,
    body: saleInput,
    answer: usedCar,
    versioned: true,
  }),
  'POST /stock/used/:id/unsell': endpoint({
    summary: 'Take a sale that was registered by hand back: the car stands where it stood; "other" needs a note',
    ...manage,
    body: unselling,
    answer: usedCar,
    versioned: true,
  }),
  'POST /stock/used/:id/reserve': endpoint({
    summary:
      'Hold a car for a customer until an instant; one that holds it already sets another. Somebody else’s is 409',
    privileges: reserveWith,
    body: reserving,
    answer: usedCar,
  }),
  'POST /stock/used/:id/release': endpoint({
    summary: 'Hold the car no longer: the own reservation, any for who manages the stock',
    privileges: reserveWith,
    answer: usedCar,
  }),
  ...albumCalls,
  ...shownCalls,
  'GET /stock/used/:id/costs': endpoint({
    summary: 'The cost ledger of a car, with its suppliers; who sees margins alone has its sums in the car',
    ...manage,
    answer: ledger,
  }),
  'POST /stock/used/:id/costs': endpoint({
    summary: 'Enter a cost of a car, planned or spent',
    ...manage,
    body: costInput,
    answer: cost,
    creates: true,
  }),
  'PUT /stock/used/:id/costs/:costId': endpoint({
    summary: 'Change a cost',
    ...manage,
    body: costInput,
    answer: cost,
    versioned: true,
  }),
  'DELETE /stock/used/:id/costs/:costId': endpoint({ summary: 'Delete a cost', ...manage, versioned: true }),
  'POST /stock/used/reprice': endpoint({ ...repricing, ...manage }),
  'POST /stock/used/batches/:id/undo': endpoint({ ...undoing, ...manage }),
  ...paperCalls('stock/used'),
  ...stockSettingCalls,
};
