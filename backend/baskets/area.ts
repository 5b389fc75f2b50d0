import { baskets as table } from '#domain/baskets/endpoints.ts';
import { Failure } from '#domain/errors.ts';
import { under } from '#domain/record/under.ts';
import { area } from '../lib/ports/area.ts';
import type { Ctx } from '../lib/work/context.ts';
import { list } from '../lib/records/list.ts';
import { create } from '../lib/records/make.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { activity, readByIds, update } from '../lib/records/records.ts';
import { stale } from '../lib/records/stale.ts';
import { readChange } from './change.ts';
import { afterWriting, readHistory, readUsers } from './history.ts';
import { answerOf, dealerBaskets, networkBaskets, readBasket, readChoices } from './records.ts';

type Baskets = typeof networkBaskets;
interface One {
  params: { id: number };
}

/** The verbs of a list of baskets. */
function verbsOf<const Area extends string>(named: Area, records: Baskets) {
  const of: Baskets = { ...records, written: afterWriting };
  const plain = recordVerbs('of', of);
  type Plain = typeof plain;
  return {
    ...recordVerbs(named, of),
    ...under(named, {
      GET: async (ctx: Ctx, { query }: Parameters<Plain['GET /of']>[1]) => {
        const page = await list(ctx, of, query);
        return { ...page, rows: page.rows.map(answerOf(ctx)) };
      },
      'GET /choices': readChoices,
      'GET /:id': async (ctx: Ctx, { params }: One) => answerOf(ctx)(await readBasket(ctx, params.id)),
      'GET /:id/page': async (ctx: Ctx, { params: { id } }: One) => {
        const { companyId } = await readBasket(ctx, id);
        const users = await readUsers(ctx, id);
        // What the manufacturer's held before is not shown to dealers.
        return { ...users, history: companyId === ctx.user.companyId ? await readHistory(ctx, id) : [] };
      },
      'GET /:id/timeline': async (ctx: Ctx, { params: { id } }: One) => {
        const { companyId } = await readBasket(ctx, id);
        return companyId === ctx.user.companyId ? activity(ctx, of, id) : [];
      },
      POST: async (ctx: Ctx, { body }: { body: object }) => answerOf(ctx)(await create(ctx, of, body)),
      'PUT /:id': async (ctx: Ctx, input: Parameters<Plain['PUT /of/:id']>[1]) => {
        const { companyId } = await readBasket(ctx, input.params.id);
        if (companyId !== ctx.user.companyId) throw new Failure('forbidden');
        const [row] = await readByIds(ctx, of, [input.params.id]);
        if (row && row.version !== input.version) throw await stale(ctx, of.entity, row.id, answerOf(ctx)(row));
        return answerOf(ctx)(await update(ctx, of, input));
      },
      'POST /preview': (ctx: Ctx, { body }: { body: Parameters<typeof readChange>[1] }) => readChange(ctx, body),
    }),
  };
}

export const baskets = area(table, {
  verbs: { ...verbsOf('baskets', dealerBaskets), ...verbsOf('network/baskets', networkBaskets) },
  constraints: { baskets_name: { name: 'C’è già un paniere con questo nome' } },
});
