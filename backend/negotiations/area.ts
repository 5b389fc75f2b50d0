import { negotiations as table, type Stage } from '#domain/negotiations/endpoints.ts';
import { area } from '../lib/ports/area.ts';
import { recordVerbs } from '../lib/records/record-verbs.ts';
import { create } from '../lib/records/make.ts';
import { activity, bulk, readByIds, readOne, update } from '../lib/records/records.ts';
import { exportNegotiations, readNegotiations } from './counted.ts';
import { stageFacts } from '../lib/records/stages.ts';
import { followStage } from './follow.ts';
import { forgetMoves, moveStage, moveStageJob, tellStageJob } from './move.ts';
import { checkAwaited, checkLasting, checkRoom, stages } from './records.ts';
import { placeStage } from './place.ts';

/** Stages of negotiations: the manufacturer's list, what it counts by them, and how they follow states. */
export const negotiations = area(table, {
  verbs: {
    ...recordVerbs('negotiation-stages', stages),
    'POST /negotiation-stages': async (ctx, { body }) => {
      await checkRoom(ctx, body.entity, 1);
      return create(ctx, stages, body);
    },
    'PUT /negotiation-stages/:id': async (ctx, input) => {
      checkLasting(await readOne(ctx, stages, input.params.id), input.body);
      return update(ctx, stages, input);
    },
    'POST /negotiation-stages/bulk': async (ctx, { body }) => {
      const ids = body.rows.map(({ id }) => id);
      if (body.action === 'archive') await checkAwaited(ctx, ids);
      const back: Stage[] = body.action === 'restore' ? await readByIds(ctx, stages, ids) : [];
      for (const [entity, those] of Map.groupBy(
        back.filter(({ archived }) => archived),
        (one) => one.entity,
      ))
        // prettier-ignore
        await checkRoom(ctx, entity, those.length);
      const answer = await bulk(ctx, stages, body);
      const done = answer.results.filter(({ outcome }) => outcome === 'done');
      if (body.action === 'restore') await forgetMoves(ctx, done.map(({ id }) => id)); // prettier-ignore
      return answer;
    },
    'GET /negotiation-stages/:id/timeline': (ctx, { params }) =>
      activity(ctx, stages, params.id, {
        actions: {
          archive: 'ha ritirato lo stadio',
          restore: 'ha offerto di nuovo lo stadio',
          stage_moved: 'ha detto dove passano le trattative aperte',
        },
        fields: stageFacts,
      }),
    'POST /negotiation-stages/:id/move': moveStage,
    'POST /negotiation-stages/:id/place': placeStage,
    'GET /network/negotiations': readNegotiations,
    'GET /network/negotiations/export': exportNegotiations,
  },
  jobs: [moveStageJob, tellStageJob],
  effects: {
    'record.moved': (ctx, { entity, id }) => followStage(ctx, entity, id),
    'record.undone': (ctx, { entity, id }) => followStage(ctx, entity, id),
  },
  constraints: { negotiation_stages_code: { code: 'C’è già uno stadio con questo codice, forse ritirato' } },
});
