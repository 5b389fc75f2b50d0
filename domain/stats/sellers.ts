/** How each seller goes: contracts, quotes and leads of some days, beside the days that they are compared with. */
import { z } from 'zod';
import { countedContracts } from '../contracts/counted.ts';
import { countedLeads } from '../leads/counted.ts';
import { countedQuotes } from '../quotes/counted.ts';
import { comparisons, type Counted, type PartFilters } from '../record/figures.ts';
import { keysOf } from '../record/machine.ts';
import { privileges as p } from '../privileges.ts';
import type { Right } from '../record/rights.ts';
import { calendarDay } from '../text.ts';
import type { FigureName } from './figures.ts';

/** A seller sees the own row, whoever sees the company's sales all of them. */
export const seesSellers = { own: [p.createQuotes], all: [p.seeSalesStats] } as const satisfies Right;

/** A number of a seller: what it counts, and which of them. */
interface SellerFigure {
  figure: FigureName;
  counted: Counted;
  measure: string;
  /** The days by which it counts, the same for all numbers of a figure; null: those that the reader chooses for contracts. */
  basis: string | null;
  filters: PartFilters;
}
const contracts = { figure: 'contracts', counted: countedContracts, basis: null } as const;
const leads = { figure: 'leads', counted: countedLeads, basis: 'received' } as const;
const retail = { retail: 'true' } as const;

/** The numbers of a seller by their names: one more is a line here, and its column. */
export const sellerFigures = {
  contracts: { ...contracts, measure: 'count', filters: {} },
  /** What targets are set for: new and used cars to customers, none to traders. */
  pieces: { ...contracts, measure: 'pieces', filters: retail },
  total: { ...contracts, measure: 'total', filters: {} },
  /** Of customers' contracts: those to traders are neither financed nor insured. */
  retail: { ...contracts, measure: 'count', filters: retail },
  financed: { ...contracts, measure: 'count', filters: { ...retail, financed: 'true' } },
  insured: { ...contracts, measure: 'count', filters: { ...retail, insured: 'true' } },
  quotes: { figure: 'quotes', counted: countedQuotes, basis: 'issued', measure: 'count', filters: {} },
  leads: { ...leads, measure: 'count', filters: {} },
  answered: { ...leads, measure: 'count', filters: { answered: 'true' } },
  untouched: { ...leads, measure: 'count', filters: { untouched: 'true' } },
} as const satisfies Record<string, SellerFigure>;
export type SellerFigureName = keyof typeof sellerFigures;
export const sellerFigureNames = keysOf(sellerFigures);

const numbers = z.object(
  Object.fromEntries(sellerFigureNames.map((name) => [name, z.int()])) as Record<SellerFigureName, z.ZodInt>,
);
export type SellerNumbers = z.output<typeof numbers>;

export const sellersQuery = z.object({
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  basis: z.enum(keysOf(countedContracts.bases)).default('signed'),
  against: z.enum(keysOf(comparisons)).default('month'),
  /** One place, 0: what belongs to none; absent: all. */
  locationId: z.coerce.number().int().min(0).optional(),
});

export const sellersAnswer = z.object({
  from: z.string(),
  to: z.string(),
  against: z.object({ from: z.string(), to: z.string() }),
  rows: z.array(
    z.object({
      /** Null: what has nobody. */
      id: z.int().nullable(),
      name: z.string().nullable(),
      now: numbers,
      before: numbers,
      /**
       * The pieces that they are to reach in the month; null: nothing is in force, it counts by another day, or the days
       * are not those of one month up to today or its end.
       */
      target: z.int().nullable(),
    }),
  ),
  /** Where whoever sees the own row alone stands by contracts, without names; null: all rows are there. */
  rank: z.object({ place: z.int(), of: z.int() }).nullable(),
});
export type SellersAnswer = z.output<typeof sellersAnswer>;
