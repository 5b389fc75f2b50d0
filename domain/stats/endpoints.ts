import { z } from 'zod';
import { csvOf, endpoint } from '../endpoint.ts';
import { changedAs, comparisons } from '../record/figures.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import { anyOf } from '../record/rights.ts';
import { calendarDay } from '../text.ts';
import { accessStats, accessStatsQuery } from './accesses.ts';
import { daily, dailyBases } from './daily.ts';
import { counted, seesRows, seesStats } from './figures.ts';
import { seesSellers, sellersAnswer, sellersQuery } from './sellers.ts';
import { targetCalls } from './targets/endpoints.ts';

const reads = anyOf(seesStats);
const place = z.coerce.number().int().min(0).optional();
const format = z.enum(['csv', 'xlsx']);

const dailyQuery = z.object({
  /** The chosen day; absent: today. */
  day: calendarDay.optional(),
  basis: z.enum(dailyBases).default('signed'),
  against: z.enum(keysOf(comparisons)).default('year'),
  /** One place, 0: what belongs to none; absent: all. */
  locationId: place,
  /** The place whose persons are told apart. */
  open: place,
});
const rowsQuery = z.object({
  figure: z.enum(keysOf(counted)),
  basis: z.string().max(20),
  from: calendarDay,
  to: calendarDay,
  locationId: place,
  personId: place,
  /** Some of them, by filters of the list: `kind=new&retail=true`. */
  filters: z.string().max(1000).optional(),
});
const seesSomeRows = [...new Set(Object.values(seesRows).flatMap(anyOf))];
const changesQuery = z.object({
  /** By which days; absent: all. */
  bases: csvOf(z.enum(keysOf(counted.contracts.bases))).optional(),
  from: calendarDay,
  to: calendarDay,
  locationId: place,
  personId: place,
});

/** Calls about statistics. */
export const stats = {
  ...targetCalls,
  'GET /stats/sellers': endpoint({
    summary:
      'Sellers by their contracts, quotes and leads of some days, beside those before; a seller sees the own row',
    privileges: anyOf(seesSellers),
    query: sellersQuery,
    answer: sellersAnswer,
  }),
  'GET /stats/sellers/export': endpoint({
    summary: 'The same as CSV or XLSX',
    privileges: anyOf(seesSellers),
    query: sellersQuery.extend({ format }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stats/accesses': endpoint({
    summary: 'Visits of some days by day, hour, place, seller and state: waiting, refusals, what became of them',
    privileges: [p.seeAccessStats],
    query: accessStatsQuery,
    answer: accessStats,
  }),
  'GET /stats/accesses/export': endpoint({
    summary: 'The same by place and seller as CSV or XLSX',
    privileges: [p.seeAccessStats],
    query: accessStatsQuery.extend({ format }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stats/daily': endpoint({
    summary: 'A day by place: leads, visits, quotes, contracts, deliveries, the month up to it and its forecast',
    privileges: reads,
    query: dailyQuery,
    answer: daily,
  }),
  'GET /stats/daily/export': endpoint({
    summary: 'The same as CSV or XLSX',
    privileges: reads,
    query: dailyQuery.omit({ open: true }).extend({ format }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stats/rows': endpoint({
    summary: 'The rows behind a number, without customers, with what all of them add up to',
    privileges: seesSomeRows,
    query: rowsQuery.extend({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    }),
    answer: z.object({
      rows: z.array(
        z.object({
          id: z.int(),
          number: z.string().nullable(),
          car: z.string().nullable(),
          person: z.string().nullable(),
          place: z.string().nullable(),
          day: z.string(),
          /** Cents. */
          amount: z.int().nullable(),
          /** The page of the record; null: the caller may not open it. */
          href: z.string().nullable(),
        }),
      ),
      /** By the measures that the caller may see; null: unknown. */
      sums: z.record(z.string(), z.int().nullable()),
    }),
  }),
  'GET /stats/changes': endpoint({
    summary: 'What was entered after a month that is over and changed its contracts: contract, what, when, who',
    privileges: reads,
    query: changesQuery.extend({ limit: z.coerce.number().int().min(1).max(200).default(50) }),
    answer: z.object({
      rows: z.array(
        z.object({
          id: z.int(),
          number: z.string().nullable(),
          car: z.string().nullable(),
          basis: z.string(),
          what: z.enum(keysOf(changedAs)),
          /** Null: it did not count, or counts no more. */
          dayBefore: z.string().nullable(),
          dayAfter: z.string().nullable(),
          /** Cents. */
          amountBefore: z.int(),
          amountAfter: z.int(),
          /** Only for callers who may see margins; null: unknown. */
          marginBefore: z.int().nullable().optional(),
          marginAfter: z.int().nullable().optional(),
          /** Sellers' names. */
          personBefore: z.string().nullable(),
          personAfter: z.string().nullable(),
          at: z.string(),
          by: z.string().nullable(),
          /** The page of the contract; null: the caller may not open it. */
          href: z.string().nullable(),
        }),
      ),
      total: z.int(),
    }),
  }),
  'GET /stats/changes/export': endpoint({
    summary: 'The same as CSV or XLSX',
    privileges: reads,
    query: changesQuery.extend({ format }),
    answer: 'file',
    heavy: 'long',
  }),
  'GET /stats/rows/export': endpoint({
    summary: 'The rows behind a number as CSV or XLSX',
    privileges: seesSomeRows,
    query: rowsQuery.extend({ format }),
    answer: 'file',
    heavy: 'long',
  }),
};
