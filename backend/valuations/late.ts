/** Tells of a specialist's answer that did not come in time, once for each deadline. */
import { privileges as p } from '#domain/privileges.ts';
import type { Job } from '../lib/work/context.ts';
import { valuationHref } from '../lib/records/links.ts';
import { holdersOf, notify } from '../lib/people/notify.ts';

export const lateRequest: Job<{ companyId: number; id: number; answerBy: string }> = {
  name: 'valuation-late',
  run: async ({ asCompany }, { companyId, id, answerBy }) =>
    asCompany(companyId, null, async (ctx) => {
      const row = await ctx.db
        .selectFrom('valuations')
        .select(['number', 'maker', 'model', 'plate', 'madeBy', 'answerBy'])
        .where('companyId', '=', companyId)
        .where('id', '=', id)
        .where('state', '=', 'requested')
        .executeTakeFirst();
      if (!row || row.answerBy === null || Date.parse(row.answerBy) !== Date.parse(answerBy)) return;
      const told = new Set([row.madeBy, ...(await holdersOf(ctx, p.evaluateUsed))]);
      await notify(ctx, [...told], {
        kind: 'valuation_late',
        title: `${row.number}: la valutazione aspetta oltre il tempo`,
        text: [row.maker, row.model, row.plate].filter(Boolean).join(' '),
        href: valuationHref(id),
        once: `valuation late ${id} ${answerBy}`,
      });
    }),
};
