/** What the calls of a priced list (domain/priced-calls.ts) do, bound once. */
import { under } from '#domain/under.ts';
import { listBatches, undoBatch } from './batches.ts';
import type { Ctx, HeavyCtx } from './context.ts';
import { importCsv } from './import.ts';
import { exportFile, list, type Query } from './list.ts';
import { activity, bulk, create, read, setArchived, sheetOf, update } from './records.ts';
import type { Priced, PricedRecords } from './priced.ts';
import { reprice } from './reprice.ts';

type Input<F extends (ctx: never, of: never, input: never) => unknown> = Parameters<F>[2];
interface One {
  params: { id: number };
}

/** The verbs of one list: `/accessories`, `/accessories/:id`… */
export const pricedVerbs = <const Area extends string, Row extends Priced, Filters extends Query>(
  area: Area,
  of: PricedRecords<Row, Filters>,
) =>
  under(area, {
    GET: (
      ctx: Ctx,
      { query }: { query: Filters & { limit: number; offset: number; views?: (Filters | null)[] | undefined } },
    ) => list<Row, Filters & { limit: number; offset: number }, Filters>(ctx, of, query),
    'GET /export': (ctx: HeavyCtx, { query }: { query: Filters & { format: 'csv' | 'xlsx' } }) =>
      exportFile(ctx, of, query, sheetOf<Row>(ctx, of.fields)),
    POST: (ctx: Ctx, { body }: { body: object }) => create(ctx, of, body),
    'GET /:id': (ctx: Ctx, { params }: One) => read(ctx, of, params.id),
    'GET /:id/timeline': (ctx: Ctx, { params }: One) => activity(ctx, of, params.id),
    'PUT /:id': (ctx: Ctx, input: Input<typeof update>) => update(ctx, of, input),
    'PUT /:id/archived': (ctx: Ctx, input: Input<typeof setArchived>) => setArchived(ctx, of, input),
    'POST /bulk': (ctx: Ctx, { body }: { body: Input<typeof bulk> }) => bulk(ctx, of, body),
    'POST /reprice': (ctx: Ctx, { body }: { body: Input<typeof reprice> }) => reprice(ctx, of, body),
    'GET /batches': (ctx: Ctx) => listBatches(ctx, of),
    'POST /batches/:id/undo': (ctx: Ctx, { params }: One) => undoBatch(ctx, of, params.id),
    'POST /import': (ctx: HeavyCtx, { body }: { body: Input<typeof importCsv> }) => importCsv(ctx, of, body),
  });
