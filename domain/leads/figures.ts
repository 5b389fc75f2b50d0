/** How leads go: what came, what became of it, what each source costs. */
import { z } from 'zod';
import { daysBetween } from '../dates.ts';
import { countsOf } from '../record/counts.ts';
import { keysOf } from '../record/machine.ts';
import type { LeadSettings } from './setting-fields.ts';
import { leadSources, openStates, type LeadOutcome, type LeadState } from './terms.ts';

const counts = { leads: z.int(), won: z.int() };

/** Filters of the list of leads that figures lead to. */
interface LeadFilters {
  answered?: 'true';
  negotiated?: 'true';
  untouched?: 'true';
  late?: 'true';
  outcome?: LeadOutcome;
  state?: LeadState[];
}

/** What is counted of the leads of some days, by the filters of the list behind each number: one more is a line here. */
export const leadCounts = {
  received: {},
  answered: { answered: 'true' },
  negotiated: { negotiated: 'true' },
  won: { outcome: 'won' },
  lost: { outcome: 'lost' },
  invalid: { outcome: 'invalid' },
  open: { state: [...openStates] },
  /** Open ones that nobody has done anything with, and those of them whose deadline is over. */
  untouched: { untouched: 'true' },
  untouchedLate: { untouched: 'true', late: 'true' },
} satisfies Record<string, LeadFilters>;
export type LeadCount = keyof typeof leadCounts;

export const leadFigures = z.object({
  ...countsOf(leadCounts).shape,
  /** Minutes of working time until the first response: the median of the newest 2,000 that were not old when they came; null: none yet. */
  response: z.number().nullable(),
  sources: z.array(
    z.object({
      source: z.enum(keysOf(leadSources)),
      sourceName: z.string(),
      name: z.string(),
      ...counts,
      /** Cents without VAT in these days; null: the company says no cost of this source. */
      cost: z.int().nullable(),
      perLead: z.int().nullable(),
      perSale: z.int().nullable(),
    }),
  ),
  /** Why the lost ones were lost, the most frequent first; null: no reason was given. */
  reasons: z.array(z.object({ reason: z.string().nullable(), leads: z.int() })),
  /** Null while the company does not show figures of persons. */
  persons: z
    .array(z.object({ id: z.int(), name: z.string(), ...counts, open: z.int(), response: z.number().nullable() }))
    .nullable(),
});
export type LeadFigures = z.output<typeof leadFigures>;

/** Days of a mean month, by which a monthly fee is divided. */
const MONTH = 365 / 12;

/** What a source cost from a day to a day with so many leads; cents, null when no row names it. */
export function costOf(
  sources: LeadSettings['sources'],
  { name, leads }: { name: string; leads: number },
  { from, to }: { from: string; to: string },
): number | null {
  const row = sources.find((one) => one.name.trim().toLowerCase() === name.trim().toLowerCase());
  if (!row) return null;
  return Math.round((row.monthly * (daysBetween(from, to) + 1)) / MONTH) + row.each * leads;
}

/** The median; null without numbers. */
export function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
