import { z } from 'zod';
import { csvOf, endpoint, forManufacturer } from '#domain/endpoint.ts';
import { privileges as p } from '#domain/privileges.ts';
import { recordCalls } from '#domain/record/calls.ts';
import { keysOf } from '#domain/record/machine.ts';
import { flag } from '#domain/record/records.ts';
import { endInput, futureTable, futureTableChoices, futureTableInput, futureTablePage } from './schema.ts';
import { tableStates } from './terms.ts';

const manage = [p.managePreferences];

/** Calls about the tables of future values that the manufacturer writes for its network. */
export const futureTables = forManufacturer({
  'GET /future-tables/choices': endpoint({
    summary: 'Baskets, dealers and lenders that a table of future values may be for',
    answer: futureTableChoices,
  }),
  ...recordCalls('future-tables', {
    names: ['a table of future values', 'tables of future values'],
    see: [],
    manage,
    filters: {
      state: csvOf(z.enum(keysOf(tableStates))).optional(),
      lender: z.string().max(120).optional(),
      archived: flag.optional(),
    },
    input: futureTableInput,
    answer: futureTable,
  }),
  'GET /future-tables/:id/page': endpoint({
    summary: 'The edition that a table is compared with, its editions, and how many plans of dealers name it',
    answer: futureTablePage,
  }),
  'POST /future-tables/:id/edition': endpoint({
    summary: 'A draft of the next edition, with the values of this one',
    privileges: manage,
    answer: futureTable,
    creates: true,
  }),
  'POST /future-tables/:id/publish': endpoint({
    summary: 'From its first day on, plans of dealers that name the table read this edition',
    privileges: manage,
    answer: futureTable,
    versioned: true,
  }),
  'POST /future-tables/:id/withdraw': endpoint({
    summary: 'An edition that is not in force yet becomes a draft again',
    privileges: manage,
    answer: futureTable,
    versioned: true,
  }),
  'POST /future-tables/:id/end': endpoint({
    summary: 'The last day of an edition that is in force, today at the earliest',
    privileges: manage,
    body: endInput,
    answer: futureTable,
    versioned: true,
  }),
});
