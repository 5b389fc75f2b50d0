/** What a contract earns: its margins, and the commissions of its sellers, as they are read. */
import { correctedWaterfall, type WaterfallStep } from '#domain/contracts/performance.ts';
import type { contractPerformanceCalls } from '#domain/contracts/performance-endpoints.ts';
import { revaluationCost } from '#domain/contracts/revaluation.ts';
import { privileges as p } from '#domain/privileges.ts';
import type { Verbs } from '../lib/work/bind.ts';
import type { Commissions } from '../lib/ports/commissions.ts';
import { holds } from '../lib/work/context.ts';
import { contractCourse } from './records.ts';

export const performanceVerbs = ({ shown }: Commissions): Verbs<typeof contractPerformanceCalls> => ({
  'GET /contracts/:id/performance': async (ctx, { params }) => {
    const record = await contractCourse.read(ctx, params.id);
    const sees = holds(ctx, p.seeMargin);
    const all = holds(ctx, p.seeAllCommissions);
    const steps = record.waterfall as WaterfallStep[] | null;
    const commissions = await shown(ctx, record.id);
    return {
      steps:
        sees && steps
          ? correctedWaterfall(steps, record.corrections, revaluationCost(record)).map((step) => ({
              ...step,
              rows: [...step.rows],
            }))
          : null,
      vat: sees ? record.vat : null,
      marginVat: sees ? record.marginVat : null,
      commissions: commissions
        .filter(({ userId }) => all || (userId === ctx.user.id && holds(ctx, p.createQuotes)))
        .map(({ name, amount, open, state, on }) => ({ name, amount, open, state, on })),
    };
  },
});
