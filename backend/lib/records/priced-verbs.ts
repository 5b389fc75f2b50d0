/** The verbs of a priced list (domain/record/priced-calls.ts), made once. */
import { under } from '#domain/record/under.ts';
import { listBatches, undoBatch } from './batches.ts';
import type { Ctx } from '../work/context.ts';
import type { Query } from './list.ts';
import type { Priced, PricedRecords } from './priced.ts';
import { recordVerbs, type InputOf, type One } from './record-verbs.ts';
import { setArchived } from './records.ts';
import { reprice } from './reprice.ts';

/** The verbs of one list: `/accessories`, `/accessories/:id`… */
export const pricedVerbs = <const Area extends string, Row extends Priced, Filters extends Query>(
  area: Area,
  of: PricedRecords<Row, Filters>,
) => ({
  ...recordVerbs(area, of),
  ...under(area, {
    'GET /batches': (ctx: Ctx) => listBatches(ctx, of),
    'POST /batches/:id/undo': (ctx: Ctx, { params }: One) => undoBatch(ctx, of, params.id),
    'POST /reprice': (ctx: Ctx, { body }: { body: InputOf<typeof reprice> }) => reprice(ctx, of, body),
    'PUT /:id/archived': (ctx: Ctx, input: InputOf<typeof setArchived>) => setArchived(ctx, of, input),
  }),
});
