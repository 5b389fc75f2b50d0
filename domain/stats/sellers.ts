/** How each seller goes: contracts, quotes and leads of some days, beside the days that they are compared with. */
import { z } from 'zod';
import { countedAppointments } from '../calendars/counted.ts';
import { countedContracts } from '../contracts/counted.ts';
import { countedLeads } from '../leads/counted.ts';
import { countedQuotes } from '../quotes/counted.ts';
import { comparisons, type Counted, type Measure, type PartFilters } from '../record/figures.ts';
import { keysOf } from '../record/machine.ts';
import { holdsAny, privileges as p } from '../privileges.ts';
import type { Right } from '../record/rights.ts';
import { calendarDay } from '../text.ts';
import { countedValuations } from '../valuations/counted.ts';
import { pieceKinds } from './targets/endpoints.ts';
import type { FigureName } from './figures.ts';

/** A seller sees the own row, whoever sees the company's sales all of them. */
export const seesSellers = { own: [p.createQuotes], all: [p.seeSalesStats] } as const satisfies Right;

/** A number of a seller: what it counts, and which of them. */
interface SellerFigure {
  label: string;
  figure: FigureName;
  counted: Counted;
  measure: string;
  /** The days by which it counts, the same for all numbers of a figure; null: those that the reader chooses for contracts. */
  basis: string | null;
  filters: PartFilters;
  /** The number that says how many rows it has, where it counts something else than rows. */
  rows?: string;
}
const contracts = { figure: 'contracts', counted: countedContracts, basis: null } as const;
const leads = { figure: 'leads', counted: countedLeads, basis: 'received' } as const;
const appointments = { figure: 'appointments', counted: countedAppointments, basis: 'day' } as const;
const valuations = { figure: 'valuations', counted: countedValuations, basis: 'offered' } as const;
const retail = { retail: 'true' } as const;

/** The numbers of a seller by their names: one more is a line here, and its column. */
export const sellerFigures = {
  contracts: { ...contracts, label: 'Contratti', measure: 'count', filters: {} },
  /** What targets are set for: new and used cars to customers, none to traders. */
  pieces: { ...contracts, label: 'Pezzi', measure: 'pieces', filters: retail, rows: 'retail' },
  total: { ...contracts, label: 'Valore', measure: 'total', filters: {}, rows: 'contracts' },
  /** Of customers' contracts: those to traders are neither financed nor insured. */
  retail: { ...contracts, label: 'Contratti a clienti', measure: 'count', filters: retail },
  financed: { ...contracts, label: 'Finanziati', measure: 'count', filters: { ...retail, financed: 'true' } },
  insured: { ...contracts, label: 'Assicurati', measure: 'count', filters: { ...retail, insured: 'true' } },
  /** Of customers' contracts: a price to traders is no list price less a discount. */
  discount: { ...contracts, label: 'Sconto', measure: 'discount', filters: retail, rows: 'retail' },
  listTotal: { ...contracts, label: 'Listino', measure: 'listTotal', filters: retail, rows: 'retail' },
  margin: { ...contracts, label: 'Margine II', measure: 'marginSecond', filters: {}, rows: 'contracts' },
  /** Those whose margin is known. */
  margins: { ...contracts, label: 'Con margine noto', measure: 'margins', filters: {}, rows: 'contracts' },
  quotes: { figure: 'quotes', counted: countedQuotes, basis: 'issued', label: 'Preventivi', measure: 'count', filters: {} }, // prettier-ignore
  leads: { ...leads, label: 'Lead', measure: 'count', filters: {} },
  answered: { ...leads, label: 'Lead risposti', measure: 'count', filters: { answered: 'true' } },
  /** Whose first response came within the time, and those for which it came later, is overdue, or never came. */
  timely: { ...leads, label: 'Risposti nei tempi', measure: 'count', filters: { timely: 'true' } },
  untimely: { ...leads, label: 'Non risposti nei tempi', measure: 'count', filters: { timely: 'false' } },
  contacts: { ...leads, label: 'Contatti', measure: 'contacts', filters: {}, rows: 'leads' },
  /** Of these the calls: neither messages nor visits. */
  calls: { ...leads, label: 'Telefonate', measure: 'calls', filters: {}, rows: 'leads' },
  silent: { ...leads, label: 'Un contatto e poi silenzio', measure: 'count', filters: { silent: 'true' } },
  untouched: { ...leads, label: 'Lead mai toccati', measure: 'count', filters: { untouched: 'true' } },
  appointments: { ...appointments, label: 'Appuntamenti', measure: 'count', filters: {} },
  missed: { ...appointments, label: 'Clienti non presentati', measure: 'count', filters: { missed: 'true' } },
  valuations: { ...valuations, label: 'Offerte per usato', measure: 'count', filters: {} },
  /** Those whose highest purchase price is known. */
  judged: { ...valuations, label: 'Offerte con massimo noto', measure: 'judged', filters: {}, rows: 'valuations' },
  overMost: { ...valuations, label: 'Offerte oltre il massimo', measure: 'overMost', filters: { overMost: 'true' } },
  /** Cars that were valued, taken in and sold: how many, at what they were valued, for how much they were sold. */
  resold: { ...valuations, label: 'Usate ritirate e vendute', measure: 'count', filters: { resold: 'true' } },
  offered: { ...valuations, label: 'Valutato', measure: 'offered', filters: { resold: 'true' }, rows: 'resold' },
  soldFor: { ...valuations, label: 'Realizzato', measure: 'soldFor', filters: { resold: 'true' }, rows: 'resold' },
} as const satisfies Record<string, SellerFigure>;
export type SellerFigureName = keyof typeof sellerFigures;
export const sellerFigureNames = keysOf(sellerFigures);

/** The measure that a number is. */
export const measureOf = (name: SellerFigureName): Measure => {
  const { counted, measure }: SellerFigure = sellerFigures[name];
  return counted.measures[measure]!;
};

/** The numbers that a person with these privileges may see; the others are in no answer. */
export const numbersFor = (privileges: readonly number[]): SellerFigureName[] =>
  sellerFigureNames.filter((name) => holdsAny(privileges, measureOf(name).seenWith));

const numbers = z.partialRecord(z.enum(sellerFigureNames), z.int());
export type SellerNumbers = z.output<typeof numbers>;

export const sellersQuery = z.object({
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  basis: z.enum(keysOf(countedContracts.bases)).default('signed'),
  against: z.enum(keysOf(comparisons)).default('month'),
  /** One place, 0: what belongs to none; absent: all. */
  locationId: z.coerce.number().int().min(0).optional(),
});

/** Longer spans are not told day by day. */
export const MOST_COURSE_DAYS = 62;

export const sellersAnswer = z.object({
  from: z.string(),
  to: z.string(),
  against: z.object({ from: z.string(), to: z.string() }),
  rows: z.array(
    z.object({
      /** Null: what has nobody, and the target of a place that nobody has yet. */
      id: z.int().nullable(),
      name: z.string().nullable(),
      /** Where they usually work. */
      place: z.string().nullable(),
      now: numbers,
      before: numbers,
      /**
       * The pieces that they are to reach in the month; null: nothing is in force, it counts by another day, or the days
       * are not those of one month up to today or its end.
       */
      target: z
        .object({
          pieces: z.int(),
          /** The only kind of cars that it is set for, and that counts; null: new and used ones. */
          kind: z.enum(pieceKinds).nullable(),
          /** What was sold of that. */
          done: z.int(),
          /** What is to be expected by the last of the days, by the working days of each place. */
          expected: z.number(),
        })
        .nullable(),
    }),
  ),
  /**
   * Which share of the own contracts to customers is to be financed and insured in the month, in hundredths of a percent;
   * null: nothing is in force, or as with `target`, or all rows are there.
   */
  shares: z.object({ financed: z.int().nullable(), insured: z.int().nullable() }).nullable(),
  /** What the targets of these rows come to by the end of each day of the month; null: nothing is set. */
  pace: z
    .object({
      kind: z.enum(pieceKinds).nullable(),
      days: z.array(z.object({ day: z.string(), expected: z.number() })),
    })
    .nullable(),
  /**
   * Pieces sold by the end of each day, of the kind that targets are set for, beside those of as many days of the
   * comparison; null there: it has fewer. Null: too many days.
   */
  course: z.array(z.object({ day: z.string(), now: z.int(), before: z.int().nullable() })).nullable(),
  /**
   * What these pieces come to at this pace, from today to the end of the month, with its working days up to today and in
   * all; null: other days, or none was worked.
   */
  forecast: z
    .object({
      worked: z.int(),
      working: z.int(),
      days: z.array(z.object({ day: z.string(), pieces: z.int() })),
    })
    .nullable(),
  /** Of these appointments, by the source of their lead (`none`: without one), how many customers did not come. */
  sources: z.array(z.object({ source: z.string(), appointments: z.int(), missed: z.int() })),
  /** Where whoever sees the own row alone stands by contracts, without names; null: all rows are there. */
  rank: z.object({ place: z.int(), of: z.int() }).nullable(),
  /** The contracts of each, for them as well, where the company shows figures of persons; else null. */
  ranking: z.array(z.object({ id: z.int(), name: z.string(), place: z.int(), contracts: z.int() })).nullable(),
});
export type SellersAnswer = z.output<typeof sellersAnswer>;
