import { z } from 'zod';
import { addDays, addMonths } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { privileges as p } from '../privileges.ts';
import type { Days } from '../record/figures.ts';

/** The most cars of a month that are expected of a company, and the most cells that one call writes. */
export const MOST_EXPECTED = 100_000;
export const MOST_CELLS = 2000;

const year = z.int().min(2000).max(2100);
const months = z.array(z.int().nullable()).length(12);

const targetYear = z.object({
  year,
  version: z.int().describe('0: nothing was ever written for this year'),
  dealers: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        province: z.string(),
        months: months.describe('Cars expected; null: no target'),
        before: z.int().describe('Cars of contracts approved in the year before that still stand'),
        done: months.describe('The same of this year; null: the month has not begun'),
      }),
    )
    .describe('Every company of the network, by name'),
});
export type NetworkTargets = z.output<typeof targetYear>;

/** The span over which the network is looked at. */
export const networkSpans = { month: 'Mese', quarter: 'Trimestre', year: 'Anno' } as const;
export type NetworkSpan = keyof typeof networkSpans;

/** The days of a span around a day: its month, quarter or year. */
export function spanOf(span: NetworkSpan, today: string): Days {
  const [year, month] = [today.slice(0, 4), Number(today.slice(5, 7))];
  const first = span === 'month' ? month : span === 'quarter' ? month - ((month - 1) % 3) : 1;
  const from = `${year}-${String(first).padStart(2, '0')}-01`;
  return { from, to: addDays(addMonths(from, { month: 1, quarter: 3, year: 12 }[span]), -1) };
}

interface Reached {
  /** Cars expected of the whole span; null: no target. */
  target: number | null;
  /** Cars expected by today, not whole. */
  expected: number | null;
  contracts: number;
}

/** How far from what is expected by today still counts as in line: this share of the target, and at least half a car. */
const IN_LINE = 0.03;
/** Below this share of what is expected by today a company is far behind. */
const FAR_BEHIND = 0.75;

export const paces = { below: 'Sotto ritmo', even: 'In linea', above: 'Oltre' } as const;
export type Pace = keyof typeof paces;

/** Where a company stands against what is expected of it by today; null without a target or before its first working day. */
export function paceOf({ target, expected, contracts }: Reached): Pace | null {
  if (target === null || expected === null) return null;
  const gap = contracts - expected;
  if (Math.abs(gap) <= Math.max(0.5, target * IN_LINE)) return 'even';
  return gap < 0 ? 'below' : 'above';
}

export const isFarBehind = ({ expected, contracts }: Omit<Reached, 'target'>): boolean =>
  expected !== null && contracts < expected * FAR_BEHIND;

interface Watched {
  state: string;
  hasManager: boolean;
  tickets: number;
  expected: number | null;
  aimed: number;
}

/** Who waits for the manufacturer, is kept out, has nobody who manages it, or sells far less than expected by today. */
export const isWatched = ({ state, hasManager, tickets, expected, aimed }: Watched): boolean =>
  state !== 'open' || !hasManager || tickets > 0 || isFarBehind({ expected, contracts: aimed });

const reads = { audience: 'fms' } as const;
const writes = { ...reads, privileges: [p.managePreferences], peopleOnly: true } as const;

/** What the manufacturer expects of its network. */
export const networkTargets = {
  'GET /network/targets': endpoint({
    summary: 'The cars that are expected of each company by month of a year, beside what was sold',
    ...reads,
    query: z.object({ year: z.coerce.number().int().min(2000).max(2100) }),
    answer: targetYear,
  }),
  'PUT /network/targets': endpoint({
    summary: 'Write targets of a year; If-Match with the version of the year, "v0" for a first one',
    ...writes,
    versioned: true,
    body: z.object({
      year,
      cells: z
        .array(
          z.object({
            dealerId: z.int().min(1).max(2_147_483_647),
            month: z.int().min(1).max(12),
            amount: z
              .int('Un numero intero')
              .min(0, 'Non meno di zero')
              .max(MOST_EXPECTED, 'Al massimo 100.000')
              .nullable()
              .describe('null: no target'),
          }),
        )
        .min(1)
        .max(MOST_CELLS),
    }),
    answer: targetYear,
  }),
};
