import { z } from 'zod';
import { fuels } from '#domain/catalog/terms.ts';
import { commentCalls } from '#domain/record/comments.ts';
import { csvOf, endpoint } from '#domain/endpoint.ts';
import { keysOf } from '#domain/record/machine.ts';
import { moveEndpoints } from '#domain/record/moves.ts';
import { batches, repricing, undoing } from '#domain/record/priced-calls.ts';
import { amountRange, exportQuery, flag, documentQuery, recordsPage, recordsQuery } from '#domain/record/records.ts';
import { anyOf } from '#domain/record/rights.ts';
import { calendarDay } from '#domain/text.ts';
import { timeline } from '#domain/record/timeline.ts';
import { paperCalls } from '../papers.ts';
import { reserveWith, stockRights } from '../rights.ts';
import { newSaleInput, unselling } from '../sale.ts';
import { priceChange, reserving } from '../schema.ts';
import { ageBands } from '../terms.ts';
import { newCarMachine } from './rules.ts';
import { conversion, fitted, newCar, newCarInput, newCarRow, newPrices, orderable } from './schema.ts';
import { newSummary } from '../summaries.ts';
import { newStateKeys } from '../new-terms.ts';

const see = { privileges: anyOf(stockRights.see) };
const manage = { privileges: anyOf(stockRights.change) };

const filters = {
  state: csvOf(z.enum(newStateKeys)).optional(),
  /** Only cars that can be offered now: not sold, and held by nobody. */
  free: z.literal('true').optional(),
  locationId: z.coerce.number().int().optional(),
  makerId: z.coerce.number().int().optional(),
  fuel: csvOf(z.enum(keysOf(fuels))).optional(),
  band: csvOf(z.enum(keysOf(ageBands))).optional(),
  ...amountRange('price'),
  expectedFrom: calendarDay.optional(),
  expectedTo: calendarDay.optional(),
  reserved: z.enum(['assigned', 'now', 'lapsed']).optional(),
  /** Cars that need attention; `arrival`: expected before today and not arrived. */
  lacks: z.enum(['price', 'papers', 'arrival', 'expiring']).optional(),
  archived: flag.optional().describe('true: those that have left the stock'),
};

/** Calls about the new cars of the stock. */
export const newStock = {
  'GET /stock/new/summary': endpoint({
    summary:
      'The new cars in figures: how many, what they are worth, how old they are, of which makes, what needs attention',
    ...see,
    answer: newSummary,
  }),
  'GET /stock/new': endpoint({
    summary: 'New cars of the stock: filtered, sorted, paged',
    ...see,
    query: recordsQuery(filters),
    answer: recordsPage(newCarRow),
  }),
  'GET /stock/new/export': endpoint({
    summary: 'The filtered new cars as CSV or XLSX',
    ...see,
    query: exportQuery(filters),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stock/new/price-list': endpoint({
    summary: 'The filtered new cars that are for sale as a PDF for customers: no costs, no least prices; at most 2000',
    ...see,
    query: documentQuery(filters),
    answer: 'file',
    heavy: 'short',
  }),
  'GET /stock/new/makers': endpoint({
    summary: 'Makes of the new cars, for the filter',
    ...see,
    answer: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  'GET /stock/new/versions': endpoint({
    summary: 'Versions on sale by words of make, model, version or by code; at most 20',
    ...manage,
    query: z.object({ q: z.string().trim().max(100).default('') }),
    answer: z.array(orderable),
  }),
  'GET /stock/new/versions/:id': endpoint({
    summary: 'What can be on a version: colours, interiors, optionals, packs, with prices of the day',
    ...see,
    answer: z.array(fitted),
  }),
  'POST /stock/new': endpoint({
    summary: 'Enter a new car that was ordered; without a code it gets the next stock number',
    ...manage,
    body: newCarInput,
    answer: newCar,
    creates: true,
  }),
  'GET /stock/new/batches': endpoint({ ...batches, ...manage }),
  'GET /stock/new/:id': endpoint({ summary: 'One new car', ...see, answer: newCar }),
  'PUT /stock/new/:id': endpoint({
    summary: 'Change a new car; what it was sold as stays as it was',
    ...manage,
    body: newCarInput,
    answer: newCar,
    versioned: true,
  }),
  'PUT /stock/new/:id/prices': endpoint({
    summary: 'Change the prices of a new car',
    ...manage,
    body: newPrices,
    answer: newCar,
    versioned: true,
  }),
  'GET /stock/new/:id/prices': endpoint({
    summary: 'Every price that the car had, newest first',
    ...see,
    answer: z.array(priceChange),
  }),
  'GET /stock/new/:id/sheet': endpoint({
    summary: 'The sheet on the car in the showroom as PDF: price, list price, what is on it',
    ...see,
    answer: 'file',
    heavy: 'short',
  }),
  ...commentCalls('stock/new', see.privileges),
  'GET /stock/new/:id/timeline': endpoint({ summary: 'Who changed what', ...see, answer: timeline }),
  ...moveEndpoints(newCarMachine, newCar, {
    ship: 'The car is on its way',
    arrive: 'The car has come: it is in the stock from today, or from the day that it says',
    cancel: 'The car will not come; "other" needs a note',
    reopen: 'The car is ordered after all',
    register: 'The car is registered for its buyer',
    deliver: 'Hand the car over to its buyer',
  }),
  'POST /stock/new/:id/sell': endpoint({
    summary: 'Register a sale, where no contract does',
    ...manage,
    body: newSaleInput,
    answer: newCar,
    versioned: true,
  }),
  'POST /stock/new/:id/unsell': endpoint({
    summary: 'Take a sale back: the car stands where it stood; "other" needs a note',
    ...manage,
    body: unselling,
    answer: newCar,
    versioned: true,
  }),
  'GET /stock/new/:id/registration': endpoint({
    summary: 'What it costs to register the car in the name of the company: IPT of its province and fees, in cents',
    ...manage,
    answer: z.object({ registration: z.int() }),
  }),
  'POST /stock/new/:id/convert': endpoint({
    summary: 'Register the car in the name of the company: it goes on as a used car, Km 0 or Demo, with exposed VAT',
    ...manage,
    body: conversion,
    answer: newCar,
    versioned: true,
  }),
  'POST /stock/new/:id/reserve': endpoint({
    summary: 'Hold a car for a customer until an instant; with a customer it is assigned. Somebody else’s is 409',
    privileges: reserveWith,
    body: reserving,
    answer: newCar,
  }),
  'POST /stock/new/:id/release': endpoint({
    summary: 'Hold the car no longer: the own reservation, any for who manages the stock',
    privileges: reserveWith,
    answer: newCar,
  }),
  ...paperCalls('stock/new'),
  'POST /stock/new/reprice': endpoint({ ...repricing, ...manage }),
  'POST /stock/new/batches/:id/undo': endpoint({ ...undoing, ...manage }),
};
