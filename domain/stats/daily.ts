/** How a day goes, place by place: what came in and went out, the month up to it, and what the month will bring. */
import { z } from 'zod';
import { keysOf } from '../record/machine.ts';
import type { FigureName } from './figures.ts';

/** A column of the page. */
interface Daily {
  label: string;
  figure: FigureName;
  /** The days by which it counts; null: those that the reader chooses for contracts. */
  basis: string | null;
  /** Nothing is counted while the place is closed. */
  onPremises?: boolean;
}

/** The figures of the page, in order: one more is a line here. */
export const dailyFigures = {
  leads: { label: 'Lead', figure: 'leads', basis: 'received' },
  visits: { label: 'Visite', figure: 'visits', basis: 'arrived', onPremises: true },
  quotes: { label: 'Preventivi', figure: 'quotes', basis: 'issued' },
  contracts: { label: 'Contratti', figure: 'contracts', basis: null },
  deliveries: { label: 'Consegne', figure: 'contracts', basis: 'delivered', onPremises: true },
} as const satisfies Record<string, Daily>;
export type DailyFigure = keyof typeof dailyFigures;

/** The days by which the page counts contracts. */
export const dailyBases = ['signed', 'approved'] as const;
export type DailyBasis = (typeof dailyBases)[number];

/** The basis of a figure. */
export const basisOf = (name: DailyFigure, chosen: DailyBasis): string => dailyFigures[name].basis ?? chosen;

/** Days up to the chosen one that are drawn beside it. */
export const RECENT = 8;

const cell = z.object({
  day: z.int(),
  /** The month up to the day. */
  month: z.int(),
  /** The days that it is compared with; null where persons are told apart. */
  before: z.int().nullable(),
  /** At the end of the month at this pace; null before its first working day. */
  forecast: z.int().nullable(),
});
/** A value for each figure of the page. */
const byFigure = <T extends z.ZodType>(of: T) =>
  z.object(Object.fromEntries(keysOf(dailyFigures).map((name) => [name, of])) as Record<DailyFigure, T>);
const cells = byFigure(cell);
export type DailyCells = z.output<typeof cells>;

/** What is set for the month in pieces, new and used, what of it was done, and what it comes to at this pace. */
const pieces = z.object({ target: z.int(), done: z.int(), forecast: z.int().nullable() });
export type DailyPieces = z.output<typeof pieces>;

const span = z.object({ from: z.string(), to: z.string() });

const row = z.object({
  /** Null: what belongs to no place. */
  id: z.int().nullable(),
  name: z.string().nullable(),
  /** Working days of the month up to the day, and in all. */
  worked: z.int(),
  working: z.int(),
  isOpen: z.boolean(),
  cells,
  /** Null: nothing is in force for it by the day by which contracts count. */
  pieces: pieces.nullable(),
  /** The persons of the place that is unfolded. */
  persons: z.array(z.object({ id: z.int().nullable(), name: z.string().nullable(), cells })),
});
export type DailyRow = z.output<typeof row>;

export const daily = z.object({
  day: z.string(),
  /** The day is going on. */
  isToday: z.boolean(),
  at: z.string(),
  month: span,
  against: span,
  rows: z.array(row),
  /** Of all rows; its days are those on which any place works. */
  total: row.pick({ worked: true, working: true, cells: true, pieces: true }),
  /** Counts of the last days, the chosen one at the end, and the mean of a working day of the month. */
  recent: byFigure(z.object({ counts: z.array(z.int()), mean: z.number().nullable() })),
  /** The contracts of each day of the month, by the rows; what is closed on a day is named where it has a name. */
  days: z.array(
    z.object({ day: z.string(), isOpen: z.boolean(), holiday: z.string().nullable(), counts: z.array(z.int()) }),
  ),
});
export type DailyAnswer = z.output<typeof daily>;
