/**
 * The calls of lists of priced records (accessories, tyres, services…): those of every list (record-calls.ts), and the
 * price change.
 */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { MOST_AT_ONCE } from './list.ts';
import { recordCalls, type RecordCallsOf } from './calls.ts';
import { archiving } from './records.ts';
import { under } from './under.ts';

/** A changed record, each value before and after in words. */
const changes = z.array(z.object({ field: z.string(), from: z.string(), to: z.string() }));

export const repricing = {
  summary:
    'Change the price of the chosen records by a percentage, each rounded to the cent; all or none. A dry run only says what would change',
  body: z.object({
    ids: z.array(z.int()).min(1, 'Scegliere almeno un elemento').max(MOST_AT_ONCE),
    percent: z.number().min(-90, 'Minimo −90 %').max(500, 'Massimo 500 %'),
    dryRun: z.boolean().optional(),
  }),
  answer: z.object({
    changed: z.int(),
    /** The number with which `undo` takes the change back; null: nothing changed. */
    batch: z.int().nullable(),
    /** The first changes, each value before and after in words. */
    rows: z.array(
      z.object({
        id: z.int(),
        code: z.string(),
        changes,
      }),
    ),
  }),
  keyed: true,
} as const;
export type Repricing = z.output<typeof repricing.answer>;

export const undoing = {
  summary: 'Take a price change or an import back, on the records that nobody changed since',
  answer: z.object({
    restored: z.int(),
    removed: z.int().describe('The import had made them'),
    kept: z.int().describe('Changed since: they stay as they are'),
  }),
} as const;
export type Undone = z.output<typeof undoing.answer>;

const batch = z.object({
  id: z.int(),
  what: z.enum(['reprice', 'import']),
  count: z.int(),
  at: z.iso.datetime({ offset: true }),
  who: z.string(),
  undoneAt: z.iso.datetime({ offset: true }).nullable(),
});
export type Batch = z.output<typeof batch>;
export const batches = {
  summary: 'The last price changes and imports of 30 days, newest first',
  answer: z.array(batch),
} as const;

/** The calls of one list: `/accessories`, `/accessories/:id`… */
export function pricedCalls<
  const Area extends string,
  Filters extends z.ZodRawShape,
  Input extends z.ZodType,
  Answer extends z.ZodType,
>(area: Area, of: RecordCallsOf<Filters, Input, Answer>) {
  const change = { privileges: of.manage };
  return {
    // Before the paths with an id, because these have a word in its place.
    ...under(area, {
      'GET /batches': endpoint({ ...batches, ...change }),
      'POST /batches/:id/undo': endpoint({ ...undoing, ...change }),
      'POST /reprice': endpoint({ ...repricing, ...change }),
      'PUT /:id/archived': endpoint({ ...archiving, ...change, answer: of.answer }),
    }),
    ...recordCalls(area, of),
  };
}
