/** Who comes to the showroom: when, where, how long they wait, who takes them, and what becomes of it. */
import { z } from 'zod';
import { accessStates } from '../accesses/terms.ts';
import { comparisons, type PartFilters } from '../record/figures.ts';
import { keysOf } from '../record/machine.ts';
import { calendarDay } from '../text.ts';

/** Within so many days a quote or a contract counts as what became of a visit or a test drive (specification). */
export const CONVERSION_DAYS = 90;
/** Spans of more days are told by month. */
export const MOST_SINGLE_DAYS = 31;

/** What is counted of visits, by the filters of their list behind each number: one more is a line here. */
export const accessCounts = {
  visits: {},
  waited: { waited: 'true' },
  abandoned: { abandoned: 'true' },
  refused: { refused: 'true' },
  quoted: { quoted: 'true' },
  contracted: { contracted: 'true' },
} as const satisfies Record<string, PartFilters>;
export type AccessCount = keyof typeof accessCounts;
export const accessCountNames = keysOf(accessCounts);

const numbers = z.object({
  ...(Object.fromEntries(accessCountNames.map((name) => [name, z.int()])) as Record<AccessCount, z.ZodInt>),
  /** How often visits were given back. */
  refusals: z.int(),
  /** Whole minutes of those that waited; null: of none. */
  waitMedian: z.int().nullable(),
  waitLate: z.int().nullable(),
});
export type AccessNumbers = z.output<typeof numbers>;

/** Of a place or a seller; null: of none. */
const group = z.object({ id: z.int().nullable(), name: z.string().nullable(), numbers });
export type AccessGroup = z.output<typeof group>;

/** Of a reason of visits; null: of none. */
const reasonGroup = z.object({ code: z.string().nullable(), name: z.string().nullable(), numbers });
export type ReasonGroup = z.output<typeof reasonGroup>;

/** What was answered to a question of the reception, how often. */
const asked = z.object({
  code: z.string(),
  label: z.string(),
  answers: z.array(z.object({ answer: z.string(), visits: z.int() })),
});
export type AskedQuestion = z.output<typeof asked>;

export const accessStatsQuery = z.object({
  from: calendarDay.optional(),
  to: calendarDay.optional(),
  against: z.enum(keysOf(comparisons)).default('month'),
  /** One place, 0: what belongs to none; absent: all. */
  locationId: z.coerce.number().int().min(0).optional(),
});

const span = { from: z.string(), to: z.string() };
export const accessStats = z.object({
  ...span,
  against: z.object(span),
  now: numbers,
  before: numbers,
  /** Days, or months where there are too many, without those in which nobody came. */
  times: z.array(z.object({ ...span, visits: z.int() })),
  /** Hours of the day in Rome. */
  hours: z.array(z.object({ hour: z.int(), visits: z.int() })),
  /** Every visit of these days by its state, also of who booked and did not come. */
  states: z.array(z.object({ state: z.enum(keysOf(accessStates)), count: z.int() })),
  places: z.array(group),
  sellers: z.array(group),
  reasons: z.array(reasonGroup),
  questions: z.array(asked),
  /** Minutes that the median of waits should keep within; null: nobody has set a target. */
  waitTarget: z.int().nullable(),
  /** Test drives that were driven, and those after which a contract was signed. */
  drives: z.object({ driven: z.int(), contracted: z.int() }),
});
export type AccessStats = z.output<typeof accessStats>;
