/** Parts of the calls of every list of records, which each area spreads into its own table. */
import { z } from 'zod';
import { endpoint, listQuery, pageOf } from '../endpoint.ts';
import { integer } from '../italian.ts';
import { MOST_AT_ONCE, MOST_CHOSEN, MOST_VIEWS, VIEWS_LENGTH } from './list.ts';

/** Yes or no in a query. */
export const flag = z.enum(['true', 'false']);

/** The query of figures: those of one place, or of all. */
export const atPlace = z.object({ locationId: z.coerce.number().int().optional() });

/** Filters for both ends of a range of amounts in cents: `priceFrom`, `priceTo`. */
export const amountRange = <K extends string>(key: K) => {
  const end = z.coerce.number().int().optional();
  return { [`${key}From`]: end, [`${key}To`]: end } as Record<`${K}From` | `${K}To`, typeof end>;
};

/**
 * Views whose rows are counted: the query of each view's filters, separated by `|`, such as `|inStock=true|q=box`. A view
 * that the list can no longer read is counted as null, so that an old saved view does not break the list.
 */
const viewsOf = <T extends z.ZodRawShape>(filters: T) => {
  const view = z.object(filters).strict();
  return z
    .string()
    .max(VIEWS_LENGTH)
    .transform((text, ctx) => {
      const views = text.split('|');
      if (views.length > MOST_VIEWS) {
        ctx.addIssue({ code: 'custom', message: `Al massimo ${MOST_VIEWS} viste` });
        return z.NEVER;
      }
      return views.map((one) => {
        const read = view.safeParse(Object.fromEntries(new URLSearchParams(one)));
        return read.success ? read.data : null;
      });
    });
};

/**
 * The query of a list: search, sorting, page, the area's own filters, the views to count, and whether its rows are
 * counted and added up however many they are.
 */
export const recordsQuery = <T extends z.ZodRawShape>(filters: T) =>
  listQuery.extend({
    ...filters,
    countAll: z.literal('true').optional(),
    views: viewsOf({ q: listQuery.shape.q, ...filters }).optional(),
  });

/** A page of rows with the count of the filter and of the requested views, in their order. */
export const recordsPage = <T extends z.ZodType>(row: T) =>
  pageOf(row).extend({ counts: z.array(z.int().nullable()).optional() });

/** The call that counts the rows of several views of a list, however many: the list itself stops counting. */
export const countsCall = <T extends z.ZodRawShape>(privileges: readonly number[], filters: T) =>
  endpoint({
    summary: 'How many rows each of these views has, in their order; null for one that cannot be read',
    privileges,
    query: z.object({ views: viewsOf(filters) }),
    answer: z.array(z.int().nullable()),
  });

/** The query of an export: the list's filters and sorting, without the page. */
export const exportQuery = <T extends z.ZodRawShape>(filters: T) =>
  listQuery.omit({ offset: true, limit: true }).extend({ ...filters, format: z.enum(['csv', 'xlsx']) });

/** The query of a printed list: the list's filters without the page, or the ids of chosen rows, separated by commas. */
export const documentQuery = <T extends z.ZodRawShape>(filters: T) =>
  listQuery.omit({ offset: true, limit: true }).extend({
    ...filters,
    ids: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/)
      .max(16 * MOST_CHOSEN)
      .transform((text) => text.split(',').map(Number))
      .refine(({ length }) => length <= MOST_CHOSEN)
      .optional(),
  });

/** The call that archives or restores; the area adds privileges and answer. */
export const archiving = {
  summary: 'Archive or bring back',
  body: z.object({ archived: z.boolean() }),
  versioned: true,
} as const;

/** The result for one row of a bulk call. */
export const outcomes = ['done', 'stale', 'missing'] as const;

/** One action on many records, each at the version that the caller saw; a row that fails does not stop the others. */
export const bulk = {
  summary:
    'Archive or bring back many records, each at its version: one that changed meanwhile is named and left as it is',
  body: z.object({
    action: z.enum(['archive', 'restore']),
    rows: z
      .array(z.object({ id: z.int().positive(), version: z.int() }))
      .min(1, 'Scegliere almeno un elemento')
      .max(MOST_AT_ONCE, `Al massimo ${integer(MOST_AT_ONCE)} elementi`),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        id: z.int(),
        outcome: z.enum(outcomes).describe('stale: another version stands there; missing: no such record'),
        version: z.int().nullable().describe('The version as it stands now'),
      }),
    ),
  }),
  keyed: true,
} as const;
export type BulkResult = z.output<typeof bulk.answer>['results'][number];

/**
 * Passes records to other colleagues, each at the version that the caller saw; `sellerId` may be null if the area
 * allows it.
 */
export const assigning = <T extends z.ZodType<number | null>>(seller: T, one: string, many: string) =>
  ({
    body: z.object({
      rows: z
        .array(z.object({ id: z.int().positive(), version: z.int(), sellerId: seller }))
        .min(1, `Scegliere almeno un ${one}`)
        .max(MOST_AT_ONCE, `Al massimo ${integer(MOST_AT_ONCE)} ${many}`),
    }),
    answer: z.object({
      results: z.array(
        z.object({
          id: z.int(),
          outcome: z
            .enum([...outcomes, 'refused', 'nobody'])
            .describe('refused: its state is against it; nobody: that colleague may not have it'),
          version: z.int().nullable(),
          from: z.int().nullable().describe('Who had it before, for the way back'),
          why: z.string().nullable().describe('The sentence of a refusal'),
        }),
      ),
    }),
    keyed: true,
  }) as const;
export type Assigned = z.output<ReturnType<typeof assigning>['answer']>['results'][number];
