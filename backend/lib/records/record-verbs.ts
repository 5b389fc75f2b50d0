/** The verbs of a list of records (domain/record/calls.ts), made once. */
import { under } from '#domain/record/under.ts';
import type { Ctx, HeavyCtx } from '../work/context.ts';
import { exportFile, list, type Query } from './list.ts';
import { create } from './make.ts';
import { activity, bulk, read, spreadsheetColumns, update, type Records, type Stored } from './records.ts';

export type InputOf<F extends (ctx: never, of: never, input: never) => unknown> = Parameters<F>[2];
export interface One {
  params: { id: number };
}

/** The verbs of one list: `/locations`, `/locations/:id`… */
export const recordVerbs = <const Area extends string, Row extends Stored, Filters extends Query>(
  area: Area,
  of: Records<Row, Filters>,
) =>
  under(area, {
    GET: (
      ctx: Ctx,
      { query }: { query: Filters & { limit: number; offset: number; views?: (Filters | null)[] | undefined } },
    ) => list<Row, Filters & { limit: number; offset: number }, Filters>(ctx, of, query),
    'GET /export': (ctx: HeavyCtx, { query }: { query: Filters & { format: 'csv' | 'xlsx' } }) =>
      exportFile(ctx, of, query, spreadsheetColumns<Row>(ctx, of.fields)),
    POST: (ctx: Ctx, { body }: { body: object }) => create(ctx, of, body),
    'GET /:id': (ctx: Ctx, { params }: One) => read(ctx, of, params.id),
    'GET /:id/timeline': (ctx: Ctx, { params }: One) => activity(ctx, of, params.id),
    'PUT /:id': (ctx: Ctx, input: InputOf<typeof update>) => update(ctx, of, input),
    'POST /bulk': (ctx: Ctx, { body }: { body: InputOf<typeof bulk> }) => bulk(ctx, of, body),
  });
