import type { quotes as table } from '#domain/quotes/endpoints.ts';
import type { VerbOf } from '../lib/work/bind.ts';
import { take } from '../lib/records/move.ts';
import { quoteCourse } from './records.ts';
import { columnsOf, factsOf } from './sheet/derive.ts';
import { renewed } from './write.ts';

/** Gives up the list that a draft keeps: from now on it is priced by today's. */
export const relist: VerbOf<typeof table, 'POST /quotes/:id/relist'> = async (ctx, { params: { id }, version }) => {
  const quote = await take(ctx, quoteCourse, { id, action: 'save', version });
  const before = await renewed(ctx, quote.draft, quote.rootId);
  await ctx.db
    .updateTable('quotes')
    .set({ priceDay: ctx.today, pricedAt: ctx.now })
    .where('companyId', '=', ctx.user.companyId)
    .where('id', '=', id)
    .execute();
  const derived = await renewed(ctx, quote.draft, quote.rootId);
  await quoteCourse.write(ctx, quote, columnsOf(derived), { before: factsOf(before), after: factsOf(derived) });
  return quoteCourse.answer(ctx, id, derived);
};
